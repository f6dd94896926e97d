import { useCan } from '#web/api/workspace.ts';
import { Findings } from '#web/features/assistant/findings/Findings.tsx';
import { MarkedText } from '#web/features/assistant/findings/MarkedText.tsx';
import { sayTaken } from '#web/features/editor/assistant/taken-toast.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { changed } from '#web/features/editor/store/parts.ts';
import { OverField } from '#web/ui/text/OverText.tsx';

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
    sayTaken(editor, undefined, undone);
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
        <OverField
          key={key}
          field={key}
          className="[&_mark]:bg-[color-mix(in_srgb,var(--amber-9)_12%,transparent)]"
        >
          <MarkedText item={item} part={place} text={content} />
        </OverField>
      ))}
    </>
  );
}
