import { FeedsView } from '#web/features/feeds/FeedsView.tsx';

/** Feeds of other sites. */
export default function FeedsPage() {
  return (
    <>
      <title>Feeds</title>
      <FeedsView />
    </>
  );
}
