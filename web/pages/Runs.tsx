import { RunsView } from '#web/features/rules/RunsView.tsx';

/** What rules did, and why. */
export default function RunsPage() {
  return (
    <>
      <title>Runs</title>
      <RunsView />
    </>
  );
}
