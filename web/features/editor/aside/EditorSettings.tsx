import { Plus, Recycle } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Folder } from '#contract/content/folders.ts';
import { languageName, MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { EDITOR_STATUSES, isDecision, type Status } from '#contract/content/workflow.ts';
import { useCan } from '#web/api/workspace.ts';
import { DRAFTS } from '#web/features/content/folders/first-folder.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { askForFolder } from '#web/features/content/folders/NewFolder.tsx';
import { StatusIcon } from '#web/features/content/items/StatusBadge.tsx';
import { useTagSuggestions } from '#web/features/content/search/suggestions.ts';
import type { VariationsDialogProps } from '#web/features/editor/networks/VariationsDialog.tsx';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { DRAFTS_FOLDER } from '#web/features/editor/store/editor-fields.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { laterComponent } from '#web/lib/later.ts';
import { capitalise, plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';

const VariationsDialog = laterComponent<VariationsDialogProps>(
  () =>
    import('#web/features/editor/networks/VariationsDialog.tsx').then(
      (module) => module.VariationsDialog,
    ),
  { isExtra: true, isRare: true },
);

/** The languages on offer; the API accepts every BCP 47 tag. */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-419 et eu fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms my nb ne nl nn or pa pl ps pt pt-BR ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi xh yo zh-Hans zh-Hant zu'
    .split(' ')
    .map(languageOption)
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Folder, status, tags and language. */
export function EditorSettings({ folders }: { folders: Folder[] }) {
  const editor = useEditor();
  const { folder, status, tags, language, kind, variations } = useEditorState(
    useShallow(({ fields: { folder, status, tags, language, kind, variations } }) => ({
      kind,
      variations: variations.length,
      folder,
      status,
      tags,
      language,
    })),
  );
  const disabled = useEditorState(isLocked);
  const decides = useCan('decide');
  const optionOf = (status: Status) => ({
    value: status,
    label: capitalise(status),
    mark: <StatusIcon status={status} />,
  });
  const offered: readonly Status[] = EDITOR_STATUSES.filter(
    (entry) => decides || !isDecision(status, entry),
  );
  return (
    <fieldset aria-label="Settings" disabled={disabled} className="flex min-w-0 flex-col gap-4 p-4">
      <h2 className="font-semibold text-[13px] max-lg:hidden">Settings</h2>
      <div className="flex flex-col gap-1.5">
        <Field
          label="Folder"
          required
          hint={folder === DRAFTS_FOLDER && 'It is created with this post.'}
        >
          <Select
            value={folder === null ? undefined : String(folder)}
            placeholder="Select a folder"
            options={
              folder === DRAFTS_FOLDER
                ? [{ value: String(DRAFTS_FOLDER), label: DRAFTS }, ...folderOptions(folders)]
                : folderOptions(folders)
            }
            onChange={(chosen) => editor.edit({ folder: Number(chosen) })}
          />
        </Field>
        <Button
          variant="link"
          onClick={() => askForFolder(null, (made) => editor.edit({ folder: made }))}
          className="self-start"
        >
          <Plus size={16} aria-hidden />
          New folder
        </Button>
      </div>
      <Field label="Status">
        <Select
          value={status}
          options={[
            // A status that is not on offer is shown, and never changed silently.
            ...(offered.includes(status) ? [] : [{ ...optionOf(status), disabled: true }]),
            ...offered.map(optionOf),
          ]}
          onChange={(chosen) => editor.edit({ status: chosen })}
        />
      </Field>
      <Field label="Tags" hint="Press Enter or comma to add a tag.">
        <TagInput
          tags={tags}
          longest={MAX_TAG_LENGTH}
          onChange={(next) => editor.edit({ tags: next })}
          useSuggestions={useTagSuggestions}
        />
      </Field>
      <Field label="Language">
        <Select
          value={language ?? ''}
          options={[
            { value: '', label: 'Not specified' },
            ...(language && !LANGUAGES.some(({ value }) => value === language)
              ? [languageOption(language)]
              : []),
            ...LANGUAGES,
          ]}
          onChange={(chosen) => editor.edit({ language: chosen || null })}
        />
      </Field>
      {kind === 'single' && <Variations count={variations} readOnly={disabled} />}
    </fieldset>
  );
}

/** Other texts of the post: most posts have none. */
function Variations({ count, readOnly }: { count: number; readOnly: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">Variations</span>
      <Button onClick={() => setOpen(true)} className="self-start">
        <Recycle size={16} aria-hidden />
        {count ? plural(count, 'variation') : 'Add variations'}
      </Button>
      <p className="text-muted text-xs">Other texts, which an evergreen folder takes in turn.</p>
      {isOpen && <VariationsDialog readOnly={readOnly} onClose={() => setOpen(false)} />}
    </div>
  );
}

function languageOption(value: string) {
  return { value, label: languageName(value) };
}
