import { type FormEvent, useState } from 'react';
import { type Link, MAX_ADDRESS, MAX_LINK_NAME } from '#contract/publishing/links.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useChangeLink } from './link-queries.ts';

const FIELDS = {
  target: {
    title: 'Change destination',
    label: 'Address',
    max: MAX_ADDRESS,
    hint: 'All who scan or click it from now on land there.',
    submit: 'Change destination',
  },
  name: {
    title: 'Rename the link',
    label: 'Name',
    max: MAX_LINK_NAME,
    hint: 'For your team alone. Visitors never see it.',
    submit: 'Save',
  },
} as const;

type Props = { field: keyof typeof FIELDS; link: Link; onClose: () => void };

/** Changes the destination or the name of a link that was made by hand. */
export function LinkFieldDialog({ field, link, onClose }: Props) {
  const { title, label, max, hint, submit } = FIELDS[field];
  const [value, setValue] = useState(link[field] ?? '');
  const change = useChangeLink();
  const { error } = change;
  const said =
    error instanceof ApiError ? (error.fields[field]?.[0] ?? error.message) : error?.message;
  function save(event: FormEvent) {
    event.preventDefault();
    if (value.trim() === (link[field] ?? '')) return onClose();
    if (!change.isPending) change.mutate({ link, [field]: value }, { onSuccess: onClose });
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={save} noValidate className="flex flex-col gap-4">
        <Field label={label} hint={hint} error={said}>
          <Input value={value} maxLength={max} onChange={({ target }) => setValue(target.value)} />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export const EndDialog = ({
  open,
  onClose,
  onConfirm,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) => (
  <ConfirmDialog
    open={open}
    onClose={onClose}
    onConfirm={onConfirm}
    title="End link"
    question="Visitors will see “This link has ended”. Its count stays."
    confirm="End link"
  />
);
