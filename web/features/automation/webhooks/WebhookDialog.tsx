import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import {
  EVENT_GROUPS,
  EVENT_TYPES,
  EVENTS,
  type EventType,
} from '#contract/automation/event-names.ts';
import type { Webhook } from '#contract/automation/webhooks.ts';
import { ApiError } from '#web/api/client.ts';
import { ChooseSome } from '#web/features/automation/rules/Fields.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useSaveWebhook, useTryAddress, type WebhookFields } from './webhook-queries.ts';

const TRY_AFTER_MS = 600;
const NONE = {
  name: '',
  url: '',
  events: ['publication.published', 'publication.stopped'],
  folders: null,
  channels: null,
} satisfies WebhookFields;

type Fields = Required<WebhookFields>;
type Props = {
  /** Undefined for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  onSaved: (secret: string | undefined) => void;
};

/** Adds an endpoint, or changes it. Its address is tried while it is typed; it can be wrong all the same. */
export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  const [fields, setFields] = useState<Fields>(() =>
    webhook
      ? {
          name: webhook.name,
          url: webhook.url,
          events: webhook.events,
          folders: webhook.folders,
          channels: webhook.channels,
        }
      : NONE,
  );
  const [first] = useState(fields);
  const save = useSaveWebhook(webhook);
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const change = (part: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...part }));
    save.reset();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate(fields, { onSuccess: onSaved });
  }
  return (
    <Dialog
      wide
      open
      unsaved={JSON.stringify(fields) !== JSON.stringify(first)}
      onClose={onClose}
      title={webhook ? 'Edit endpoint' : 'Add endpoint'}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {save.error && Object.keys(errors).length === 0 && (
          <Alert>{save.error.message || 'The server didn’t answer.'}</Alert>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_240px]">
          <AddressField
            url={fields.url}
            error={errors.url?.[0]}
            onChange={(url) => change({ url })}
          />
          <Field label="Name" required error={errors.name?.[0]}>
            <Input
              dir="auto"
              maxLength={100}
              value={fields.name}
              placeholder="Website ticker"
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
        </div>
        <EventFields
          events={fields.events}
          error={errors.events?.[0]}
          onChange={(events) => change({ events })}
        />
        <ScopeFields
          {...fields}
          error={(errors.folders ?? errors.channels)?.[0]}
          onChange={change}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-[13px] text-muted">
            {!webhook && 'The signing secret is shown once, next.'}
          </p>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {webhook ? 'Save' : 'Add endpoint'}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}

type AddressProps = { url: string; error: string | undefined; onChange: (url: string) => void };

function AddressField({ url, error, onChange }: AddressProps) {
  const { mutate, reset, data, variables, error: failure } = useTryAddress();
  const [before] = useState(url);
  useEffect(() => {
    const address = url.trim();
    if (address === before || !/^https?:\/\/[^/]+/.test(address)) return reset();
    const timer = setTimeout(() => mutate(address), TRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [url, before, mutate, reset]);
  const result = variables === url.trim() ? data : undefined;
  const refused =
    variables === url.trim() && failure instanceof ApiError ? failure.fields.url?.[0] : undefined;
  return (
    <div>
      <Field label="Address" required error={error ?? refused}>
        <Input
          type="url"
          value={url}
          placeholder="https://"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <p role="status" className="mt-1.5 flex min-h-5 items-center gap-1.5 text-muted text-xs">
        {result && (
          <>
            {result.accepted ? (
              <CircleCheck size={14} aria-hidden className="shrink-0 text-accent" />
            ) : (
              <CircleAlert size={14} aria-hidden className="shrink-0 text-warning" />
            )}
            {result.text}
          </>
        )}
      </p>
    </div>
  );
}

type EventProps = {
  events: readonly EventType[];
  error: string | undefined;
  onChange: (events: EventType[]) => void;
};

function EventFields({ events, error, onChange }: EventProps) {
  const set = (types: readonly EventType[], isOn: boolean) =>
    onChange(EVENT_TYPES.filter((type) => (types.includes(type) ? isOn : events.includes(type))));
  return (
    <fieldset>
      <legend className="flex w-full items-baseline justify-between gap-2">
        <span className="font-medium">Events</span>
        <span className="text-[13px] text-muted">
          {events.length} of {EVENT_TYPES.length} chosen
        </span>
      </legend>
      {error && <p className="text-danger">{error}</p>}
      <div className="mt-1.5 grid gap-x-4 gap-y-3 rounded-base border border-line p-3 sm:grid-cols-2 lg:grid-cols-3">
        {EVENT_GROUPS.map((group) => {
          const types = EVENT_TYPES.filter((type) => EVENTS[type].group === group);
          const chosen = types.filter((type) => events.includes(type)).length;
          return (
            <div key={group} role="group" aria-label={group}>
              <button
                type="button"
                onClick={() => set(types, chosen < types.length)}
                title={chosen < types.length ? 'Choose all of them' : 'Choose none of them'}
                className="min-h-8 rounded-sm font-medium text-[13px] hover:underline"
              >
                {group}{' '}
                <span className="font-normal text-muted text-xs">
                  {chosen} of {types.length}
                </span>
              </button>
              {types.map((type) => (
                <Checkbox
                  key={type}
                  checked={events.includes(type)}
                  onChange={(isOn) => set([type], isOn)}
                >
                  <span className="block break-all font-mono text-[13px]">{type}</span>
                  <span className="block text-muted text-xs">{EVENTS[type].text}</span>
                </Checkbox>
              ))}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

type ScopeProps = Pick<Fields, 'folders' | 'channels'> & {
  error: string | undefined;
  onChange: (part: Pick<Partial<Fields>, 'folders' | 'channels'>) => void;
};

/** Nothing chosen is all. */
function ScopeFields({ folders, channels, error, onChange }: ScopeProps) {
  const { data: allFolders = [] } = useFolders();
  const { data: allChannels = [] } = useChannels();
  const orNull = (ids: number[]) => (ids.length ? ids : null);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChooseSome
        label={folders ? 'Only these folders' : 'All folders, or only these'}
        values={folders ?? []}
        options={allFolders
          .filter(({ id }) => id > 0)
          .map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(ids) => onChange({ folders: orNull(ids) })}
      />
      <ChooseSome
        label={channels ? 'Only these accounts' : 'All accounts, or only these'}
        values={channels ?? []}
        options={allChannels
          .filter(({ id, state }) => state !== 'disconnected' || channels?.includes(id))
          .map(({ id, handle }) => ({ value: id, label: handle }))}
        onChange={(ids) => onChange({ channels: orNull(ids) })}
      />
      {error && <p className="text-danger sm:col-span-2">{error}</p>}
    </div>
  );
}
