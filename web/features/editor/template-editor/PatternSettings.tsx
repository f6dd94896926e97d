import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { MAX_VARIABLES, type TemplatePlaces, type Variable } from '#contract/content/templates.ts';
import { isFixed, VARIABLE_NAME } from '#contract/content/variables.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useTagSuggestions } from '#web/features/content/search/suggestions.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { laterComponent } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import type { PlacesFieldsProps } from './PlacesFields.tsx';
import { declared } from './pattern-fields.ts';
import { VariableRow } from './VariableRow.tsx';

type Props = {
  variables: Variable[];
  onVariables: (variables: Variable[]) => void;
  places: TemplatePlaces;
  onPlaces: (places: TemplatePlaces) => void;
};

const PlacesFields = laterComponent<PlacesFieldsProps>(
  () => import('./PlacesFields.tsx').then((module) => module.PlacesFields),
  { isExtra: true },
);

/** The variables of a template, and where it makes posts. */
export function PatternSettings({ variables, onVariables, places, onPlaces }: Props) {
  const editor = useEditor();
  const { folder, tags } = useEditorState(
    useShallow(({ fields: { folder, tags } }) => ({ folder, tags })),
  );
  const folders = (useFolders().data ?? []).filter(({ id }) => id > 0);
  const [name, setName] = useState<string>();
  const isTaken = variables.some((variable) => variable.name === name);
  const canAdd = name !== undefined && VARIABLE_NAME.test(name) && !isFixed(name) && !isTaken;
  function add() {
    if (!canAdd) return;
    onVariables([...variables, declared(name)]);
    setName(undefined);
  }
  function move(from: number, by: number) {
    const variable = variables[from];
    const to = from + by;
    if (variable && to >= 0 && to < variables.length)
      onVariables(variables.toSpliced(from, 1).toSpliced(to, 0, variable));
  }
  return (
    <fieldset aria-label="Settings" className="flex min-w-0 flex-col gap-4 p-4">
      <div className="flex flex-col">
        <div className="flex items-center justify-between">
          <h2 className="font-medium text-[13px]">
            Variables <span className="text-muted">{variables.length}</span>
          </h2>
          {variables.length < MAX_VARIABLES && (
            <Button variant="link" size="small" onClick={() => setName('')}>
              <Plus size={14} aria-hidden /> Add
            </Button>
          )}
        </div>
        {name !== undefined && (
          <div className="flex items-end gap-2 py-2">
            <Field label="Name" hint="Small letters, digits and _" className="min-w-0 grow">
              <Input
                autoFocus
                value={name}
                maxLength={40}
                onChange={({ target }) => setName(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  add();
                }}
              />
            </Field>
            <Button onClick={add} disabled={!canAdd} className="mb-6">
              Declare
            </Button>
          </div>
        )}
        <ul aria-label="Variables">
          {variables.map((variable, at) => (
            <VariableRow
              key={variable.name}
              variable={variable}
              onChange={(to) => onVariables(variables.with(at, { ...variable, ...to }))}
              onMove={(by) => move(at, by)}
              onDelete={() => onVariables(variables.toSpliced(at, 1))}
            />
          ))}
        </ul>
      </div>
      <Field label="Makes a post in">
        <Select
          value={folder === null ? '' : String(folder)}
          options={[{ value: '', label: 'No folder' }, ...folderOptions(folders)]}
          onChange={(chosen) => editor.edit({ folder: chosen === '' ? null : Number(chosen) })}
        />
      </Field>
      <Field label="Tags of the post" hint="Press Enter or comma to add a tag.">
        <TagInput
          tags={tags}
          longest={MAX_TAG_LENGTH}
          onChange={(next) => editor.edit({ tags: next })}
          useSuggestions={useTagSuggestions}
        />
      </Field>
      <PlacesFields value={places} onChange={onPlaces} />
    </fieldset>
  );
}
