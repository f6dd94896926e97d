import type { Network } from '#contract/networks/names.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { laterComponent } from '#web/lib/later.ts';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import type { PartListProps } from './PartList.tsx';

/** Only threads are put in order. */
const PartList = laterComponent<PartListProps>(() =>
  import('./PartList.tsx').then((module) => module.PartList),
);

type Props = { network: Network; focusOn: number | undefined; dock: HTMLElement | null };

/** The description of a thread, and its parts. */
export function ThreadFields(props: Props) {
  const editor = useEditor();
  const description = useEditorState(({ fields }) => fields.description);
  const readOnly = useEditorState(isLocked);
  return (
    <>
      <div className="sm:pl-[72px]">
        <Field label="Description" hint="Optional. The first post serves as main thread content.">
          <Input
            dir="auto"
            data-field="description"
            value={description}
            maxLength={500}
            readOnly={readOnly}
            onChange={({ target }) => editor.edit({ description: target.value })}
          />
        </Field>
      </div>
      <PartList {...props} />
    </>
  );
}
