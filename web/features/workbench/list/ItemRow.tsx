import { MessagesSquare } from 'lucide-react';
import { useZone } from '#web/api/workspace.ts';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { givenHeading, headlineOf } from '#web/features/content/items/headline.ts';
import { QuietStatus, StatusMenu } from '#web/features/content/items/StatusBadge.tsx';
import { MediaThumb } from '#web/features/media/files/MediaStrip.tsx';
import { DeliveryPill } from '#web/features/publishing/publications/DeliveryPill.tsx';
import { shownState } from '#web/features/publishing/publications/post-state.tsx';
import { CardMenu } from '#web/features/workbench/actions/CardMenu.tsx';
import { classes } from '#web/lib/classes.ts';
import { relativeTime, zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
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

/** The columns of rows and of their header, by the width of the window. */
export const COLUMNS = 'list-columns items-center gap-x-3 px-4';

/** An item as a row of a single line; on a phone, of two. */
export function ItemRow(props: RowProps) {
  const { item, isReply, shown, selection, isActive, writes } = props;
  const zone = useZone();
  const { title, body } = headlineOf(item);
  const heading = givenHeading(shown?.heading);
  const short = 'md:max-[1199px]:sr-only';
  const state = shownState(item, { quiet: true, short });
  return (
    <article
      data-selected={selection?.isSelected || undefined}
      className={classes(
        rowClass(item, selection?.isSelected),
        COLUMNS,
        'max-md:flex max-md:flex-wrap gap-y-1 max-md:min-h-[68px] max-md:content-center max-md:py-2.5 max-md:pr-12',
        isReply ? 'bg-page max-md:pl-8 md:h-9' : 'md:h-11',
      )}
    >
      <RowBox
        item={item}
        selection={selection}
        isActive={isActive}
        className="relative -ml-1 max-md:group-not-data-selecting/list:hidden"
      />
      <span className="relative z-1 max-md:order-1">
        {writes && item.id > 0 ? (
          <StatusMenu
            quiet
            short={short}
            status={item.status}
            shown={state}
            decides={props.decides}
            onChange={props.onStatus}
            tabIndex={isActive ? 0 : -1}
            open={props.isChoosingStatus}
            onOpenChange={props.onChoosingStatus}
          />
        ) : (
          (state?.badge ?? <QuietStatus status={item.status} short={short} />)
        )}
      </span>
      <div className="flex min-w-0 items-center gap-2 max-md:grow max-md:basis-[calc(100%-56px)]">
        <span className="relative z-1 grid w-4 shrink-0 place-items-center text-muted text-xs tabular-nums max-md:hidden">
          {isReply ? item.thread_order : <ThreadToggle {...props} bare />}
        </span>
        {item.media.length > 0 && (
          <MediaThumb media={item.media} className="h-6 w-8 max-md:order-1 max-md:w-6" />
        )}
        <h3 dir="auto" className="min-w-0 truncate max-md:grow">
          <RowLink item={item} isActive={isActive} writes={writes}>
            <span className="font-medium max-md:text-[15px]">
              {heading ?? (body ? title.replace(/…$/, '') : title)}
            </span>
            <span className="text-muted max-md:hidden"> {shown ? shown.body : body}</span>
          </RowLink>
        </h3>
        {item.is_thread_root && (
          <span className="max-md:hidden">
            <Badge>
              <MessagesSquare size={12} aria-hidden />
              <span className={short}>Thread</span> ({item.thread_size})
            </Badge>
          </span>
        )}
        {!isReply && item.is_thread_part && !item.is_thread_root && (
          <Badge>Reply #{item.thread_order}</Badge>
        )}
        <span className="hidden shrink-0 gap-2 text-muted text-xs min-[1280px]:flex">
          <TagLinks tags={item.tags} most={2} onTag={props.onTag} />
        </span>
        {!isReply && (
          <span className="hidden min-[1200px]:flex">
            <CommentCount item={item} />
            <Assignee item={item} />
          </span>
        )}
      </div>
      <span className="min-w-0 truncate text-[13px] max-md:order-2 max-md:empty:hidden">
        {item.is_thread_root && (
          <button
            type="button"
            onClick={props.onViewThread}
            aria-label={`View Thread (${item.thread_size})`}
            className="relative z-1 mr-2 inline-flex h-6 min-w-6 items-center gap-1 text-muted text-xs md:hidden"
          >
            <MessagesSquare size={12} aria-hidden />
            {item.thread_size}
          </button>
        )}
        <DeliveryPill post={item} quiet />
        {!isReply && <NetworkViews item={item} className="ml-2" />}
      </span>
      <span
        className={classes(
          'max-md:order-3 min-w-0 truncate text-[13px] text-muted md:max-[1199px]:hidden',
          (item.publications || item.planned_at) && 'max-md:hidden',
        )}
      >
        {!isReply && <FolderLabel folder={item.folder} short />}
      </span>
      <span className="relative text-right text-[13px] text-muted tabular-nums max-md:order-4 max-md:ml-auto max-md:text-xs">
        <span
          title={zonedTime(item.updated_at, zone)}
          className="md:group-focus-within/row:invisible md:group-hover/row:invisible"
        >
          {relativeTime(item.updated_at)}
        </span>
        <RowButtons
          {...props}
          className="-right-1.5 -translate-y-1/2 absolute top-1/2 opacity-0 focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-data-[state=open]:opacity-100 max-md:hidden"
        />
      </span>
      {item.id > 0 && (
        <span className="absolute inset-y-0 right-0 z-1 grid w-11 place-items-center md:hidden">
          <CardMenu {...props} />
        </span>
      )}
    </article>
  );
}
