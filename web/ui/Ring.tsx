const RADIUS = 8;
const ROUND = 2 * Math.PI * RADIUS;
/** From this share of the limit on, the ring warns. */
const NEAR = 0.9;

/** How full something is, as a ring of 20 pixels, or of 16. */
export function Ring({ used, limit, small }: { used: number; limit: number; small?: boolean }) {
  const share = Math.min(used / limit, 1);
  const colour = used > limit ? 'tomato' : share >= NEAR ? 'amber' : 'jade';
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={small ? '-rotate-90 size-4 shrink-0' : '-rotate-90 size-5 shrink-0'}
    >
      <circle cx="10" cy="10" r={RADIUS} fill="none" stroke="var(--slate-5)" strokeWidth="2.5" />
      <circle
        cx="10"
        cy="10"
        r={RADIUS}
        fill="none"
        stroke={`var(--${colour}-9)`}
        strokeWidth="2.5"
        strokeDasharray={`${share * ROUND} ${ROUND}`}
      />
    </svg>
  );
}
