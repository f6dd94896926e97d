import { CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { labelledTexts } from '#contract/items.ts';
import { paths } from '#contract/paths.ts';
import { cut, plural } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LabelledTexts } from '#web/ui/LabelledTexts.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Steps, TransitionSummary } from './ReviewPanel.tsx';
import { usePending } from './workflow-queries.ts';

const EXCERPT = 200;

/** Pending reviews, the longest waiting first, with their decisions. */
export function ReviewQueue() {
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
      {shown.map(({ content: item, ...transition }) => (
        <article
          key={transition.id}
          aria-label={item.title}
          className="grid gap-4 rounded-base border border-line bg-surface p-4 lg:grid-cols-[1fr_18rem]"
        >
          <div className="flex min-w-0 flex-col gap-2">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="min-w-0 break-words font-semibold">
                <Link to={paths.previewContent(item.id)} className="rounded-sm hover:underline">
                  {item.title}
                </Link>
              </h2>
              {item.is_thread_root && <Badge>Thread ({item.thread_size})</Badge>}
            </div>
            <p className="whitespace-pre-line break-words text-muted">
              {cut(item.content.trim(), EXCERPT)}
              {/* What is approved is shown: a text for a network may be another one. */}
              <LabelledTexts texts={labelledTexts(item)} />
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
              onStepped={leave}
              onDismiss={
                waits.has(transition.id)
                  ? undefined
                  : () => {
                      write(transition, '');
                      leave();
                    }
              }
            />
          </div>
        </article>
      ))}
    </div>
  );
}

/** The pressed button is gone then. */
const leave = () => document.getElementById('main')?.focus();

type Pending = NonNullable<ReturnType<typeof usePending>['data']>['results'];

/** Pending reviews, and decided ones with an unsent comment, which is not discarded. */
function useShown(results: Pending, isShown: (one: Pending[number]) => boolean): Pending {
  const last = useRef<Pending>([]);
  const known = new Map([...last.current, ...results].map((one) => [one.id, one]));
  const shown = [...known.values()].filter(isShown).toSorted((a, b) => a.id - b.id);
  last.current = shown;
  return shown;
}
