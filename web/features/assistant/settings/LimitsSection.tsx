import { useState } from 'react';
import { MAX_LIMIT_TOKENS } from '#contract/assistant/limits.ts';
import type { AssistantSettings } from '#contract/assistant/settings.ts';
import { useCan, useWorkspace, useZone } from '#web/api/workspace.ts';
import { tokenCount } from '#web/features/assistant/runs/token-words.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { exactCount } from '#web/lib/count.ts';
import { nameOf } from '#web/lib/text.ts';
import { formatIn } from '#web/lib/time/time.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { projected } from './projected.ts';
import { numberOf } from './server-values.ts';
import { useSetLimits } from './settings-queries.ts';
import { UsageBar } from './UsageBar.tsx';

/** What a rewriting of a post takes, in tokens. */
const REWRITING = 800;

/** How many tokens may be used, and who has used how many. */
export function LimitsSection({ settings }: { settings: AssistantSettings }) {
  const owns = useCan('own');
  const workspace = useWorkspace().data?.name;
  const zone = useZone();
  const { used, limit, resets_at: resetsAt } = settings.usage.month;
  const month = formatIn(zone, { month: 'long' }).format(Date.parse(resetsAt) - 1);
  const left = Math.max(0, limit - used);
  const atEnd = projected(used, resetsAt, zone);
  return (
    <SettingsSection
      title="Limits"
      hint="Counted from what the server reports, else estimated upward."
    >
      <div className="flex flex-wrap justify-between gap-x-4">
        <h3 className="font-medium">
          {workspace}, {month}
        </h3>
        <p>
          {tokenCount(used)} <span className="text-muted">of {tokenCount(limit)} tokens</span>
        </p>
      </div>
      <UsageBar used={used} limit={limit} className="my-2" />
      <p className="text-muted text-xs">
        {tokenCount(left)} left
        {limit > 0 && `, ${Math.round((100 * left) / limit)}%`}.
        {atEnd !== undefined && ` At this rate ${tokenCount(atEnd)} by the end of the month.`}
      </p>
      {owns && <LimitFields limits={settings.limits} />}
      <UsageTable settings={settings} month={month} />
    </SettingsSection>
  );
}

function LimitFields({ limits }: Pick<AssistantSettings, 'limits'>) {
  const { mutate: save } = useSetLimits();
  const about = Math.floor(limits.day / REWRITING / 10) * 10;
  return (
    <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
      <LimitField
        label="A month, for the workspace"
        value={limits.month}
        onChange={(month) => save({ ...limits, month })}
      />
      <LimitField
        label="A day, for a person"
        value={limits.day}
        hint={about > 0 ? `About ${exactCount(about)} rewritings of a post.` : undefined}
        onChange={(day) => save({ ...limits, day })}
      />
    </div>
  );
}

type LimitFieldProps = {
  label: string;
  value: number;
  hint?: string | undefined;
  onChange: (tokens: number) => void;
};

/** Saved when it is left, or with Enter. */
function LimitField({ label, value, hint, onChange }: LimitFieldProps) {
  const [text, setText] = useState<string>();
  const tokens = text === undefined ? value : /\d/.test(text) ? numberOf(text) : -1;
  const isValid = tokens >= 0 && tokens <= MAX_LIMIT_TOKENS && !/[^\d\s.,'’]/.test(text ?? '');
  function save() {
    if (!isValid) return;
    setText(undefined);
    if (tokens !== value) onChange(tokens);
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={isValid ? undefined : `Expected a number up to ${exactCount(MAX_LIMIT_TOKENS)}`}
    >
      <Input
        inputMode="numeric"
        value={text ?? exactCount(value)}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
        }}
      />
    </Field>
  );
}

function UsageTable({ settings, month }: { settings: AssistantSettings; month: string }) {
  const { people, limits } = settings;
  return (
    <table className="mt-5 w-full border-separate border-spacing-0 overflow-hidden rounded-base border border-line bg-surface [&_td]:border-line [&_td]:border-t">
      <thead>
        <tr className="h-9 text-left text-muted text-xs [&_th]:font-normal">
          <th scope="col" className="px-3">
            Person
          </th>
          <th scope="col" className="px-3">
            Today
          </th>
          <th scope="col" className="px-3 text-right">
            {month}
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {people.map(({ user, day, month: ofMonth }, place) => (
          <tr key={user?.id ?? `deleted ${place}`} className="h-11">
            <td className="w-1/2 max-w-0 px-3">
              <span className="flex items-center gap-2">
                <Avatar name={nameOf(user)} />
                <span className="truncate">{nameOf(user)}</span>
              </span>
            </td>
            <td className="px-3">
              <span className="flex items-center gap-2">
                <UsageBar used={day} limit={limits.day} className="w-16 max-sm:hidden" />
                {exactCount(day)}
                {day > 0 && day >= limits.day && (
                  <span className="text-warning text-xs">used up</span>
                )}
              </span>
            </td>
            <td className="px-3 text-right">{exactCount(ofMonth)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
