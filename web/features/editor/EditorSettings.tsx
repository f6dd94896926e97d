import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { languageName, MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { EDITOR_STATUSES, isDecision, type Status } from '#contract/content/workflow.ts';
import { useCan } from '#web/api/workspace.ts';
import { useTagSuggestions } from '#web/features/search/suggestions.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { type Option, Select } from '#web/ui/Select.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import type { EditorFields } from './editor-fields.ts';

type Props = {
  fields: EditorFields;
  disabled: boolean;
  onChange: (part: Partial<EditorFields>) => void;
  folderOptions: readonly Option[];
  onNewFolder: () => void;
  /** The icon of a status. */
  statusMark: (status: Status) => ReactNode;
  /** More settings below those of the item. */
  children?: ReactNode;
};

/** The languages on offer; the API accepts every BCP 47 tag. */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-419 et eu fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms my nb ne nl nn or pa pl ps pt pt-BR ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi xh yo zh-Hans zh-Hant zu'
    .split(' ')
    .map(languageOption)
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Folder, status, tags and language. */
export function EditorSettings({
  fields,
  disabled,
  onChange,
  folderOptions,
  onNewFolder,
  statusMark,
  children,
}: Props) {
  const decides = useCan('decide');
  const optionOf = (status: Status) => ({
    value: status,
    label: capitalise(status),
    mark: statusMark(status),
  });
  const offered: readonly Status[] = EDITOR_STATUSES.filter(
    (entry) => decides || !isDecision(fields.status, entry),
  );
  return (
    <fieldset aria-label="Settings" disabled={disabled} className="flex min-w-0 flex-col gap-4 p-4">
      <h2 className="font-semibold text-[13px] max-lg:hidden">Settings</h2>
      <div className="flex flex-col gap-1.5">
        <Field label="Folder" required>
          <Select
            value={fields.folder === null ? undefined : String(fields.folder)}
            placeholder="Select a folder"
            options={folderOptions}
            onChange={(folder) => onChange({ folder: Number(folder) })}
          />
        </Field>
        <Button variant="link" onClick={onNewFolder} className="self-start">
          <Plus size={16} aria-hidden />
          New folder
        </Button>
      </div>
      <Field label="Status">
        <Select
          value={fields.status}
          options={[
            // A status that is not on offer is shown, and never changed silently.
            ...(offered.includes(fields.status)
              ? []
              : [{ ...optionOf(fields.status), disabled: true }]),
            ...offered.map(optionOf),
          ]}
          onChange={(status) => onChange({ status })}
        />
      </Field>
      <Field label="Tags" hint="Press Enter or comma to add a tag.">
        <TagInput
          tags={fields.tags}
          longest={MAX_TAG_LENGTH}
          onChange={(tags) => onChange({ tags })}
          useSuggestions={useTagSuggestions}
        />
      </Field>
      <Field label="Language">
        <Select
          value={fields.language ?? ''}
          options={[
            { value: '', label: 'Not specified' },
            ...(fields.language && !LANGUAGES.some(({ value }) => value === fields.language)
              ? [languageOption(fields.language)]
              : []),
            ...LANGUAGES,
          ]}
          onChange={(language) => onChange({ language: language || null })}
        />
      </Field>
      {children}
    </fieldset>
  );
}

function languageOption(value: string) {
  return { value, label: languageName(value) };
}
