import { type FormEvent, useState } from 'react';
import { MAX_ADDRESS, MAX_LINK_NAME } from '#contract/publishing/links.ts';
import { type Utm, withUtm } from '#contract/publishing/utm.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { LinkDestination } from './LinkDestination.tsx';
import { useCreateLink, useLinkSettings } from './link-queries.ts';

const FIELDS = ['source', 'medium', 'campaign'] as const;
const EMPTY: Utm = { source: '', medium: '', campaign: '', content: '', term: '' };
/** What is typed here is meant as it is. */
const NO_VALUES = { network: '', channel: '', folder: '', campaign: '', date: '', post: '' };

type Props = { onClose: () => void; onMade: (id: number) => void };

/** Makes a short link by hand. */
export function NewLinkDialog({ onClose, onMade }: Props) {
  const [target, setTarget] = useState('');
  const [name, setName] = useState('');
  const [addsUtm, setAddsUtm] = useState(false);
  const [utm, setUtm] = useState(EMPTY);
  const create = useCreateLink();
  const base = useLinkSettings().data?.base;
  const error = create.error instanceof ApiError ? create.error : null;
  const destination =
    addsUtm && /^https?:/i.test(target) ? withUtm(target.trim(), utm, NO_VALUES) : target.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending)
      create.mutate({ target: destination, name }, { onSuccess: ({ id }) => onMade(id) });
  }

  return (
    <Dialog
      medium
      open
      onClose={onClose}
      title="New link"
      description="A short link with its own count, for a bio, a label, a mail"
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {create.error && !error?.fields.target && !error?.fields.name && (
          <Alert>{create.error.message || 'The link couldn’t be created.'}</Alert>
        )}
        <Field
          label="Address"
          required
          hint="The destination. It can be changed later."
          error={error?.fields.target?.[0]}
        >
          <Input
            value={target}
            type="url"
            maxLength={MAX_ADDRESS}
            placeholder="https://"
            onChange={(event) => {
              setTarget(event.target.value);
              create.reset();
            }}
          />
        </Field>
        <Field
          label="Name"
          hint="For your team alone. Visitors never see it."
          error={error?.fields.name?.[0]}
        >
          <Input
            value={name}
            maxLength={MAX_LINK_NAME}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Switch checked={addsUtm} onChange={setAddsUtm} label="Add UTM" />
        {addsUtm && (
          <>
            <div className="grid gap-2 sm:grid-cols-3">
              {FIELDS.map((field) => (
                <Field key={field} label={`utm_${field}`}>
                  <Input
                    value={utm[field]}
                    maxLength={200}
                    onChange={(event) => setUtm({ ...utm, [field]: event.target.value })}
                  />
                </Field>
              ))}
            </div>
            {target.trim() !== '' && (
              <LinkDestination label="Leads to" address={target.trim()} target={destination} />
            )}
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-[13px] text-muted">
            {base && `${base.replace(/^https?:\/\//, '')} and 7 letters`}
          </p>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={create.isPending}>
              Create link
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}
