import { classes } from '#web/lib/classes.ts';

const sizes = {
  small: 'size-[18px] text-[9px]',
  normal: 'size-6 text-[10px]',
  large: 'size-7 text-xs',
};

/** The initials of a person, whose name is beside it or in a tooltip. */
export const Avatar = ({ name, size = 'normal' }: { name: string; size?: keyof typeof sizes }) => (
  <span
    aria-hidden
    className={classes(
      'grid shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent',
      sizes[size],
    )}
  >
    {initials(name)}
  </span>
);

/** The first letters of the first and the last word. */
function initials(name: string) {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?';
}
