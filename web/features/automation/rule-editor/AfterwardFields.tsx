import type { Action, SettingsOf, Unfinished } from '#contract/automation/rules-settings.ts';
import { networksWith } from '#contract/networks/afterward-rules.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { Choose, NumberField } from '#web/features/automation/rules/Fields.tsx';
import type { Choices } from '#web/features/automation/rules/use-names.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

type Given = Extract<Unfinished<Action>, { kind: 'repost' | 'reply' | 'remove' }>;
type Props = { value: Given; choices: Choices; onChange: (action: Given) => void };

const list = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** What is done with a publication afterwards. */
export function AfterwardFields({ value, choices, onChange }: Props) {
  const decides = useCan('decide');
  const change = (part: SettingsOf<Given>) => onChange({ ...value, ...part } as Given);
  return (
    <div className="flex flex-col gap-3">
      {value.kind === 'repost' && (
        <Field label="Account">
          <Select
            value={value.channel ? String(value.channel) : ''}
            options={[
              { value: '', label: 'The account that published it' },
              ...choices.channel.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(id) => change({ channel: id ? Number(id) : null })}
          />
        </Field>
      )}
      {value.kind === 'reply' && (
        <Choose
          label="Snippet"
          value={value.snippet}
          choices={choices.snippet}
          onChange={(snippet) => change({ snippet })}
          none={
            <>
              There is no snippet yet. <TextLink to={paths.snippets}>Write one</TextLink>
            </>
          }
        />
      )}
      {value.kind === 'remove' ? (
        <NumberField
          label="Days after it was published"
          value={value.days}
          max={365}
          onChange={(days) => change({ days })}
        />
      ) : (
        <NumberField
          label="Hours after it was published"
          value={value.hours}
          max={24 * 365}
          onChange={(hours) => change({ hours })}
        />
      )}
      <p className="text-muted text-xs">
        Works on {list(networksWith(value.kind))}. Elsewhere it is left out, and the run says why.
      </p>
      {value.kind === 'remove' && (
        <Checkbox
          required
          checked={value.consent === true}
          onChange={(consent) => change({ consent: consent || null })}
        >
          I know that nothing brings a deleted post back
        </Checkbox>
      )}
      {(decides || value.unasked === true) && (
        <Checkbox checked={value.unasked ?? false} onChange={(unasked) => change({ unasked })}>
          Without asking anyone
          <span className="block text-muted text-xs">
            Otherwise it waits in Needs attention until someone accepts it.
          </span>
        </Checkbox>
      )}
    </div>
  );
}
