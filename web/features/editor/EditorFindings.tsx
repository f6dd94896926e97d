import { createPortal } from 'react-dom';
import { useCan } from '#web/api/workspace.ts';
import { Findings } from '#web/features/findings/Findings.tsx';
import { MarkedText } from '#web/features/findings/MarkedText.tsx';
import { toast } from '#web/ui/toast.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { isLocked } from './editor-state.ts';
import { changed } from './parts.ts';

export type EditorFindingsProps = { item: number };

/** What an editor would remark, over the settings, with the passages marked in the text. */
export function EditorFindings({ item }: EditorFindingsProps) {
  const editor = useEditor();
  const { parts, folder, language } = useEditorState(({ fields }) => fields);
  const locked = useEditorState(isLocked);
  const writes = useCan('write');
  const { store } = editor;
  function take(place: number, text: string, undone: () => void) {
    const now = store.getState().fields.parts;
    const part = now[place];
    if (!part) return;
    editor.take({ parts: changed(now, part.key, text) });
    const last = () => store.getState().history.past.at(-1);
    const step = last();
    toast({
      title: 'Taken',
      action: {
        label: 'Undo',
        run: () => {
          if (last() !== step)
            return toast({ title: 'Cannot undo', description: 'The text has changed since then.' });
          editor.undo();
          undone();
        },
      },
    });
  }
  return (
    <>
      <Findings
        host={{
          item,
          folder,
          language,
          texts: parts.map(({ content }) => content),
          mayComment: writes,
          take: writes && !locked ? take : undefined,
        }}
      />
      {parts.map(({ key, content }, place) => (
        <Marks key={key} field={key} item={item} part={place} text={content} />
      ))}
    </>
  );
}

type MarksProps = { field: string; item: number; part: number; text: string };

/** The passages of a part, drawn over its field. */
function Marks({ field, ...marked }: MarksProps) {
  const place = document.querySelector(`textarea[data-field="${CSS.escape(field)}"]`);
  if (!place?.parentElement) return null;
  return createPortal(
    <div
      aria-hidden
      dir="auto"
      className="pointer-events-none absolute inset-0 whitespace-pre-wrap break-words text-base text-transparent leading-[26px] [unicode-bidi:plaintext] [&_mark]:bg-[color-mix(in_srgb,var(--amber-9)_12%,transparent)]"
    >
      <MarkedText {...marked} />
    </div>,
    place.parentElement,
  );
}
