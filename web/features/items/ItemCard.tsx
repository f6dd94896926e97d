import { Eye, MessagesSquare, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/items.ts';
import { paths } from '#contract/paths.ts';
import type { Status } from '#contract/workflow.ts';
import { useCan } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { cut } from '#web/lib/text.ts';
import { fullTime, relativeTime } from '#web/lib/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectBox } from '#web/ui/Checkbox.tsx';
import { StatusBadge, StatusMenu } from './StatusBadge.tsx';

const PREVIEW = 50;
const BODY = 200;

/** A heading and content in place of the beginning of the text. */
export type Shown = { heading?: ReactNode; body?: ReactNode };

type Props = {
  item: Item;
  onStatus: (status: Status) => void;
  onDelete: () => void;
  onViewThread: () => void;
  /** More actions. */
  menu: ReactNode;
  /** What is shown beside the status. */
  badge?: ReactNode;
  shown?: Shown | undefined;
  /** The selection state of this item, and its toggle, in the multi-item view. */
  selection?: { selected: boolean; onToggle: (range: boolean) => void } | undefined;
};

/**
 * An item in a list. The whole card links to the editor; an item with a negative id is being
 * created (docs/domain.md, 'Content page').
 */
export function ItemCard({
  item,
  onStatus,
  onDelete,
  onViewThread,
  menu,
  badge,
  shown,
  selection,
}: Props) {
  const pending = item.id < 0;
  const writes = useCan('write');
  const oneLine = item.content.trim().replaceAll(/\s+/g, ' ');
  const preview = cut(oneLine, PREVIEW);
  const heading =
    typeof shown?.heading === 'string' ? cut(shown.heading, PREVIEW) : (shown?.heading ?? preview);
  return (
    <article
      data-selected={selection?.selected || undefined}
      className={classes(
        'relative flex flex-col gap-2 rounded-base border border-line bg-surface p-4 transition-colors duration-150 focus-within:border-field hover:border-field data-selected:border-accent',
        pending && 'opacity-60',
      )}
    >
      <div className="flex items-start gap-2">
        {selection && !pending && (
          <div className="relative z-1 pt-1 pr-1">
            <SelectBox
              checked={selection.selected}
              label={`Select ${preview}`}
              onToggle={selection.onToggle}
            />
          </div>
        )}
        <h3 className="min-w-0 grow break-words pt-1 font-semibold">
          {pending ? (
            preview
          ) : (
            <Link
              to={writes ? paths.editContent(item.id) : paths.previewContent(item.id)}
              className="rounded-sm after:absolute after:inset-0 after:rounded-base"
            >
              {heading}
            </Link>
          )}
        </h3>
        {!pending && (
          <div className="relative flex">
            <Button asChild variant="ghost" size="icon">
              <Link
                to={paths.previewContent(item.id)}
                aria-label={`Preview ${preview}`}
                title="Preview"
              >
                <Eye size={16} aria-hidden />
              </Link>
            </Button>
            {writes && (
              <>
                <Button asChild variant="ghost" size="icon">
                  <Link to={paths.editContent(item.id)} aria-label={`Edit ${preview}`} title="Edit">
                    <Pencil size={16} aria-hidden />
                  </Link>
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  onClick={onDelete}
                  aria-label={`Delete ${preview}`}
                  title="Delete"
                >
                  <Trash2 size={16} aria-hidden />
                </Button>
              </>
            )}
            {menu}
          </div>
        )}
      </div>
      {shown?.body && <p className="break-words text-muted">{shown.body}</p>}
      {!shown && preview !== item.content.trim() && (
        <p className="line-clamp-6 whitespace-pre-line break-words text-muted">
          {cut(item.content.trim(), BODY)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-xs">
        <div className="relative">
          {writes ? (
            <StatusMenu status={item.status} onChange={onStatus} disabled={pending} />
          ) : (
            <StatusBadge status={item.status} />
          )}
        </div>
        {badge}
        {item.is_thread_root && <Badge>Thread ({item.thread_size})</Badge>}
        {item.is_thread_part && !item.is_thread_root && <Badge>Reply #{item.thread_order}</Badge>}
        {item.is_thread_part && !pending && (
          <Button variant="link" className="relative h-6 px-1.5 text-xs" onClick={onViewThread}>
            <MessagesSquare size={14} aria-hidden />
            View Thread
          </Button>
        )}
        {item.tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
        <span className="ml-auto flex flex-wrap gap-x-3 tabular-nums">
          <span title={fullTime(item.created_at)}>Created {relativeTime(item.created_at)}</span>
          <span title={fullTime(item.updated_at)}>Updated {relativeTime(item.updated_at)}</span>
        </span>
      </div>
    </article>
  );
}
