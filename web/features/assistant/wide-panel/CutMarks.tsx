import { Scissors } from 'lucide-react';
import { Fragment } from 'react';
import { OverField } from '#web/ui/text/OverText.tsx';
import { type CutText, placeOf } from './cuts.ts';

type Props = {
  /** The key of the part that is cut. */
  part: string;
  cut: CutText;
  /** What is in its field. */
  text: string;
};

/** Where a text is cut, shown in its field: in the blank line, or between two words. */
export function CutMarks({ part, cut, text }: Props) {
  if (cut.text !== text) return null;
  let done = 0;
  return (
    <OverField field={part}>
      {cut.cuts.map((at, index) => {
        const end = placeOf(cut, index)[1];
        const blank = text.slice(end, placeOf(cut, index + 1)[0]);
        const isBlankLine = blank.split('\n').length > 2;
        // In the blank line, or where the next part begins.
        const place = isBlankLine ? end + blank.indexOf('\n') + 1 : Math.max(at, done);
        const piece = text.slice(done, place);
        done = place;
        return (
          <Fragment key={at}>
            {piece}
            {isBlankLine ? (
              <span className="absolute inset-x-0 mt-[13px] border-[var(--jade-8)] border-t border-dashed" />
            ) : (
              <span className="absolute h-[26px] border-[var(--jade-8)] border-l-2 border-dashed" />
            )}
            <span className="absolute -right-7 inline-flex h-[26px] items-center gap-1 font-medium text-accent text-xs">
              <Scissors size={12} /> {index + 1}
            </span>
          </Fragment>
        );
      })}
      {text.slice(done)}
    </OverField>
  );
}
