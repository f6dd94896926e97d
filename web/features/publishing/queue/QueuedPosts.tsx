import { Shuffle } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Publication } from '#contract/publishing/publications.ts';
import type { Queue } from '#contract/publishing/queue.ts';
import { MoveTimeDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { useOrderQueue, useShuffleQueue } from '#web/features/publishing/slots/queue-queries.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { useDragSource, useDropTarget } from '#web/ui/dragging/drag.ts';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { QueuedPost } from './QueuedPost.tsx';

const POST = 'queued-post';

type QueuedProps = { queue: Queue; zone: string; decides: boolean };

/** The posts of the queue, the next one first: they exchange their slots. */
export function QueuedPosts({ queue: { channel, queued, count }, zone, decides }: QueuedProps) {
  const order = useOrderQueue();
  const shuffle = useShuffleQueue();
  const [asking, setAsking] = useState(false);
  const [moving, setMoving] = useState<Publication | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  /** Puts a post to another place: those in between move by one slot. */
  function put(from: number, to: number) {
    const post = queued[from];
    if (!post || to < 0 || to >= queued.length || from === to) return;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const next = queued
      .toSpliced(from, 1)
      .toSpliced(to, 0, post)
      .slice(first, last + 1);
    const given = next.map(({ id, due_at }) => ({ publication: id, due_at }));
    order.mutate(
      { channel: channel.id, order: given },
      {
        onSuccess: (fresh) => {
          const at = fresh.queued.find(({ id }) => id === post.id)?.due_at;
          if (at) setSaid(`Moved to ${zonedTime(at, zone)}`);
          list.current?.querySelector<HTMLElement>(`[data-post="${post.id}"]`)?.focus();
        },
      },
    );
  }

  const placeOf = (id: number) => queued.findIndex((publication) => publication.id === id);
  const section = useRef<HTMLElement>(null);
  useDragSource(section, (key) => ({ kind: POST, keys: [key] }));
  useDropTarget(section, {
    takes: ({ kind }) => kind === POST,
    onDrop: ({ dragged, element }) => {
      const target = element.closest<HTMLElement>('[data-post]')?.dataset.post;
      if (target) put(placeOf(Number(dragged.keys[0])), placeOf(Number(target)));
    },
  });

  return (
    <section ref={section} aria-label="Next in the queue" className="mb-6">
      <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Next in the queue</h2>
        {decides && queued.length > 1 && (
          <Button onClick={() => setAsking(true)}>
            <Shuffle size={16} aria-hidden /> Shuffle
          </Button>
        )}
      </div>
      {queued.length === 0 ? (
        <p className="rounded-base border border-line border-dashed px-4 py-8 text-center text-muted">
          No posts in the queue. ‘Add to queue’ in the publish dialog gives a post the next free
          slot.
        </p>
      ) : (
        <ol ref={list} className="rounded-base border border-line bg-surface">
          {queued.map((post, at) => (
            <QueuedPost
              key={post.id}
              post={post}
              zone={zone}
              decides={decides}
              isFirst={at === 0}
              isLast={at === queued.length - 1}
              onPut={(by) => put(at, at + by)}
              onMove={() => setMoving(post)}
            />
          ))}
        </ol>
      )}
      {count > queued.length && (
        <p className="mt-2 text-muted text-xs">
          Showing the first {queued.length} of {count}.
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {moving && (
        <MoveTimeDialog publication={moving} zone={zone} onClose={() => setMoving(null)} />
      )}
      <ConfirmDialog
        open={asking}
        title="Shuffle"
        question={`Shuffle the slots of these ${plural(count, 'post')}?`}
        confirm="Shuffle"
        onConfirm={() => {
          shuffle.mutate(channel.id);
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
