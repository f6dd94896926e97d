import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { type SnippetPattern, snippetText } from '#contract/content/snippet-text.ts';
import { listSnippets } from '#contract/content/snippets.ts';
import type { AfterwardKind } from '#contract/networks/afterward-kinds.ts';
import { policyOf } from '#contract/networks/afterward-rules.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { useInsertion } from '#web/ui/dragging/insertion.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { useFirstInvalid } from '#web/ui/overlays/focus.ts';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import {
  type AfterwardsProps,
  type ChosenAfterwards,
  leftOutBy,
  type MissingField,
  missingIn,
} from './afterwards-form.ts';

type Props = AfterwardsProps & {
  /** What was entered last in each part, whether it is chosen or not. */
  entered: RefObject<ChosenAfterwards>;
};

/** What is done once it is out: each part is a box to tick, with its fields. */
export function AfterwardsFields({ value, going, channels, missing, entered, onChange }: Props) {
  const { repost, reply, remove } = value;
  const networks = new Set(going.map(({ network }) => network));
  const others = channels.filter(({ network }) => networks.has(network));
  const isOffered = (kind: AfterwardKind) =>
    going.length === 0 || leftOutBy(kind, going).length < networks.size;
  const root = useRef<HTMLDivElement>(null);
  useFirstInvalid(root, missing);
  const lacks = missingIn(value);
  const errorAt = (part: MissingField['part'], field: MissingField['field']) =>
    missing && lacks?.part === part && lacks.field === field ? lacks.text : undefined;
  const last = entered.current;
  return (
    <div ref={root} className="flex flex-col gap-3">
      <Checkbox
        checked={repost !== null}
        onChange={(on) =>
          onChange({
            ...value,
            repost: on ? (last.repost ?? { count: '24', unit: 'hours', channel: null }) : null,
          })
        }
      >
        Repost it
      </Checkbox>
      {repost && isOffered('repost') && (
        <div className="grid gap-3 pl-8 sm:grid-cols-2">
          <Count
            label="Repost after"
            value={repost.count}
            error={errorAt('repost', 'count')}
            onChange={(count) => onChange({ ...value, repost: { ...repost, count } })}
          />
          <Field label="Unit">
            <Select
              value={repost.unit}
              options={[
                { value: 'hours', label: 'hours' },
                { value: 'days', label: 'days' },
              ]}
              onChange={(unit) => onChange({ ...value, repost: { ...repost, unit } })}
            />
          </Field>
          {networks.size === 1 && others.length > 1 && (
            <Field label="On" className="sm:col-span-2">
              <Select
                value={repost.channel === null ? '' : String(repost.channel)}
                options={[
                  { value: '', label: 'The account that publishes it' },
                  ...others.map(({ id, handle }) => ({ value: String(id), label: handle })),
                ]}
                onChange={(id) =>
                  onChange({ ...value, repost: { ...repost, channel: id ? Number(id) : null } })
                }
              />
            </Field>
          )}
        </div>
      )}
      {repost && <Policies kind="repost" going={going} />}
      <Checkbox
        checked={reply !== null}
        onChange={(on) =>
          onChange({ ...value, reply: on ? (last.reply ?? { count: '1', text: '' }) : null })
        }
      >
        Reply below it
      </Checkbox>
      {reply && isOffered('reply') && (
        <ReplyFields
          value={reply}
          errors={{ count: errorAt('reply', 'count'), text: errorAt('reply', 'text') }}
          onChange={(reply) => onChange({ ...value, reply })}
        />
      )}
      {reply && <Policies kind="reply" going={going} />}
      <Checkbox
        checked={remove !== null}
        onChange={(on) =>
          onChange({
            ...value,
            // Consent is given each time.
            remove: on ? { count: last.remove?.count ?? '30', consents: false } : null,
          })
        }
      >
        Delete it at the network
      </Checkbox>
      {remove && isOffered('remove') && (
        <div className="flex flex-col gap-2 pl-8">
          <Count
            label="Delete after days"
            value={remove.count}
            error={errorAt('remove', 'count')}
            onChange={(count) => onChange({ ...value, remove: { ...remove, count } })}
          />
          <Checkbox
            checked={remove.consents}
            error={errorAt('remove', 'consents')}
            onChange={(consents) => onChange({ ...value, remove: { ...remove, consents } })}
          >
            I know that nothing brings a deleted post back
          </Checkbox>
        </div>
      )}
      {remove && <Policies kind="remove" going={going} />}
    </div>
  );
}

const Count = ({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) => (
  <Field label={label} error={error}>
    <Input
      type="number"
      inputMode="numeric"
      min={1}
      max={8760}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

type ReplyProps = {
  value: { count: string; text: string };
  errors: { count: string | undefined; text: string | undefined };
  onChange: (value: { count: string; text: string }) => void;
};

/** A text, or what a snippet puts in: it is approved, and published, as it is here. */
function ReplyFields({ value, errors, onChange }: ReplyProps) {
  const snippets = useQuery({
    queryKey: keys.snippetTexts,
    queryFn: ({ signal }) => call(listSnippets, { query: {}, signal }),
  }).data;
  const { field, insert } = useInsertion<HTMLTextAreaElement>();
  const insertSnippet = (snippet: SnippetPattern) =>
    insert((before) => (/\S$/.test(before) ? ' ' : '') + snippetText(snippet, randomKey()));
  return (
    <div className="flex flex-col gap-3 pl-8">
      <Count
        label="Reply after hours"
        value={value.count}
        error={errors.count}
        onChange={(count) => onChange({ ...value, count })}
      />
      <Field label="Reply" required error={errors.text}>
        <Textarea
          {...field}
          rows={3}
          value={value.text}
          maxLength={10_000}
          onChange={({ target }) => onChange({ ...value, text: target.value })}
        />
      </Field>
      {snippets && snippets.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button size="small" className="self-start">
              Insert a snippet
            </Button>
          }
        >
          {snippets.map((snippet) => (
            <MenuItem key={snippet.id} onSelect={() => insertSnippet(snippet)}>
              <bdi>{snippet.name}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

/** What the networks of the chosen channels say about it, and which do not have it. */
function Policies({ kind, going }: { kind: AfterwardKind } & Pick<AfterwardsProps, 'going'>) {
  const says = new Set(going.flatMap(({ network }) => policyOf(network, kind) ?? []));
  const refuses = leftOutBy(kind, going);
  if (!says.size && !refuses.length) return null;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-12 text-muted text-xs">
      {[...refuses, ...says].map((text) => (
        <li key={text}>{text}.</li>
      ))}
    </ul>
  );
}
