import { type ClipboardEvent, type ComponentProps, useEffect } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { classes } from '#web/lib/classes.ts';
import { later, laterComponent } from '#web/lib/later.ts';
import type { TextMarksProps } from './TextMarks.tsx';
import type { TokenMarksProps } from './TokenMarks.tsx';

/** The rules of networks are as large as the rest of the editor. */
const TextMarks = laterComponent<TextMarksProps>(
  () => import('./TextMarks.tsx').then((module) => module.TextMarks),
  { isExtra: true },
);

/** Reads the clipboard. */
const [usePasted, loadPasted] = later(() => import('./pasted-text.ts'));

const TokenMarks = laterComponent<TokenMarksProps>(
  () => import('./TokenMarks.tsx').then((module) => module.TokenMarks),
  { isExtra: true, isRare: true },
);

/** A text that is about to be put in, in place of what is selected. */
export type Insertion = {
  text: string;
  /** The whole text after it, and where the caret is then. */
  result: string;
  caret: number;
  /** Whether the browser would put in the same. */
  isPlain: boolean;
};

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onPaste'> & {
  /** Its name in the history of the editor. */
  name: string;
  text: string;
  /** What is marked is by its rules; undefined where another text is published there. */
  network: Network | undefined;
  onText: (text: string) => void;
  /** Puts in what is pasted; false where the browser does. */
  onInsert: (insertion: Insertion) => boolean;
};

/** A text of a post: a field without a box, as high as its text. */
export function TextField({ name, text, network, onText, onInsert, className, ...props }: Props) {
  const pasted = usePasted(false);
  useEffect(loadPasted, []);
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { selectionStart: start, selectionEnd: end, readOnly } = event.currentTarget;
    const plain = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const readable = pasted?.pastedText(event.clipboardData.getData('text/html'), plain);
    const added = readable ?? plain;
    if (readOnly || added === '') return;
    const isTaken = onInsert({
      text: added,
      result: text.slice(0, start) + added + text.slice(end),
      caret: start + added.length,
      isPlain: readable === undefined || readable === plain,
    });
    if (isTaken) event.preventDefault();
  }
  return (
    <div className="relative">
      {text.includes('{{') && <TokenMarks text={text} />}
      {network && <TextMarks text={text} network={network} />}
      <textarea
        data-field={name}
        dir="auto"
        required
        value={text}
        onChange={({ target }) => onText(target.value)}
        onPaste={onPaste}
        className={classes(
          'field-sizing-content relative block w-full scroll-mt-28 scroll-mb-20 resize-none rounded-sm bg-transparent text-base leading-[26px] outline-none',
          className,
        )}
        {...props}
      />
    </div>
  );
}
