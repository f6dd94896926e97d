import { ArrowDown, ArrowUp, MessageSquarePlus, Pencil, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { failureIn } from '#web/api/client.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { ReplyDialog } from './ReplyDialog.tsx';
import { useRemoveFromThread, useReorder, useReply, useThread } from './thread-queries.ts';

/** The thread view: read, reorder and add parts (docs/domain/pages.md, 'Content page'). */
export function ThreadDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const thread = useThread(item.id);
  const reorder = useReorder();
  const remove = useRemoveFromThread();
  const reply = useReply();
  const [replying, setReplying] = useState(false);
  const parts = thread.data ?? [];
  const [root] = parts;
  const busy = reorder.isPending || remove.isPending;
  const unread = failureIn('Failed to fetch thread', thread.error);
  const failure =
    failureIn('Failed to reorder in thread', reorder.error) ??
    failureIn('Failed to remove from thread', remove.error);

  return (
    <Dialog open wide onClose={onClose} title="Thread View">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-muted">
          {thread.data ? plural(parts.length, 'item') : thread.isPending && 'Loading...'}
        </p>
        <Button className="ml-auto" disabled={!root} onClick={() => setReplying(true)}>
          <MessageSquarePlus size={16} aria-hidden />
          Add Reply
        </Button>
      </div>
      {failure && <Alert>{failure}</Alert>}
      {unread && <RetryAlert message={unread} onRetry={() => void thread.refetch()} />}
      <ScrollArea label="Thread items" className="h-[600px] max-h-[calc(100dvh-14rem)]">
        {!thread.data && !thread.isError && (
          <div className="flex flex-col gap-3">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-24" />
            ))}
          </div>
        )}
        {thread.data?.length === 0 && (
          <p className="py-10 text-center text-muted">No thread items found</p>
        )}
        <ol className="flex flex-col gap-3 pr-3">
          {parts.map((part, index) => (
            <Part
              key={part.id}
              part={part}
              opened={part.id === item.id && index > 0}
              last={index === parts.length - 1}
              busy={busy}
              onMove={(by) => {
                remove.reset();
                reorder.mutate({ id: part.id, order: index + by });
              }}
              onRemove={() => {
                reorder.reset();
                remove.mutate(part.id, {
                  onSuccess: () => (parts.length === 1 || part.id === item.id) && onClose(),
                });
              }}
            />
          ))}
        </ol>
      </ScrollArea>
      {replying && root && (
        <ReplyDialog
          thread={root.id}
          failure={failureIn('Failed to create thread reply', reply.error)}
          busy={reply.isPending}
          onReply={(content, done) =>
            reply.mutate(
              { to: root, content },
              {
                onSuccess: () => {
                  done();
                  setReplying(false);
                },
              },
            )
          }
          onClose={() => {
            reply.reset();
            setReplying(false);
          }}
        />
      )}
    </Dialog>
  );
}

type PartProps = {
  part: Item;
  /** Whether the thread was opened from this part. */
  opened: boolean;
  last: boolean;
  busy: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
};

function Part({ part, opened, last, busy, onMove, onRemove }: PartProps) {
  const name = part.thread_order === 0 ? 'root' : `reply ${part.thread_order}`;
  // Disabled buttons stay, and keep the focus.
  const move = (by: number, possible: boolean) => ({
    'aria-disabled': !possible || busy,
    onClick: () => possible && !busy && onMove(by),
    className: classes((!possible || busy) && 'cursor-not-allowed opacity-50'),
  });
  return (
    <li className={classes(part.thread_order > 0 && 'ml-6 border-line border-l-2 pl-3')}>
      <article
        aria-label={name}
        className={classes(
          'rounded-base border bg-surface p-3',
          opened ? 'border-accent' : 'border-line',
        )}
      >
        <div className="mb-1 flex flex-wrap items-center gap-1">
          <Badge>{part.thread_order === 0 ? 'Root' : `Reply #${part.thread_order}`}</Badge>
          <div className="ml-auto flex">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Move up ${name}`}
              title="Move up"
              {...move(-1, part.thread_order > 0)}
            >
              <ArrowUp size={16} aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Move down ${name}`}
              title="Move down"
              {...move(1, !last)}
            >
              <ArrowDown size={16} aria-hidden />
            </Button>
            <Button asChild variant="ghost" size="icon">
              <Link to={paths.editContent(part.id)} aria-label={`Edit ${name}`} title="Edit">
                <Pencil size={16} aria-hidden />
              </Link>
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${name} from thread`}
              title="Remove from thread"
              disabled={busy}
              onClick={onRemove}
            >
              <Unlink size={16} aria-hidden />
            </Button>
          </div>
        </div>
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {part.content}
        </p>
      </article>
    </li>
  );
}
