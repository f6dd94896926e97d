/** Between facts of a line; where they take several, it would end one. */
export const Dot = () => (
  <span aria-hidden className="max-lg:hidden">
    ·
  </span>
);
