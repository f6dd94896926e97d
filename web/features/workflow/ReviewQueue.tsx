import { CheckCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { labelledTexts } from '#contract/items.ts';
import { paths } from '#contract/paths.ts';
import { cut, plural } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { focusMain } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LabelledTexts } from '#web/ui/LabelledTexts.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Steps, TransitionSummary } from './ReviewPanel.tsx';
import { usePending } from './workflow-queries.ts';

const EXCERPT = 200;

type Props = {
  /** The folder of an item, as lists show it. */
  folderOf: (folder: number) => ReactNode;
};

/** Pending reviews, the longest waiting first, with their decisions. */
export function ReviewQueue({ folderOf }: Props) {
  const pending = usePending();
  const [comments, setComments] = useState<Record<number, string>>({});
  const commentOf = ({ id }: { id: number }) => comments[id] ?? '';
  const write = ({ id }: { id: number }, comment: string) =>
    setComments((all) => ({ ...all, [id]: comment }));
  const waits = new Set(pending.data?.results.map(({ id }) => id));
  const shown = useShown(
    pending.data?.results ?? [],
    (one) => waits.has(one.id) || commentOf(one).trim() !== '',
  );
  if (pending.isError && !pending.data) {
    const message = pending.error.message || 'Failed to fetch pending reviews';
    return <RetryAlert message={message} onRetry={() => void pending.refetch()} />;
  }
  if (!pending.data) return <Skeleton className="h-48" />;
  const { count, results } = pending.data;
  if (!shown.length) {
    return (
      <EmptyState
        icon={CheckCheck}
        title="No pending reviews"
        hint="Open a draft to submit it for review."
      >
        <Button asChild>
          <Link to={paths.drafts}>See the drafts</Link>
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        {results.length < count
          ? `The first ${results.length} of ${plural(count, 'item')}`
          : plural(shown.length, 'item')}
      </p>
      {shown.map(({ content: item, ...transition }, place) => (
        <article
          key={transition.id}
          aria-label={item.title}
          data-place={place}
          tabIndex={-1}
          className="grid gap-x-6 gap-y-3 rounded-base border border-line bg-surface px-4 py-3 lg:grid-cols-[1fr_16rem]"
        >
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex items-center gap-2">
              <h2 dir="auto" className="min-w-0 truncate font-semibold">
                <Link to={paths.previewContent(item.id)} className="rounded-sm hover:underline">
                  {item.title}
                </Link>
              </h2>
              {item.is_thread_root && <Badge>Thread ({item.thread_size})</Badge>}
            </div>
            <p dir="auto" className="max-w-[640px] whitespace-pre-line break-words">
              {cut(item.content.trim(), EXCERPT)}
              {/* What is approved is shown: a text for a network may be another one. */}
              <LabelledTexts texts={labelledTexts(item)} />
            </p>
            <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
              {folderOf(item.folder)}
              {item.tags.map((tag) => (
                <span key={tag}>#{tag}</span>
              ))}
            </p>
          </div>
          <div className="flex flex-col gap-3">
            <TransitionSummary transition={transition} />
            <Steps
              item={item}
              waiting={transition}
              only={['approve', 'reject']}
              comment={commentOf(transition)}
              onComment={(comment) => write(transition, comment)}
              onStepped={() => goOn(place)}
              onDismiss={
                waits.has(transition.id)
                  ? undefined
                  : () => {
                      write(transition, '');
                      goOn(place);
                    }
              }
            />
          </div>
        </article>
      ))}
    </div>
  );
}

/** The pressed button is gone then: the next one in the queue follows, else the last one. */
function goOn(place: number) {
  requestAnimationFrame(() => {
    const left = [...document.querySelectorAll<HTMLElement>('main article[data-place]')];
    const next = left[Math.min(place, left.length - 1)];
    if (next) next.focus();
    else focusMain();
  });
}

type Pending = NonNullable<ReturnType<typeof usePending>['data']>['results'];

/** Pending reviews, and decided ones with an unsent comment, which is not discarded. */
function useShown(results: Pending, isShown: (one: Pending[number]) => boolean): Pending {
  const last = useRef<Pending>([]);
  const known = new Map([...last.current, ...results].map((one) => [one.id, one]));
  const shown = [...known.values()].filter(isShown).toSorted((a, b) => a.id - b.id);
  last.current = shown;
  return shown;
}
