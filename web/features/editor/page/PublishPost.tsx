import { Send } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isEmpty } from '#web/features/editor/store/editor-fields.ts';
import type { EditorState } from '#web/features/editor/store/editor-state.ts';
import { PublishDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import type { Subject } from '#web/features/publishing/schedule/subject.ts';
import { Button } from '#web/ui/Button.tsx';

/** Saves, and opens the publish dialog; Ctrl+Shift+P does the same. */
export function PublishPost() {
  const editor = useEditor();
  const empty = useEditorState(({ fields }) => isEmpty(fields));
  const isOpen = useEditorState((state) => state.isPublishing);
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    if (isBusy || isOpen) return;
    setBusy(true);
    await editor.publish();
    setBusy(false);
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isShortcut || event.key.toLowerCase() !== 'p') return;
    // The browser would open a private window.
    event.preventDefault();
    if (!empty && !document.querySelector('[role=dialog], [role=alertdialog]')) void open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <Button
        size="bar"
        disabled={empty}
        busy={isBusy}
        title="Ctrl+Shift+P"
        onClick={() => void open()}
      >
        <Send size={16} aria-hidden />
        <span className="max-md:sr-only">Publish…</span>
      </Button>
      {isOpen && <OpenDialog />}
    </>
  );
}

/** The dialog for what was saved. */
function OpenDialog() {
  const editor = useEditor();
  const [subject] = useState(() => subjectIn(editor.store.getState()));
  return (
    subject && (
      <PublishDialog
        subject={subject}
        onClose={() => editor.dispatch({ do: 'publish', isOpen: false })}
      />
    )
  );
}

function subjectIn({ base: { fields, saved } }: EditorState): Subject | undefined {
  if (!saved) return undefined;
  const { id, version } = saved;
  return {
    items: [id],
    post: id,
    ...(fields.folder !== null && { folder: fields.folder }),
    excerpt: fields.parts[0]?.content ?? '',
    parts: fields.parts.length,
    version,
  };
}
