import { useZone } from '#web/api/workspace.ts';
import { OverdueDrafts } from '#web/features/calendar/dialogs/OverdueDrafts.tsx';
import { AttentionList } from '#web/features/publishing/delivery/AttentionList.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';

/** What has stopped and needs a person. */
export default function AttentionPage() {
  const zone = useZone();
  return (
    <>
      <title>Needs attention</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-semibold text-xl">Needs attention</h1>
        <TimesIn zone={zone} />
      </div>
      <AttentionList others={(drafts) => <OverdueDrafts drafts={drafts} zone={zone} />} />
    </>
  );
}
