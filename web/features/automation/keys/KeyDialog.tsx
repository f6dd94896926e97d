import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { FieldErrors } from '#contract/http/errors.ts';
import type { Key, KeyWithSecret } from '#contract/people/keys.ts';
import type { Member } from '#contract/people/members.ts';
import { SCOPES } from '#contract/scopes.ts';
import { ApiError } from '#web/api/client.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { zonedDay } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { KeySummary } from './KeySummary.tsx';
import { bodyOf, ENDS, type End, endOf, type KeyForm, missingIn, useKeyForm } from './key-form.ts';
import { useCreateKey, useUpdateKey } from './key-queries.ts';
import { limitsOf, whyNot } from './key-words.ts';
import { LimitField } from './LimitField.tsx';
import { OwnerField } from './OwnerField.tsx';
import { ScopesField } from './ScopesField.tsx';

type Props = {
  /** The key that is changed; none: a new one. */
  known?: Key | undefined;
  me: number;
  members: readonly Member[];
  workspace: string;
  zone: string;
  onMade: (key: KeyWithSecret) => void;
  onClose: () => void;
};

/** Makes a key, or changes one. */
export function KeyDialog({ known, me, members, workspace, zone, onMade, onClose }: Props) {
  const { form, change: changeForm, isChanged } = useKeyForm(known, me, zone);
  const [missing, setMissing] = useState<FieldErrors>({});
  const [now] = useState(Date.now);
  const create = useCreateKey();
  const update = useUpdateKey(known?.id ?? 0);
  const { error, isPending } = known ? update : create;
  const errors = { ...(error instanceof ApiError && error.fields), ...missing };
  const owner = members.find(({ id }) => id === form.owner) ?? members.find(({ id }) => id === me);
  if (!owner) return null;
  const possible = SCOPES.filter((scope) => whyNot(scope, owner, form.draftsOnly) === undefined);
  const end = endOf(form, { known, zone, now });
  const until = end === null ? 'never expires' : `until ${end ? zonedDay(end, zone) : '…'}`;
  function change(fields: Partial<KeyForm>) {
    changeForm(fields);
    setMissing({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const lacking = missingIn(form);
    setMissing(lacking);
    if (end === undefined || Object.keys(lacking).length > 0) return;
    const body = bodyOf(form, possible, end);
    if (known) update.mutate(body, { onSuccess: onClose });
    else
      create.mutate(
        { ...body, ...(form.owner !== me && { acts_as: form.owner }) },
        { onSuccess: onMade },
      );
  }

  return (
    <Dialog
      open
      wide
      unsaved={isChanged}
      onClose={onClose}
      title={known ? 'Edit key' : 'Create key'}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_272px]">
          <div className="flex min-w-0 flex-col gap-4">
            {error && !Object.keys(errors).length && (
              <Alert>{error.message || 'Failed to save the key'}</Alert>
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Name" hint="What will use it." error={errors.name?.[0]}>
                <Input
                  dir="auto"
                  value={form.name}
                  maxLength={100}
                  onChange={({ target }) => change({ name: target.value })}
                />
              </Field>
              <OwnerField
                value={form.owner}
                {...{ me, members }}
                isFixed={known !== undefined}
                onChange={(owner) => change({ owner })}
              />
            </div>
            <div
              className={classes(
                'rounded-base p-3',
                form.draftsOnly ? 'border-2 border-accent-solid' : 'm-px border border-line',
              )}
            >
              <Switch
                checked={form.draftsOnly}
                onChange={(draftsOnly) => change({ draftsOnly })}
                label={
                  <span className="inline-flex items-center gap-2">
                    <ShieldCheck size={16} aria-hidden /> Drafts only
                  </span>
                }
                hint="What it writes waits for a person. It can’t publish, schedule or approve, whatever it is told to do."
              />
            </div>
            <ScopesField
              owner={owner}
              draftsOnly={form.draftsOnly}
              chosen={form.scopes}
              error={errors.scopes?.[0]}
              onChange={(scopes) => change({ scopes })}
            />
            <Limits form={form} change={change} errors={errors} />
          </div>
          <KeySummary
            {...{ owner, workspace, until }}
            scopes={form.scopes}
            draftsOnly={form.draftsOnly}
            folders={form.folders}
            channels={form.channels}
          />
        </div>
        <p className="text-muted text-xs md:hidden">
          {[
            ...(form.draftsOnly ? ['Drafts only'] : []),
            limitsOf({ ...form, addresses: null }),
            until,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2 border-line-soft border-t pt-3">
          <p className="text-muted text-xs">
            {known ? '' : `The owner of ${workspace} is notified by mail.`}
          </p>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isPending}>
              {known ? 'Save' : 'Create key'}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}

type LimitsProps = {
  form: KeyForm;
  change: (fields: Partial<KeyForm>) => void;
  errors: Record<string, string[]>;
};

/** To which folders, channels, addresses and until when a key is limited. */
function Limits({ form, change, errors }: LimitsProps) {
  const folders = useFolders().data ?? [];
  const channels = useChannels().data?.filter(({ state }) => state !== 'disconnected') ?? [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LimitField
        label="Only these folders"
        all="All folders"
        options={folders.filter(({ id }) => id > 0).map(({ id, name }) => ({ id, label: name }))}
        chosen={form.folders}
        error={errors.folders?.[0]}
        onChange={(chosen) => change({ folders: chosen })}
      />
      <LimitField
        label="Only these channels"
        all="All channels"
        options={channels.map(({ id, handle }) => ({ id, label: handle }))}
        chosen={form.channels}
        error={errors.channels?.[0]}
        onChange={(chosen) => change({ channels: chosen })}
      />
      <Field label="Only from these addresses" error={errors.addresses?.[0]}>
        <Input
          placeholder="203.0.113.0/24, 2001:db8::/48"
          value={form.addresses}
          onChange={({ target }) => change({ addresses: target.value })}
        />
      </Field>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span aria-hidden className="font-medium">
          Expires
        </span>
        <Select
          aria-label="Expires"
          value={form.end}
          options={(Object.keys(ENDS) as End[]).map((value) => ({
            value,
            label: ENDS[value].label,
          }))}
          onChange={(end) => change({ end })}
        />
        {form.end === 'date' && (
          <Input
            type="date"
            aria-label="Last day"
            aria-invalid={errors.expires_at ? true : undefined}
            value={form.day}
            onChange={({ target }) => change({ day: target.value })}
          />
        )}
        {form.end === 'never' && (
          <p className="text-warning">A key without an end stays valid if it leaks unnoticed.</p>
        )}
        {errors.expires_at && (
          <p role="alert" className="text-danger">
            {errors.expires_at[0]}
          </p>
        )}
      </div>
    </div>
  );
}
