import { Check, CircleAlert, Copy, LoaderCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyWithSecret } from '#contract/people/keys.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useFirstUse } from './key-queries.ts';

/** The secret of a key, which is shown once. */
export function ShownKey({
  shown,
  origin,
  onClose,
}: {
  shown: KeyWithSecret;
  origin: string;
  onClose: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data: used } = useFirstUse(shown.id);
  const field = useRef<HTMLInputElement>(null);
  const copy = () => copyText(shown.secret).then(() => setCopied(true));
  if (isAsking)
    return (
      <Dialog
        open
        onClose={() => setAsking(false)}
        title="Close without copying?"
        description="You haven’t copied the key. It can’t be shown again."
      >
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => void copy().then(onClose)}>
            Copy and close
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      open
      medium
      onClose={() => (isCopied ? onClose() : setAsking(true))}
      title="Copy this key now"
      description={shown.name}
    >
      <div className="flex items-center gap-2">
        <input
          ref={field}
          readOnly
          aria-label="The key"
          value={shown.secret}
          onFocus={({ target }) => target.select()}
          className="field min-w-0 grow rounded-base border border-field bg-page font-mono text-[12.5px]"
        />
        <Button variant={isCopied ? 'secondary' : 'primary'} onClick={() => void copy()}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </p>
      <p className="flex gap-2">
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warning" />
        <span>
          <strong>It is not shown again.</strong> Only a hash is stored. If the key is lost, roll
          it.
        </span>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-base border border-line bg-page p-3 font-mono text-[12.5px]"
      >
        {`export POSTFOLIO_KEY=${shown.prefix}_…
curl -H "Authorization: Bearer $POSTFOLIO_KEY" \\
  ${origin}/api/whoami/`}
      </pre>
      <p role="status" className="flex items-center gap-2 text-muted">
        {used?.last_used_at ? (
          <>
            <Check size={16} aria-hidden className="text-accent" />
            Worked: a call from {used.last_used_ip}
          </>
        ) : (
          <>
            <LoaderCircle
              size={16}
              aria-hidden
              className="animate-spin motion-reduce:animate-none"
            />
            Waiting for its first call…
          </>
        )}
      </p>
      <DialogActions>
        <Button
          variant={isCopied ? 'primary' : 'secondary'}
          onClick={() => (isCopied ? onClose() : setAsking(true))}
        >
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
