import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_TITLE } from '#contract/analytics/reports.ts';
import { paths } from '#contract/paths.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { formatDay } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { reportOf } from './report-of.ts';
import { useCreateReport } from './report-queries.ts';

type Props = { address: Address; onClose: () => void };

/** Makes a report of the range and the filters of the page. */
export function NewReportDialog({ address, onClose }: Props) {
  const navigate = useNavigate();
  const month = formatDay(address.range.to, { month: 'long' });
  const [title, setTitle] = useState(`${month} on social media`);
  const create = useCreateReport((id) => void navigate(paths.report(id)));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate({ title, ...reportOf(address) });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New report"
      description="A page to print, or to share by a link, with the range and the filters that are chosen now"
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Title" required>
          <Input value={title} maxLength={MAX_TITLE} onChange={(e) => setTitle(e.target.value)} />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={create.isPending}
            disabled={title.trim() === ''}
          >
            Create report
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
