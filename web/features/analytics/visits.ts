/** What our own links and pages count. Nothing does yet: the tiles say so. */

export type VisitTile = { label: string; value: string | null; reason: string };

const NOT_COUNTED = 'Visits of links aren’t counted.';

export const visitTiles = (): readonly VisitTile[] =>
  ['Unique Visitors', 'Avg. Read Time', 'Conversion Rate'].map((label) => ({
    label,
    value: null,
    reason: NOT_COUNTED,
  }));
