import { useState } from 'react';
import type { Key, KeyWithSecret } from '#contract/people/keys.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { type OldKeyLife, useRollKey } from './key-queries.ts';

const LIVES: { value: OldKeyLife; label: string }[] = [
  { value: 'hour', label: '1 hour' },
  { value: 'day', label: '24 hours' },
  { value: 'week', label: '7 days' },
  { value: 'none', label: 'Not at all' },
];

/** Gives a key another secret. */
export function RollDialog({
  known,
  onRolled,
  onClose,
}: {
  known: Key;
  onRolled: (key: KeyWithSecret) => void;
  onClose: () => void;
}) {
  const [keep, setKeep] = useState<OldKeyLife>('day');
  const roll = useRollKey();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Roll ${known.name}?`}
      description="You get a new key, with the same name and access."
    >
      {roll.error && <Alert>{roll.error.message || 'Failed to roll the key'}</Alert>}
      <div className="flex flex-col gap-1.5">
        <p>The old key keeps working for</p>
        <div className="max-w-full overflow-x-auto">
          <Segments
            label="The old key keeps working for"
            value={keep}
            options={LIVES}
            onChange={setKeep}
          />
        </div>
        {known.old_until !== null && (
          <p className="text-muted">The key from before the present one ends at once.</p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={roll.isPending}
          onClick={() => roll.mutate({ known, keep }, { onSuccess: onRolled })}
        >
          Roll
        </Button>
      </DialogActions>
    </Dialog>
  );
}
