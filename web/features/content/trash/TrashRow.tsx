import { Undo2 } from 'lucide-react';
import type { TrashedPost } from '#contract/content/trash.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { plural } from '#web/lib/text.ts';
import { relativeTime, timeUntil, zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';

const DAY_MS = 24 * 60 * 60_000;
/** What is erased within this time is marked. */
const SOON_MS = 7 * DAY_MS;
const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1fr)_136px_96px] xl:grid-cols-[minmax(0,1fr)_176px_152px_128px_136px_96px] items-center gap-x-3 px-4';

/** In whole days, and exactly on the last one. */
function timeLeft(erasedAt: string) {
  const left = Date.parse(erasedAt) - Date.now();
  return left < DAY_MS ? timeUntil(erasedAt) : plural(Math.round(left / DAY_MS), 'day');
}

/** A deleted post, with the time when it is erased. */
export function TrashRow({ post, onRestore }: { post: TrashedPost; onRestore: () => void }) {
  const writes = useCan('write');
  const zone = useZone();
  return (
    <li
      className={`${COLUMNS} flex flex-wrap gap-y-1 border-line-soft border-b py-2 hover:bg-row md:min-h-11 md:py-1.5`}
    >
      <div className="flex min-w-0 items-center gap-2 max-md:basis-full">
        <span dir="auto" className="truncate font-medium">
          {post.title}
        </span>
        {post.is_thread && <Badge>Thread ({post.thread_size})</Badge>}
      </div>
      <span className="min-w-0 truncate text-[13px] text-muted max-xl:hidden">
        {post.folder === null ? 'Folder deleted' : <FolderLabel folder={post.folder} short />}
      </span>
      <span className="truncate text-[13px] text-muted max-xl:hidden">
        {post.deleted_by && `by ${post.deleted_by.name}`}
      </span>
      <span
        title={zonedTime(post.deleted_at, zone)}
        className="text-[13px] text-muted tabular-nums max-xl:hidden"
      >
        Deleted {relativeTime(post.deleted_at)}
      </span>
      <span
        title={`Erased on ${zonedTime(post.erased_at, zone)}`}
        className={`grow text-[13px] tabular-nums ${
          Date.parse(post.erased_at) - Date.now() < SOON_MS ? 'text-danger' : 'text-muted'
        }`}
      >
        Erased in {timeLeft(post.erased_at)}
      </span>
      <span className="text-right">
        {writes && (
          <Button size="small" aria-label={`Restore ${post.title}`} onClick={onRestore}>
            <Undo2 size={14} aria-hidden />
            Restore
          </Button>
        )}
      </span>
    </li>
  );
}
