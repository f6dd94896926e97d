import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useZone } from '#web/api/workspace.ts';
import {
  useCreateFeed,
  useDeleteFeed,
  useFeed,
} from '#web/features/calendar/entries/calendar-queries.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

/** The secret address at which calendar applications of this person read what is planned. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useFeed();
  const zone = useZone();
  const create = useCreateFeed();
  const revoke = useDeleteFeed();
  const [url, setUrl] = useState<string>();
  const isThere = Boolean(feed.data?.created_at);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Calendar address"
      description="With this address, calendar apps can show what is planned here, but can’t change it. Anyone who has it can read it."
    >
      <div className="flex flex-col gap-4">
        {url && (
          <div className="flex items-start gap-2">
            <Field
              label="Address"
              hint="It is shown only once: copy it now."
              className="min-w-0 grow"
            >
              <Input readOnly value={url} onFocus={({ target }) => target.select()} />
            </Field>
            <Button className="mt-6.5" onClick={() => void copyText(url)}>
              <Copy size={16} aria-hidden /> Copy
            </Button>
          </div>
        )}
        {feed.data?.created_at && (
          <p className="text-muted text-xs">
            Created {zonedTime(feed.data.created_at, zone)}.{' '}
            {feed.data.read_at
              ? `Last read ${zonedTime(feed.data.read_at, zone)}.`
              : 'Not read yet.'}
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
            {isThere ? 'Create a new one' : 'Create an address'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
