import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';

type Props = { address: string; onClose: () => void };

/** An address that makes drafts, this once. */
export function AddressDialog({ address, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copy = () => copyText(address).then(() => setCopied(true));
  return (
    <Dialog
      medium
      open
      onClose={() => (isCopied || isAsking ? onClose() : setAsking(true))}
      title="Copy this address now"
      description="Whoever has it can make drafts here. Send it JSON or a form by POST. It is shown this once."
    >
      <Field label="Address">
        <input
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
          className="field w-full rounded-base border border-field bg-sunken font-mono text-[13px]"
        />
      </Field>
      {isAsking && (
        <p role="alert" className="text-danger">
          You haven’t copied the address. It can’t be shown again.
        </p>
      )}
      <DialogActions>
        {isAsking ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={() => void copy().then(onClose)}>
              Copy and close
            </Button>
          </>
        ) : (
          <>
            <Button variant={isCopied ? 'secondary' : 'primary'} onClick={() => void copy()}>
              <Copy size={16} aria-hidden />
              {isCopied ? 'Copied' : 'Copy'}
            </Button>
            <Button
              variant={isCopied ? 'primary' : 'secondary'}
              onClick={() => (isCopied ? onClose() : setAsking(true))}
            >
              Done
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
