import { FeedsView } from '#web/features/automation/feeds/FeedsView.tsx';
import { AutomationsRow } from '#web/features/automation/rules/AutomationsRow.tsx';

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
