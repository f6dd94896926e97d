import type { HTMLAttributes, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '#web/lib/classes.ts';

/** Marks over the text of a field: the same text, unseen, with the metrics of the field. */
export const OverText = ({ className, ...props }: HTMLAttributes<HTMLDivElement>) => (
  <div
    aria-hidden
    dir="auto"
    {...props}
    className={classes(
      'pointer-events-none absolute inset-0 whitespace-pre-wrap break-words text-base text-transparent leading-[26px] [unicode-bidi:plaintext]',
      className,
    )}
  />
);

type Props = { field: string; className?: string; children: ReactNode };

/** The same over a field that is elsewhere on the page. @param field its `data-field` */
export function OverField({ field, ...props }: Props) {
  const place = document.querySelector(`textarea[data-field="${CSS.escape(field)}"]`);
  return place?.parentElement ? createPortal(<OverText {...props} />, place.parentElement) : null;
}
