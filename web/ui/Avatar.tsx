import { useState } from 'react';
import { classes } from '#web/lib/classes.ts';

const sizes = {
  small: 'size-[18px] text-[9px]',
  normal: 'size-6 text-[10px]',
  large: 'size-7 text-xs',
  larger: 'size-9 text-[13px]',
  largest: 'size-10 text-sm',
};

export type AvatarSize = keyof typeof sizes;

type Props = {
  name: string;
  size?: AvatarSize;
  /** The address of a picture. */
  picture?: string | undefined;
};

/**
 * The picture of somebody whose name is beside it or in a tooltip; the initials where there is none,
 * or it cannot be loaded.
 */
export function Avatar({ name, size = 'normal', picture }: Props) {
  const [missing, setMissing] = useState<string>();
  const hasPicture = picture !== undefined && picture !== missing;
  return (
    <span
      aria-hidden
      className={classes(
        'grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent',
        sizes[size],
      )}
    >
      {hasPicture ? (
        <img
          src={picture}
          alt=""
          className="size-full object-cover"
          onError={() => setMissing(picture)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** The first letters of the first and the last word. */
function initials(name: string) {
  const words = name.replace(/^[@#]/, '').trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?';
}
