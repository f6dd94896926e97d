import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '../Button.tsx';
import { Dialog, DialogActions } from '../overlays/Dialog.tsx';
import { Field } from './Field.tsx';

type Props = {
  /** What it is, in a sentence: ‘secret’. */
  noun: string;
  label: string;
  value: string;
  description: string;
  onClose: () => void;
};

/** What is shown this once: whoever closes it without a copy is asked. */
export function ShownOnce({ noun, label, value, description, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copy = () => copyText(value).then(() => setCopied(true));
  return (
    <Dialog
      medium
      open
      onClose={() => (isCopied || isAsking ? onClose() : setAsking(true))}
      title={`Copy this ${noun} now`}
      description={`${description} It is shown this once.`}
    >
      <Field label={label}>
        <input
          readOnly
          value={value}
          onFocus={({ target }) => target.select()}
          className="field w-full rounded-base border border-field bg-sunken font-mono text-[13px]"
        />
      </Field>
      {isAsking && (
        <p role="alert" className="text-danger">
          You haven’t copied the {noun}. It can’t be shown again.
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
