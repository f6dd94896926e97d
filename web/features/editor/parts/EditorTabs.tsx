import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { TypeTabs } from './TypeTabs.tsx';

/** Single post or thread. */
export function EditorTabs() {
  const editor = useEditor();
  const kind = useEditorState(({ fields }) => fields.kind);
  const disabled = useEditorState((state) => isLocked(state) || state.request !== undefined);
  // A thread that is saved, if automatically, stays one.
  const isFixed = useEditorState(
    ({ isNew, base }) => !isNew || (base.saved !== undefined && base.fields.kind === 'thread'),
  );
  return (
    <TypeTabs kind={kind} editing={isFixed} disabled={disabled} onChange={editor.switchKind} />
  );
}
