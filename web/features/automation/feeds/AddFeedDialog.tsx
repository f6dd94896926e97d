import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useZone } from '#web/api/workspace.ts';
import { bareAddress } from '#web/features/analytics/links/link-words.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useAddFeed, usePreviewFeed } from './feed-queries.ts';
import { FORMAT_NAMES } from './feed-words.ts';

type Props = { onClose: () => void; onAdded: (id: number) => void };

/** Adds a feed by its address, or by that of a page that names its feeds. */
export function AddFeedDialog({ onClose, onAdded }: Props) {
  const [url, setUrl] = useState('');
  const preview = usePreviewFeed();
  const add = useAddFeed();
  const zone = useZone();
  const error = add.error ?? preview.error;
  const fieldError = error instanceof ApiError ? error.fields.url?.[0] : undefined;
  const { feed, found = [] } = preview.data ?? {};

  const look = (address: string) => {
    add.reset();
    preview.mutate(address);
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (preview.isPending || add.isPending) return;
    if (feed) add.mutate(feed.url, { onSuccess: ({ id }) => onAdded(id) });
    else look(url);
  }

  return (
    <Dialog
      medium
      open
      onClose={onClose}
      title="Add a feed"
      description="What is new on another site, to make drafts of. Nothing is published by itself."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error && fieldError === undefined && (
          <Alert>{error.message || 'The feed couldn’t be read.'}</Alert>
        )}
        <Field
          label="Address"
          required
          hint="Of a feed (RSS, Atom, JSON Feed), or of a page that has one."
          error={fieldError}
        >
          <Input
            value={url}
            type="url"
            placeholder="https://"
            onChange={({ target }) => {
              setUrl(target.value);
              preview.reset();
              add.reset();
            }}
          />
        </Field>
        <div role="status">
          {feed && (
            <p className="rounded-base bg-sunken px-3 py-2">
              <span className="block font-medium">{feed.title}</span>
              <span className="text-[13px] text-muted">
                {FORMAT_NAMES[feed.format]}, {plural(feed.entries, 'entry', 'entries')}
                {feed.newest_at && `, newest ${zonedTime(feed.newest_at, zone)}`}
              </span>
            </p>
          )}
          {preview.data && !feed && (
            <p>
              {found.length === 0
                ? 'No feed there, and the page names none.'
                : `No feed there. ${found.length === 1 ? 'One was' : `${found.length} were`} found on the page:`}
            </p>
          )}
        </div>
        {found.length > 0 && (
          <ul aria-label="Feeds of the page" className="-mt-2 flex flex-col gap-1">
            {found.map((other) => (
              <li key={other.url}>
                <button
                  type="button"
                  onClick={() => {
                    setUrl(other.url);
                    look(other.url);
                  }}
                  className="min-h-8 max-w-full truncate text-left text-accent hover:underline"
                >
                  {other.title === other.url
                    ? bareAddress(other.url)
                    : `${other.title} · ${bareAddress(other.url)}`}
                </button>
              </li>
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={preview.isPending || add.isPending}>
            {feed ? 'Add feed' : 'Look'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
