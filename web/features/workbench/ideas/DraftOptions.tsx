import { MAX_INSTRUCTION } from '#contract/assistant/limits.ts';
import type { AssistantState } from '#contract/assistant/state.ts';
import { NETWORK_NAMES, NETWORKS } from '#contract/networks/names.ts';
import { limitOf } from '#contract/networks/networks.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { exactCount } from '#web/lib/count.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import type { Drafts } from './use-drafts.ts';
import { VoiceSelect } from './VoiceSelect.tsx';

type Props = { drafts: Drafts; voices: AssistantState['voices'] };

/** How drafts are written, and where they are made. */
export function DraftOptions({ drafts, voices }: Props) {
  const { form, set, network, accounts, folder } = drafts;
  const { data: folders = [] } = useFolders();
  const offered = accounts.size > 0 ? [...accounts.keys()] : NETWORKS;
  return (
    <>
      <Field label="What matters about it" hint="Optional.">
        <Textarea
          rows={2}
          value={form.instruction}
          maxLength={MAX_INSTRUCTION}
          onChange={({ target }) => set({ instruction: target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Make">
          <Select
            value={form.asThread ? 'thread' : 'post'}
            options={[
              { value: 'post', label: 'One post' },
              { value: 'thread', label: 'A thread' },
            ]}
            onChange={(what) => set({ asThread: what === 'thread' })}
          />
        </Field>
        <Field label="Length for">
          <Select
            value={network}
            options={offered.map((name) => ({
              value: name,
              label: `${NETWORK_NAMES[name]}, ${exactCount(limitOf(name, accounts.get(name)?.limits))}`,
            }))}
            onChange={(network) => set({ network })}
          />
        </Field>
        <Field label="Folder" required>
          <Select
            value={folder === undefined ? undefined : String(folder)}
            options={folderOptions(folders.filter(({ id }) => id > 0))}
            placeholder="No folder yet"
            onChange={(folder) => set({ folder: Number(folder) })}
          />
        </Field>
        <VoiceSelect voices={voices} value={form.voice} onChange={(voice) => set({ voice })} />
      </div>
    </>
  );
}
