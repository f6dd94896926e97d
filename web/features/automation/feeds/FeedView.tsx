import { Layers, RefreshCw, Rss, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Feed, MAX_AT_ONCE } from '#contract/automation/feeds.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { bareAddress } from '#web/features/analytics/links/link-words.ts';
import { FolderChoice } from '#web/features/content/folders/FolderChoice.tsx';
import { firstFolder } from '#web/features/content/folders/first-folder.ts';
import { useFolderChoice } from '#web/features/content/folders/use-folder-choice.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { EntryRow } from './EntryRow.tsx';
import { FeedState } from './FeedState.tsx';
import {
  useDeleteFeed,
  useEntries,
  useLeaveOut,
  useMakeDraft,
  useReadNow,
  useSetDrafts,
} from './feed-queries.ts';
import { FORMAT_NAMES, rhythmOf } from './feed-words.ts';

/** A feed, and what became of its entries. */
export function FeedView({ feed }: { feed: Feed }) {
  const writes = useCan('write');
  return (
    <>
      <Head feed={feed} writes={writes} />
      {feed.error !== null && (
        <div className="mb-4">
          <Alert>
            {feed.error}{' '}
            {feed.next_read_at === null
              ? 'It is read no more.'
              : 'It is tried again, more and more rarely.'}
          </Alert>
        </div>
      )}
      {feed.drafts_error !== null && (
        <div className="mb-4">
          <Alert>Drafts are not made by themselves any more: {feed.drafts_error}</Alert>
        </div>
      )}
      {feed.drafts_folder !== null && feed.new_entries > MAX_AT_ONCE && (
        <p
          role="status"
          className="mb-4 flex items-start gap-3 rounded-base bg-review px-4 py-3 text-on-review"
        >
          <Layers size={18} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            <span className="block font-medium">
              {feed.new_entries} entries came at once. They wait for you.
            </span>
            <span className="text-[13px]">
              More than {MAX_AT_ONCE} new ones often mean that the addresses of a site have changed.
            </span>
          </span>
        </p>
      )}
      <Entries feed={feed} writes={writes} />
    </>
  );
}

function Head({ feed, writes }: { feed: Feed; writes: boolean }) {
  const zone = useZone();
  const navigate = useNavigate();
  const readNow = useReadNow();
  const remove = useDeleteFeed(() => void navigate(paths.feeds));
  const [isAsking, setAsking] = useState(false);
  const times = [
    `last ${zonedTime(feed.read_at, zone)}`,
    ...(feed.next_read_at ? [`next about ${zonedTime(feed.next_read_at, zone)}`] : []),
  ];
  return (
    <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-base bg-sunken max-md:hidden"
      >
        <Rss size={18} />
      </span>
      <div className="min-w-0 grow basis-64">
        <h1 dir="auto" className="break-words font-semibold text-xl">
          {feed.title}
        </h1>
        <p className="break-words text-muted">
          <a
            href={feed.site ?? feed.url}
            target="_blank"
            rel="noreferrer"
            className="break-all hover:underline"
          >
            {bareAddress(feed.url)}
          </a>{' '}
          · {FORMAT_NAMES[feed.format]} · read {rhythmOf(feed)} · {times.join(', ')}
        </p>
      </div>
      <FeedState feed={feed} />
      {writes && (
        <div className="flex gap-2">
          <Button busy={readNow.isPending} onClick={() => readNow.mutate(feed)}>
            <RefreshCw size={16} aria-hidden />
            Read now
          </Button>
          <Button
            aria-label="Delete the feed"
            title="Delete the feed"
            onClick={() => setAsking(true)}
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate(feed);
        }}
        title="Delete the feed?"
        question={`${feed.title} is read no more, and its entries are forgotten. Drafts that were made of them stay.`}
        confirm="Delete Feed"
      />
    </header>
  );
}

function Entries({ feed, writes }: { feed: Feed; writes: boolean }) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEntries(
    feed.id,
  );
  const drafts = useSetDrafts();
  const choice = useFolderChoice(feed.drafts_folder, (folder) => {
    if (feed.drafts_folder !== null) drafts.mutate({ feed, folder });
  });
  const make = useMakeDraft();
  const leave = useLeaveOut(feed.id);
  const rows = data?.pages.flatMap(({ results }) => results) ?? [];
  const makeDraft = async (entry: number) =>
    make.mutate({ entry, folder: choice.folder ?? (await firstFolder()) });
  const setDrafts = async (on: boolean) =>
    drafts.mutate({ feed, folder: on ? (choice.folder ?? (await firstFolder())) : null });
  if (isError && !data)
    return <RetryAlert message="The entries couldn’t be loaded." onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label="Loading entries">
        <Skeleton className="h-96" />
      </div>
    );
  return (
    <section aria-label="Entries" className="rounded-base border border-line bg-surface">
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="grow font-semibold text-sm">
          {plural(data.pages[0]?.count ?? 0, 'entry', 'entries')}
          {feed.new_entries > 0 && (
            <span className="font-normal text-muted"> · {feed.new_entries} new</span>
          )}
        </h2>
        {writes && (
          <>
            <FolderChoice choice={choice} label="Folder of the drafts" className="max-w-48" />
            <Switch
              checked={feed.drafts_folder !== null}
              onChange={(on) => void setDrafts(on)}
              label="Make drafts by itself"
            />
            {feed.new_entries > 0 && (
              <Button size="bar" busy={leave.isPending} onClick={() => leave.mutate(null)}>
                Leave all out
              </Button>
            )}
          </>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">The feed is empty.</p>
      ) : (
        <ul>
          {rows.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              writes={writes}
              isMaking={make.isPending && make.variables.entry === entry.id}
              onMake={() => void makeDraft(entry.id)}
              onLeaveOut={() => leave.mutate([entry.id])}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="border-line border-t p-2 text-center">
          <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
