import { MessagesSquare } from 'lucide-react';
import { useZone } from '#web/api/workspace.ts';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { givenHeading, headlineOf } from '#web/features/content/items/headline.ts';
import { StatusBadge, StatusMenu } from '#web/features/content/items/StatusBadge.tsx';
import { MediaThumb } from '#web/features/media/files/MediaStrip.tsx';
import { DeliveryPill } from '#web/features/publishing/publications/DeliveryPill.tsx';
import { shownState } from '#web/features/publishing/publications/post-state.tsx';
import { classes } from '#web/lib/classes.ts';
import { relativeTime, zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import {
  Assignee,
  CommentCount,
  NetworkViews,
  RowBox,
  RowButtons,
  RowLink,
  type RowProps,
  rowClass,
  TagLinks,
  ThreadToggle,
} from './row-parts.tsx';

/**
 * An item as a card: heading, the beginning of its text, and what it is. The whole card links to the
 * editor; an item with a negative id is being created (docs/domain/pages.md, 'Content page').
 */
export function ItemCard(props: RowProps) {
  const { item, isReply, shown, selection, isActive, writes } = props;
  const zone = useZone();
  const pending = item.id < 0;
  const { title, body } = headlineOf(item);
  const state = shownState(item);
  const heading = givenHeading(shown?.heading);
  return (
    <article
      data-selected={selection?.isSelected || undefined}
      className={classes(
        rowClass(item, selection?.isSelected),
        'flex gap-2 py-4 pr-4 lg:pr-6',
        isReply ? 'bg-page pl-10 lg:pl-12' : 'pl-4 lg:pl-6',
      )}
    >
      <RowBox
        item={item}
        selection={selection}
        isActive={isActive}
        className="absolute top-4 left-0 group-data-selecting/list:relative group-data-selecting/list:top-0 group-data-selecting/list:-ml-1 group-data-selecting/list:pt-0.5 max-md:group-not-data-selecting/list:hidden"
      />
      {item.media.length > 0 && <MediaThumb media={item.media} className="mr-1 h-14 w-[72px]" />}
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex items-start gap-2">
          <h3 dir="auto" className="min-w-0 grow break-words font-semibold text-[15px] leading-6">
            <RowLink item={item} isActive={isActive} writes={writes}>
              {heading ?? title}
            </RowLink>
          </h3>
          <RowButtons
            {...props}
            // As wide as they will be, so that the heading has its lines before they are drawn.
            className={classes(
              writes ? 'min-w-14 md:min-w-28' : 'min-w-7 md:min-w-14',
              '-my-0.5 relative opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        </div>
        {(shown ? shown.body : body) && (
          <p
            dir="auto"
            className="line-clamp-2 max-w-[720px] whitespace-pre-line break-words text-muted"
          >
            {shown ? shown.body : body}
          </p>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          <span className="relative z-1">
            {writes ? (
              <StatusMenu
                status={item.status}
                shown={state}
                decides={props.decides}
                onChange={props.onStatus}
                disabled={pending}
                tabIndex={isActive ? 0 : -1}
                open={props.isChoosingStatus}
                onOpenChange={props.onChoosingStatus}
              />
            ) : (
              (state?.badge ?? <StatusBadge status={item.status} />)
            )}
          </span>
          <ThreadToggle {...props} />
          {item.is_thread_part && !item.is_thread_root && <Badge>Reply #{item.thread_order}</Badge>}
          {item.is_thread_part && !pending && (
            <Button
              variant="link"
              size="small"
              tabIndex={isActive ? 0 : -1}
              className="relative z-1 h-6 px-1.5 text-xs"
              onClick={props.onViewThread}
            >
              <MessagesSquare size={14} aria-hidden />
              View Thread
            </Button>
          )}
          <DeliveryPill post={item} />
          {!isReply && <NetworkViews item={item} />}
          {!isReply && <FolderLabel folder={item.folder} />}
          <TagLinks tags={item.tags} onTag={props.onTag} />
          {!isReply && <CommentCount item={item} />}
          {!isReply && <Assignee item={item} />}
          <span className="ml-auto flex flex-wrap gap-x-3 tabular-nums">
            <span title={zonedTime(item.created_at, zone)}>
              Created {relativeTime(item.created_at)}
            </span>
            <span title={zonedTime(item.updated_at, zone)}>
              Updated {relativeTime(item.updated_at)}
            </span>
          </span>
        </div>
      </div>
    </article>
  );
}
