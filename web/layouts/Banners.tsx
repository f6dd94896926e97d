import { RestBanner } from '#web/features/core/installation/RestBanner.tsx';
import { PauseBanner } from '#web/features/publishing/pause/PauseBanner.tsx';

/** What concerns every page: that this is a restored copy, or that nothing is sent. */
export const Banners = () => (
  <>
    <RestBanner />
    <PauseBanner />
  </>
);
