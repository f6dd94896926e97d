import { FeedsView } from '#web/features/feeds/FeedsView.tsx';
import { AutomationsRow } from '#web/features/rules/AutomationsRow.tsx';

/** Feeds of other sites. */
export default function FeedsPage() {
  return (
    <>
      <title>Feeds</title>
      <AutomationsRow view="feeds" />
      <div className="p-4 lg:p-6">
        <FeedsView />
      </div>
    </>
  );
}
