import { classes } from '#web/lib/classes.ts';

export type SideName = 'a' | 'b';

/** How the lines of both sides are drawn. */
export const LINES: Record<SideName, { stroke: string; dashes?: string }> = {
  a: { stroke: 'var(--series-1)' },
  b: { stroke: 'var(--series-2)', dashes: '6 3' },
};

/** A piece of the line of a side. */
export const SideLegend = ({ side, className }: { side: SideName; className?: string }) => (
  <svg width={20} height={4} aria-hidden className={classes('shrink-0', className)}>
    <line
      x2={20}
      y1={2}
      y2={2}
      strokeWidth={3}
      stroke={LINES[side].stroke}
      strokeDasharray={LINES[side].dashes}
    />
  </svg>
);
