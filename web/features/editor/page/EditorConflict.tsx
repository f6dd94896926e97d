import type { Item } from '#contract/content/items.ts';
import { disputed } from '#web/features/editor/store/conflict.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { fieldsOf } from '#web/features/editor/store/initial-fields.ts';
import { laterComponent } from '#web/lib/later.ts';

const ConflictDialog = laterComponent(() =>
  import('./ConflictDialog.tsx').then((module) => module.ConflictDialog),
);

/** Both texts, where somebody else has saved another one. */
export function EditorConflict() {
  const conflict = useEditorState((state) => state.conflict);
  return conflict && <Both items={conflict} />;
}

function Both({ items }: { items: Item[] }) {
  const editor = useEditor();
  const state = editor.store.getState();
  return (
    <ConflictDialog
      mine={state.fields.parts}
      theirs={items}
      base={state.base.fields.parts}
      disputed={disputed(state, items)}
      onKeepMine={() => void editor.keepMine(items)}
      onTakeTheirs={() => {
        const base = { fields: fieldsOf(items), saved: items[0] };
        editor.dispatch({ do: 'begin again', base });
      }}
      onClose={() => editor.dispatch({ do: 'compare', items: undefined })}
    />
  );
}
