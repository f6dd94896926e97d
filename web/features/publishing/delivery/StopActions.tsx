import {
  Check,
  CircleSlash,
  ExternalLink,
  Pencil,
  Plug,
  Recycle,
  RotateCw,
  Send,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { useCapabilities } from '#web/api/workspace.ts';
import { networkOf, offersOf } from '#web/features/publishing/publications/publication-words.ts';
import {
  useCancel,
  useLatestPosts,
  useMove,
  useResolve,
  useRetry,
  useTakeNewText,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { MoveTimeDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { cut } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { IsItPublished } from './IsItPublished.tsx';

/** What waits for the answer whether it is there. */
type Asked = 'asked for a time' | 'asked to publish' | 'asked to leave';

type Props = {
  publication: Publication;
  /** All that one deed mends. */
  ids: readonly number[];
  /** The first part that is not published, from 0. */
  part: number;
  zone: string;
};

/** What mends a stopped publication: the likely deed last. Offers only what the server accepts. */
export function StopActions({ publication, ids, part, zone }: Props) {
  const can = useCapabilities();
  const [open, setOpen] = useState<'there' | 'send' | 'time' | Asked | null>(null);
  const [sent, setSent] = useState<false>();
  const retry = useRetry();
  const resolve = useResolve();
  const move = useMove();
  const leave = useCancel('Left as it is');
  const { id, reason, item, channel } = publication;
  const offers = offersOf(publication);
  const close = () => setOpen(null);
  const asks = publication.may_be_there;
  const publishNow = () => move.mutate({ id, at: null });
  const answer = (isThere: boolean) => {
    close();
    if (isThere || open === 'asked to leave') leave.mutate({ id, sent: isThere });
    else if (open === 'asked to publish') move.mutate({ id, at: null, sent: false });
    else {
      setSent(false);
      setOpen('time');
    }
  };
  if (!can('decide')) return null;
  const retryLabel =
    ids.length > 2 ? `Retry ${ids.length}` : ids.length === 2 ? 'Retry both' : 'Retry';
  return (
    <>
      {offers.includes('send it') && (
        <>
          <Button onClick={() => setOpen('send')}>Not published: send it</Button>
          <Button onClick={() => setOpen('there')}>
            <Check size={16} aria-hidden />
            It was published
          </Button>
        </>
      )}
      {offers.includes('new time') && (
        <>
          <Button onClick={() => setOpen(asks ? 'asked for a time' : 'time')}>New time…</Button>
          <Button
            busy={move.isPending}
            onClick={asks ? () => setOpen('asked to publish') : publishNow}
          >
            <Send size={16} aria-hidden />
            Publish now
          </Button>
        </>
      )}
      {offers.includes('reconnect') && can('manage') && (
        <Button asChild>
          <Link to={paths.reconnectAccount(channel.id)}>
            <Plug size={16} aria-hidden />
            Reconnect
          </Link>
        </Button>
      )}
      {offers.includes('review the change') && (
        <>
          {offers.includes('publish as approved') && (
            <Button busy={retry.isPending} onClick={() => retry.mutate({ ids, asScheduled: true })}>
              Publish as approved
            </Button>
          )}
          {item && (
            <Button asChild>
              <Link to={paths.previewContent(item)}>Review the change</Link>
            </Button>
          )}
          <TakeNewText publication={publication} />
        </>
      )}
      {offers.includes('leave it') && (
        <Button
          busy={leave.isPending}
          onClick={asks ? () => setOpen('asked to leave') : () => leave.mutate({ id })}
        >
          <CircleSlash size={16} aria-hidden />
          Leave it as it is
        </Button>
      )}
      {offers.includes('edit') && item && (
        <Button asChild>
          <Link to={paths.editContent(item)} state={{ isFromList: true }}>
            <Pencil size={16} aria-hidden />
            {publication.parts > 1 ? `Edit part ${part + 1}` : 'Edit'}
          </Link>
        </Button>
      )}
      {offers.includes('continue') && (
        <Button busy={retry.isPending} onClick={() => retry.mutate({ ids })}>
          <RotateCw size={16} aria-hidden />
          {reason === 'changed' ? 'Publish as it is now' : retryLabel}
        </Button>
      )}
      {open === 'there' && <ThereDialog publication={publication} onClose={close} />}
      {open === 'time' && <MoveTimeDialog {...{ publication, zone, sent }} onClose={close} />}
      <IsItPublished
        publication={publication}
        open={open?.startsWith('asked') ?? false}
        onAnswer={answer}
        onClose={close}
      />
      <ConfirmDialog
        open={open === 'send'}
        title="Send it?"
        question="If it was published after all, it will appear twice."
        confirm="Send it"
        onConfirm={() => {
          resolve.mutate({ id, sent: false });
          close();
        }}
        onClose={close}
      />
    </>
  );
}

/** For a copy of an evergreen post, where another text of that is approved: it is taken, and goes on. */
export function TakeNewText({ publication }: Pick<Props, 'publication'>) {
  const can = useCapabilities();
  const take = useTakeNewText();
  const { id, sendable } = publication;
  if (!sendable.includes('source') || !can('decide')) return null;
  return (
    <Button busy={take.isPending} onClick={() => take.mutate({ id })}>
      <Recycle size={16} aria-hidden />
      Take the new text
    </Button>
  );
}

/** A person says that a part is there, and which post it is. */
function ThereDialog({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const latest = useLatestPosts(publication.id);
  const resolve = useResolve();
  const [url, setUrl] = useState('');
  const [post, setPost] = useState('');
  const network = networkOf(publication);
  const { id, channel } = publication;

  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    const found = latest.data?.find((entry) => entry.id === post);
    const link = found?.url ?? url.trim();
    const which = { ...(found && { remote_id: found.id }), ...(link && { url: link }) };
    resolve.mutate({ id, sent: true, ...which }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="It was published"
      description={`The next parts will reply to it on ${network}.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {latest.data && latest.data.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">Is it one of these?</legend>
            {latest.data.map((entry) => (
              <label key={entry.id} className="flex cursor-pointer items-start gap-2">
                <input
                  type="radio"
                  name="post"
                  checked={post === entry.id}
                  onChange={() => setPost(entry.id)}
                  className="mt-1 accent-accent-solid"
                />
                <span className="min-w-0 break-words">
                  {cut(entry.content, 120)}{' '}
                  <span className="text-muted text-xs">{relativeTime(entry.created_at)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Field label="Link to the post, if you have it">
          <Input
            type="url"
            value={url}
            placeholder="https://"
            onChange={({ target }) => {
              setUrl(target.value);
              setPost('');
            }}
          />
        </Field>
        {channel.url && (
          <a
            href={channel.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5 self-start rounded-sm font-medium text-accent"
          >
            <ExternalLink size={16} aria-hidden />
            Open the channel
          </a>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={resolve.isPending}>
            It was published
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
