import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';

type Props = { secret: string; onClose: () => void };

/** The secret of an endpoint, this once. */
export function SecretDialog({ secret, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copy = () => copyText(secret).then(() => setCopied(true));
  return (
    <Dialog
      medium
      open
      onClose={() => (isCopied || isAsking ? onClose() : setAsking(true))}
      title="Copy this secret now"
      description="The receiver verifies with it that what arrives comes from here. It is shown this once."
    >
      <Field label="Signing secret">
        <input
          readOnly
          value={secret}
          onFocus={({ target }) => target.select()}
          className="field w-full rounded-base border border-field bg-sunken font-mono text-[13px]"
        />
      </Field>
      {isAsking && (
        <p role="alert" className="text-danger">
          You haven’t copied the secret. It can’t be shown again.
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
