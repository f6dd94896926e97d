import type { Item } from '#contract/content/items.ts';
import { laterComponent } from '#web/lib/later.ts';
import { disputed } from './conflict.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { fieldsOf } from './initial-fields.ts';

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
