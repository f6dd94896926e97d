import { RunsView } from '#web/features/automation/rule-runs/RunsView.tsx';

/** What rules did, and why. */
export default function RunsPage() {
  return (
    <>
      <title>Runs</title>
      <RunsView />
    </>
  );
}
