import { Pencil, Sparkles } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { type Item, labelledTexts, languageName, showSameFiles } from '#contract/content/items.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import type { DecidedText } from '#contract/publishing/review.ts';
import { useCan } from '#web/api/workspace.ts';
import type { MarkedTextProps } from '#web/features/assistant/findings/MarkedText.tsx';
import {
  closeFindings,
  isReading,
  openFindings,
  useFindings,
} from '#web/features/assistant/findings/open-findings.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { Comments } from '#web/features/content/comments/Comments.tsx';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { useThread } from '#web/features/content/threads/thread-queries.ts';
import { MediaStrip } from '#web/features/media/files/MediaStrip.tsx';
import { AddedTexts } from '#web/features/publishing/channels/AddedTexts.tsx';
import { accountsOf } from '#web/features/publishing/channels/accounts-of.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { Proposals } from '#web/features/publishing/delivery/Proposals.tsx';
import { PostPreview } from '#web/features/publishing/preview/PostPreview.tsx';
import { TransitionSummary } from '#web/features/publishing/workflow/ReviewPanel.tsx';
import {
  type PendingReview,
  useDecidedText,
} from '#web/features/publishing/workflow/workflow-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { nameOf } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Difference } from '#web/ui/text/Difference.tsx';
import { LabelledTexts } from '#web/ui/text/LabelledTexts.tsx';
import type { ReviewFindingsProps } from './ReviewFindings.tsx';

const ReviewFindings = laterComponent<ReviewFindingsProps>(
  () => import('./ReviewFindings.tsx').then((module) => module.ReviewFindings),
  { isExtra: true, isRare: true },
);

const MarkedText = laterComponent<MarkedTextProps>(
  () =>
    import('#web/features/assistant/findings/MarkedText.tsx').then((module) => module.MarkedText),
  { isExtra: true, isRare: true },
);

const VIEWS = [
  { value: 'text', label: 'Text' },
  { value: 'changes', label: 'Changes' },
  { value: 'preview', label: 'Preview' },
] as const;
export type ReviewView = (typeof VIEWS)[number]['value'];

type Props = {
  review: PendingReview;
  view: ReviewView;
  onView: (view: ReviewView) => void;
};

/** A text that waits for a decision, with all that is decided on. */
export function ReviewDetail({ review: { content: item, ...asked }, view, onView }: Props) {
  const writes = useCan('write');
  const thread = useThread(item.id);
  // Its only part is here already.
  const parts = thread.data ?? (item.is_thread_root ? undefined : [item]);
  const isRead = useFindings(isReading(item.id));
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5 lg:px-8">
        <span className="min-w-0 truncate text-[13px] text-muted">
          <FolderLabel folder={item.folder} />
        </span>
        {item.is_thread_root && <Badge>Thread ({item.thread_size})</Badge>}
        {item.tags.map((tag) => (
          <span key={tag} className="max-w-40 truncate text-muted text-xs">
            #{tag}
          </span>
        ))}
        <span className="ml-auto flex items-center gap-2">
          <ReadButton item={item.id} isRead={isRead} onRead={() => onView('text')} />
          <Segments label="Show" value={view} options={VIEWS} onChange={onView} />
          {writes && (
            <Button asChild variant="ghost" size="icon">
              <Link to={paths.editContent(item.id)} aria-label="Edit" title="Edit (E)">
                <Pencil size={16} aria-hidden />
              </Link>
            </Button>
          )}
        </span>
      </div>
      <div className={classes(isRead && 'xl:grid xl:grid-cols-[minmax(0,1fr)_328px]')}>
        <div className="mx-auto flex w-full max-w-[704px] flex-col gap-6 px-4 py-6 lg:px-8 lg:py-8">
          <div className="flex items-start gap-3">
            <Avatar name={nameOf(asked.user)} size="large" />
            <TransitionSummary transition={asked} />
          </div>
          {thread.isError && !thread.data ? (
            <RetryAlert
              message={thread.error.message || 'Failed to fetch thread'}
              onRetry={() => void thread.refetch()}
            />
          ) : (
            <Body view={view} item={item} publications={asked.publications} parts={parts} />
          )}
          <AddedTexts key={asked.id} additions={asked.additions} />
          <Proposals publications={asked.publications} />
          <section aria-label="Comments" className="border-line border-t pt-4">
            <h3 className="mb-3 font-semibold text-[13px]">Comments</h3>
            <Comments key={item.id} item={item.id} />
          </section>
        </div>
        {isRead && parts && <ReviewFindings item={item} parts={parts} />}
      </div>
    </>
  );
}

type ReadProps = { item: number; isRead: boolean; onRead: () => void };

/** Opens and closes what an editor would remark; absent without an assistant. */
function ReadButton({ item, isRead, onRead }: ReadProps) {
  if (!useAssistant()) return null;
  return (
    <Button
      variant="soft"
      aria-expanded={isRead}
      onClick={() => {
        if (isRead) return closeFindings();
        onRead();
        openFindings(item);
      }}
    >
      <Sparkles size={16} aria-hidden />
      <span className="max-sm:sr-only">Read as an editor</span>
    </Button>
  );
}

type BodyProps = {
  view: ReviewView;
  item: Item;
  publications: Publication[];
  parts: Item[] | undefined;
};

function Body({ view, item, publications, parts }: BodyProps) {
  const channels = useChannels().data ?? [];
  if (!parts) return <Skeleton className="h-40" />;
  if (view === 'preview') {
    const accounts = accountsOf(channels, publications);
    return <PostPreview author={item.author} accounts={accounts} parts={parts} />;
  }
  if (view === 'changes') return <Changes item={item} parts={parts} />;
  return <Texts item={item} parts={parts} />;
}

function Texts({ item, parts }: { item: Item; parts: Item[] }) {
  const isRead = useFindings(({ reading }) => reading?.item === item.id);
  return (
    <Parts parts={parts}>
      {(part, place) => (
        <>
          <p
            dir="auto"
            lang={part.language ?? undefined}
            className="whitespace-pre-wrap break-words"
          >
            {isRead ? <MarkedText item={item.id} part={place} text={part.content} /> : part.content}
            <LabelledTexts texts={labelledTexts(part)} />
          </p>
          <Language of={part.language} />
          <div className="mt-3 empty:hidden">
            <MediaStrip media={part.media} />
          </div>
        </>
      )}
    </Parts>
  );
}

/** The language of a part: networks are told it, and so it is approved. */
function Language({ of: language, before }: { of: string | null; before?: string | null }) {
  const nameOfLanguage = (tag: string | null) => (tag === null ? 'none' : languageName(tag));
  const isChanged = before !== undefined && before !== language;
  if (language === null && !isChanged) return null;
  return (
    <p className="mt-2 text-muted text-xs">
      {isChanged && `Language before: ${nameOfLanguage(before)} · now: `}
      {!isChanged && 'Language: '}
      {nameOfLanguage(language)}
    </p>
  );
}

/** The parts of a thread in order, or a single text. */
function Parts({
  parts,
  children,
}: {
  parts: Item[];
  children: (part: Item, place: number) => ReactNode;
}) {
  const isThread = parts.length > 1;
  return (
    <ol aria-label="Parts" className="text-base leading-[26px]">
      {parts.map((part, place) => (
        <li key={part.id} className={classes(isThread && 'flex gap-4')}>
          {isThread && (
            <span className="flex w-8 shrink-0 justify-end gap-2 text-muted text-xs">
              <span className="leading-[26px] tabular-nums">{place + 1}</span>
              <span aria-hidden className="flex w-2 flex-col items-center">
                <span className="mt-2.5 size-2 shrink-0 rounded-full bg-line" />
                {place < parts.length - 1 && <span className="w-0.5 grow bg-line" />}
              </span>
            </span>
          )}
          <div className={classes('min-w-0 grow', isThread && place < parts.length - 1 && 'pb-6')}>
            {children(part, place)}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What was changed since the last decision. */
function Changes({ item, parts }: { item: Item; parts: Item[] }) {
  const decided = useDecidedText(item.id);
  const id = useId();
  if (decided.isError)
    return (
      <RetryAlert
        message={decided.error.message || 'Failed to fetch the former text'}
        onRetry={() => void decided.refetch()}
      />
    );
  if (decided.data === undefined) return <Skeleton className="h-40" />;
  const former = decided.data;
  return (
    <div className="flex flex-col gap-4">
      <p id={id} className="text-[13px] text-muted">
        {former === null
          ? 'This has not been approved or rejected before: everything is new.'
          : `Since ${nameOf(former.decided_by)} ${former.state} it ${relativeTime(former.decided_at)}`}
      </p>
      <Parts parts={parts}>
        {(part) => <PartChanges part={part} before={formerPart(former, part)} />}
      </Parts>
    </div>
  );
}

type FormerPart = NonNullable<DecidedText>['parts'][number];
const EMPTY = { content: '', network_texts: {}, media: [], language: null };
const formerPart = (former: DecidedText, { id }: Item): Omit<FormerPart, 'id'> =>
  former?.parts.find((part) => part.id === id) ?? EMPTY;

function PartChanges({ part, before }: { part: Item; before: Omit<FormerPart, 'id'> }) {
  return (
    <>
      <Difference before={before.content} after={part.content} />
      <Language of={part.language} before={before.language} />
      {showSameFiles(before, part) ? (
        <div className="mt-3 empty:hidden">
          <MediaStrip media={part.media} />
        </div>
      ) : (
        <div className="mt-3 flex flex-col gap-1">
          <p className="text-muted text-xs">Files before</p>
          <MediaStrip media={before.media} label="Files before" />
          <p className="text-muted text-xs">Files now</p>
          <MediaStrip media={part.media} label="Files now" />
        </div>
      )}
      {ALL_NETWORKS.map((network) => {
        const [was, is] = [before.network_texts[network], part.network_texts[network]];
        if (was === undefined && is === undefined) return null;
        return (
          <div key={network} className="mt-2">
            <p className="text-muted text-xs">
              On {NETWORK_NAMES[network]}
              {is === undefined && ', now the same as the post'}
            </p>
            <Difference before={was ?? ''} after={is ?? ''} />
          </div>
        );
      })}
    </>
  );
}
