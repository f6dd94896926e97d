import { classes } from '#web/lib/classes.ts';

const COLOURS = [
  'bg-[var(--amber-9)]',
  'bg-[var(--blue-9)]',
  'bg-[var(--tomato-9)]',
  'bg-[var(--jade-9)]',
  'bg-[var(--gray-9)]',
  'bg-[var(--slate-9)]',
];

/** The colour of a folder at the top: decoration, beside its name. */
export const FolderMark = ({ id, className }: { id: number; className?: string }) => (
  <span
    aria-hidden
    className={classes(
      'size-2 shrink-0 rounded-[3px]',
      COLOURS[Math.abs(id) % COLOURS.length],
      className,
    )}
  />
);
