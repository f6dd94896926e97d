import { customisedNetworks } from '#contract/content/items.ts';
import { charactersIn } from '#web/features/assistant/asking/counting.ts';
import type { PostHost } from '#web/features/assistant/asking/host.ts';
import { openFindings } from '#web/features/assistant/findings/open-findings.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';
import type { EditorState } from '#web/features/editor/store/editor-state.ts';
import { asOneText, changed, type Part } from '#web/features/editor/store/parts.ts';
import { plural } from '#web/lib/text.ts';
import { openWide } from './open-wide.ts';
import { sayTaken } from './taken-toast.ts';

/** Whether a post can become a thread: a new one that has no texts for networks. */
export const canBeCut = ({ isNew, fields: { kind, parts } }: EditorState) =>
  isNew && kind === 'single' && customisedNetworks(parts).length === 0;

/** The texts of a post as one, as it would be joined. */
export const wholeText = (parts: readonly Part[]) => asOneText(parts).content;

/** What the assistant needs of the post as a whole. @param close closes its panel */
export function postHostOf(editor: Editor, close: () => void): PostHost {
  const { fields } = editor.store.getState();
  const now = () => editor.store.getState().fields.parts;
  return {
    parts: fields.parts.map(({ content }) => content),
    canCut: canBeCut(editor.store.getState()),
    open: (wide) => openWide(wide),
    read() {
      const { saved } = editor.store.getState().base;
      close();
      if (saved) openFindings(saved.id);
    },
    addHashtags(hashtags) {
      const last = now().at(-1);
      if (!last) return;
      const text = [last.content.trimEnd(), hashtags].filter(Boolean).join('\n\n');
      close();
      editor.take(
        { parts: changed(now(), last.key, text) },
        { field: last.key, start: text.length },
      );
      sayTaken(editor, plural(hashtags.split(' ').length, 'hashtag'));
    },
    setDescription:
      fields.kind === 'thread'
        ? (description) => {
            close();
            editor.take({ description }, { field: 'description' });
            sayTaken(editor, 'Description');
          }
        : undefined,
  };
}

/** Puts one text in place of all parts. A thread that its author has created stays one. */
export function takeJoined(editor: Editor, text: string, caret: number) {
  const { fields, isNew } = editor.store.getState();
  const [first] = fields.parts;
  if (!first) return;
  const part = { ...first, ...asOneText(fields.parts), content: text };
  editor.take(
    { parts: [part], ...(isNew && { kind: 'single' as const }) },
    { field: part.key, start: caret },
  );
  sayTaken(editor, plural(charactersIn(text), 'character'));
}
