import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useCreateFeed, useDeleteFeed, useFeed } from '#web/features/calendar/calendar-queries.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { fullTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field, Input } from '#web/ui/Field.tsx';

/** The secret address at which calendar applications of this person read what is planned. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useFeed();
  const create = useCreateFeed();
  const revoke = useDeleteFeed();
  const [url, setUrl] = useState<string>();
  const isThere = Boolean(feed.data?.created_at);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Calendar address"
      description="Calendar applications show there what is planned here, and cannot change it. Whoever has the address can read it."
    >
      <div className="flex flex-col gap-4">
        {url && (
          <div className="flex items-start gap-2">
            <Field label="Address" hint="It is shown once: copy it now." className="min-w-0 grow">
              <Input readOnly value={url} onFocus={({ target }) => target.select()} />
            </Field>
            <Button className="mt-6.5" onClick={() => void copyText(url)}>
              <Copy size={16} aria-hidden /> Copy
            </Button>
          </div>
        )}
        {feed.data?.created_at && (
          <p className="text-muted text-xs">
            Made {fullTime(feed.data.created_at)}.{' '}
            {feed.data.read_at
              ? `Read last ${fullTime(feed.data.read_at)}.`
              : 'It was not read yet.'}
          </p>
        )}
        <DialogActions>
          {isThere && (
            <Button
              className="mr-auto text-danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate(undefined, { onSuccess: () => setUrl(undefined) })}
            >
              Revoke
            </Button>
          )}
          <Button
            variant={url ? 'secondary' : 'primary'}
            busy={create.isPending}
            disabled={feed.isPending}
            onClick={() => create.mutate(undefined, { onSuccess: (made) => setUrl(made.url) })}
          >
            {isThere ? 'Make a new one' : 'Make an address'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
