import { useState } from 'react';
import { ACTIONS, TONE_NAMES, TONES } from '#contract/assistant/actions.ts';
import { detailsOfPrompt, PROMPTS } from '#contract/automation/rules-prompts.ts';
import type { Action, SettingsOf, Unfinished } from '#contract/automation/rules-settings.ts';
import { languageName } from '#contract/content/items.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import { Choose } from '#web/features/automation/rules/Fields.tsx';
import type { Choices } from '#web/features/automation/rules/use-names.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

type Given = Extract<Unfinished<Action>, { kind: 'prompt' }>;
type Props = { value: Given; choices: Choices; onChange: (action: Given) => void };

const LABELS: Partial<Record<(typeof PROMPTS)[number], string>> = {
  shorten: 'Shorten to fit a network',
  translate: 'Translate',
  own: 'An action of the workspace',
};
const LANGUAGES = 'ar de en es fr hi it ja ko nl pl pt tr zh-Hans'.split(' ');

/** What the assistant is asked for. */
export function PromptFields({ value, choices, onChange }: Props) {
  const change = (part: SettingsOf<Given>) => onChange({ ...value, ...part });
  const details = value.ask ? detailsOfPrompt(value.ask) : [];
  const languages = [...new Set([...LANGUAGES, ...(value.language ? [value.language] : [])])];
  return (
    <div className="flex flex-col gap-3">
      <Field label="Ask it to">
        <Select
          value={value.ask ?? undefined}
          options={PROMPTS.map((ask) => ({ value: ask, label: LABELS[ask] ?? ACTIONS[ask].label }))}
          onChange={(ask) =>
            change({ ask, tone: null, language: null, network: null, own_action: null })
          }
        />
      </Field>
      {details.includes('tone') && (
        <Field label="Tone">
          <Select
            value={value.tone ?? undefined}
            placeholder="Choose…"
            options={TONE_NAMES.map((tone) => ({ value: tone, label: TONES[tone] }))}
            onChange={(tone) => change({ tone })}
          />
        </Field>
      )}
      {details.includes('language') && (
        <Field label="Language">
          <Select
            value={value.language ?? ''}
            placeholder="Choose…"
            options={languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
            onChange={(language) => change({ language })}
          />
        </Field>
      )}
      {details.includes('network') && (
        <Field label="Network">
          <Select
            value={value.network ?? undefined}
            placeholder="Choose…"
            options={ALL_NETWORKS.map((network) => ({
              value: network,
              label: NETWORK_NAMES[network],
            }))}
            onChange={(network) => change({ network })}
          />
        </Field>
      )}
      {details.includes('own_action') && (
        <Choose
          label="Action"
          value={value.own_action}
          choices={choices.own_action}
          onChange={(own_action) => change({ own_action })}
          none={
            <>
              There is no action yet. <TextLink to={paths.assistantSettings}>Write one</TextLink>
            </>
          }
        />
      )}
      <p className="text-muted text-xs">
        Its answer waits in the editor of the post as a proposal: a person takes or discards it.
        What it uses counts for whoever saves the rule.
      </p>
      <Server />
    </div>
  );
}

/** Why the rule cannot be switched on yet. */
function Server() {
  const assistant = useAssistant();
  const [isLater, setLater] = useState(false);
  if (!assistant)
    return (
      <p className="text-[13px] text-warning">
        The assistant is off: the rule can’t be switched on before an owner has chosen its server.
      </p>
    );
  if (assistant.acknowledged) return null;
  if (isLater)
    return (
      <p className="text-[13px] text-warning">
        You have not agreed yet to where texts are sent: the rule can’t be switched on.
      </p>
    );
  return (
    <Disclosure
      server={assistant.server}
      sent="the text of each post that the rule is about, and the voice of its folder"
      notSent="other posts, comments, accounts, keys"
      kept="Who asked, when, which action, how many tokens, and what is proposed, until it is taken or discarded."
      isAsked={false}
      onClose={() => setLater(true)}
    />
  );
}
