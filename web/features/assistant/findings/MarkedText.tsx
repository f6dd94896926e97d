import { classes } from '#web/lib/classes.ts';
import { useFindings } from './open-findings.ts';
import { piecesOf } from './reading.ts';

export type MarkedTextProps = {
  item: number;
  /** Its place in the thread, from 0. */
  part: number;
  text: string;
};

/** A text with the passages that were found, each with its number; as it is where it has changed. */
export function MarkedText({ item, part, text }: MarkedTextProps) {
  const reading = useFindings((state) => state.reading);
  if (reading?.item !== item || reading.texts[part] !== text) return text;
  return piecesOf(reading, part).map(({ text: piece, mark }, index) =>
    mark ? (
      <mark
        key={mark.number}
        className={classes(
          'relative border-[var(--amber-9)] border-b-2 border-dotted text-inherit',
          mark.number === reading.focused ? 'bg-highlight' : 'bg-transparent',
        )}
      >
        {piece}
        <span
          aria-hidden
          className="-translate-y-1.5 absolute font-semibold text-[10px] text-on-review leading-3"
        >
          {mark.number}
        </span>
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
      <span key={`at ${index}`}>{piece}</span>
    ),
  );
}
