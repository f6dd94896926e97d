import { CircleCheck, CircleMinus, CopyCheck, History, Image, Sparkle, X } from 'lucide-react';
import { Link } from 'react-router';
import type { FeedEntry } from '#contract/automation/feeds.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { titleOf } from './feed-words.ts';

type Props = {
  entry: FeedEntry;
  /** Whether the person may make drafts. */
  writes: boolean;
  isMaking: boolean;
  onMake: () => void;
  onLeaveOut: () => void;
};

/** An entry, and what became of it. */
export function EntryRow({ entry, writes, isMaking, onMake, onLeaveOut }: Props) {
  const zone = useZone();
  const title = titleOf(entry);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2 first:border-t-0 md:flex-nowrap">
      <div className="min-w-0 basis-full md:grow md:basis-0">
        {entry.link ? (
          <a
            href={entry.link}
            target="_blank"
            rel="noreferrer"
            dir="auto"
            className="line-clamp-2 break-words font-medium leading-6 hover:underline"
          >
            {title}
          </a>
        ) : (
          <span dir="auto" className="line-clamp-2 break-words font-medium">
            {title}
          </span>
        )}
        {entry.looks_known && entry.state === 'new' && (
          <span className="flex items-center gap-1.5 text-muted text-xs">
            <CopyCheck size={12} aria-hidden className="shrink-0" />
            Has the title of an earlier entry
          </span>
        )}
      </div>
      <span className="flex w-40 shrink-0 items-center gap-1.5 text-[13px] text-muted">
        {zonedTime(entry.published_at ?? entry.seen_at, zone)}
        {entry.has_picture && <Image size={12} aria-label="With a picture" />}
      </span>
      <span className="flex w-36 shrink-0 items-center gap-1.5 text-[13px]">
        <Became entry={entry} />
      </span>
      <span className="ml-auto flex w-40 shrink-0 justify-end gap-1">
        {writes && entry.item === null && (
          <Button
            size="small"
            busy={isMaking}
            aria-label={`Make a draft: ${title}`}
            onClick={onMake}
          >
            Make a draft
          </Button>
        )}
        {writes && entry.state === 'new' && (
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Leave out: ${title}`}
            title="Leave out"
            onClick={onLeaveOut}
          >
            <X size={14} aria-hidden />
          </Button>
        )}
      </span>
    </li>
  );
}

function Became({ entry: { state, item } }: { entry: FeedEntry }) {
  if (item !== null)
    return (
      <>
        <CircleCheck size={14} aria-hidden className="shrink-0 text-fine" />
        <Link to={paths.editContent(item)} className="hover:underline">
          Draft #{item}
        </Link>
      </>
    );
  const { icon: Icon, text } = {
    new: { icon: Sparkle, text: 'New' },
    earlier: { icon: History, text: 'Earlier entry' },
    left_out: { icon: CircleMinus, text: 'Left out' },
    made: { icon: CircleMinus, text: 'Draft deleted' },
  }[state];
  return (
    <>
      <Icon size={14} aria-hidden className="shrink-0 text-muted" />
      {text}
    </>
  );
}
