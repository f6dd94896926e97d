import { Copy } from 'lucide-react';
import { useState } from 'react';
import { LINK_DAYS, type Report } from '#contract/analytics/reports.ts';
import { useZone } from '#web/api/workspace.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useEndLink, useShareReport } from './report-queries.ts';

type Props = { report: Report; open: boolean; onClose: () => void };

/** The link of a report, which is shown once. */
export function ShareDialog({ report, open, onClose }: Props) {
  const zone = useZone();
  const [days, setDays] = useState<(typeof LINK_DAYS)[number]>(30);
  const [asking, setAsking] = useState(false);
  const share = useShareReport(report.id);
  const end = useEndLink(report.id);
  const url = share.data?.url;
  const ends = report.link_ends_at;

  async function copy() {
    await copyText(url ?? '');
    toast({ title: 'Link copied' });
  }

  return (
    <>
      <Dialog
        medium
        open={open}
        onClose={onClose}
        title="Share this report"
        description="Whoever has the link sees what the report shows, without an account. Search engines don’t list it."
      >
        {url ? (
          <div className="flex items-end gap-2">
            <Field label="Link" className="grow" hint="It is shown once: copy it now.">
              <Input readOnly value={url} onFocus={({ target }) => target.select()} />
            </Field>
            <Button variant="primary" onClick={() => void copy()}>
              <Copy size={16} aria-hidden /> Copy
            </Button>
          </div>
        ) : (
          <>
            {ends && <p>It is shared until {zonedTime(ends, zone)}. A new link ends that one.</p>}
            <Field label="Ends">
              <Select
                value={String(days)}
                options={LINK_DAYS.map((count) => ({
                  value: String(count),
                  label: `in ${count} days`,
                }))}
                onChange={(value) => setDays(Number(value) as typeof days)}
              />
            </Field>
          </>
        )}
        <DialogActions>
          {ends && (
            <Button variant="danger" onClick={() => setAsking(true)}>
              End the link…
            </Button>
          )}
          {!url && (
            <Button variant="primary" busy={share.isPending} onClick={() => share.mutate(days)}>
              {ends ? 'New link' : 'Create link'}
            </Button>
          )}
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="End the link?"
        question="Whoever has it will see “This report isn’t shared any more”."
        confirm="End the link"
        onConfirm={() => {
          setAsking(false);
          share.reset();
          end.mutate();
          onClose();
        }}
      />
    </>
  );
}
