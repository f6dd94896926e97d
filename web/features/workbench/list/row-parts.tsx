import { ChevronRight, Eye, MessageSquare, Pencil, Trash2 } from 'lucide-react';
import { createContext, memo, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { paths } from '#contract/paths.ts';
import { previewOf } from '#web/features/content/items/headline.ts';
import { useMemberName } from '#web/features/people/members/member-queries.ts';
import { CardMenu } from '#web/features/workbench/actions/CardMenu.tsx';
import type { RowTask } from '#web/features/workbench/actions/use-item-changes.ts';
import { classes } from '#web/lib/classes.ts';
import { shortCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectBox } from '#web/ui/fields/Checkbox.tsx';

/** What the rows of both densities share. */

/** A heading and content in place of the beginning of the text. */
export type Shown = { heading?: ReactNode; body?: ReactNode };

export type RowProps = {
  item: Item;
  /** What the person may do. */
  writes: boolean;
  decides: boolean;
  /** The root that it is shown below. */
  isReply: boolean;
  /** Whether its replies are shown; undefined where it has none. */
  isOpen: boolean | undefined;
  onToggle: () => void;
  onStatus: (status: Status) => void;
  onDelete: () => void;
  onViewThread: () => void;
  onAddToThread: () => void;
  onTask: (task: RowTask) => void;
  /** Shows what has a tag. */
  onTag: (tag: string) => void;
  shown?: Shown | undefined;
  /** Whether it is the row that keys act on: the only one that Tab reaches. */
  isActive: boolean;
  /** Whether the menu of the status is open, by a key. */
  isChoosingStatus: boolean;
  onChoosingStatus: (open: boolean) => void;
  selection?: Selection | undefined;
};

type Selection = {
  isSelected: boolean;
  onToggle: (range: boolean) => void;
};

/** The link of a row, which covers it: what the arrow keys move between. */
export function RowLink({
  item,
  isActive,
  writes,
  children,
}: Pick<RowProps, 'item' | 'isActive' | 'writes'> & { children: ReactNode }) {
  if (item.id < 0) return <span data-row={item.id}>{children}</span>;
  return (
    <Link
      to={writes ? paths.editContent(item.id) : paths.previewContent(item.id)}
      data-row={item.id}
      tabIndex={isActive ? 0 : -1}
      draggable={false}
      className="outline-none after:absolute after:inset-0"
    >
      {children}
    </Link>
  );
}

/** The ground of a row, and its state. */
export const rowClass = (item: Item, isSelected: boolean | undefined) =>
  classes(
    'group/row relative border-line-soft border-b transition-colors duration-[80ms] has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-[var(--jade-9)]',
    isSelected ? 'bg-accent-soft' : 'hover:bg-row',
    item.id < 0 && 'opacity-60',
  );

/** The box of a row: where nothing is selected in the list, it appears on hover and focus. */
export const RowBox = ({
  item,
  selection,
  isActive,
  className,
}: Pick<RowProps, 'item' | 'selection' | 'isActive'> & { className?: string }) =>
  selection && item.id > 0 ? (
    <span
      className={classes(
        'z-1 opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 group-data-selecting/list:opacity-100',
        className,
      )}
    >
      <SelectBox
        checked={selection.isSelected}
        label={`Select ${previewOf(item)}`}
        tabIndex={isActive ? 0 : -1}
        onToggle={selection.onToggle}
      />
    </span>
  ) : (
    <span className={className} />
  );

/** Whether the list is being scrolled. */
export const ListScrolls = createContext(false);

type ButtonsProps = Pick<
  RowProps,
  'item' | 'isActive' | 'writes' | 'onDelete' | 'onTask' | 'onViewThread' | 'onAddToThread'
>;

/**
 * Preview, edit, delete and more: drawn after the rest of the row, and not while the list is
 * scrolled, but for those of the active row, which Tab reaches.
 */
export function RowButtons({ className, ...props }: ButtonsProps & { className?: string }) {
  const scrolls = use(ListScrolls);
  const drawn = useSettled(true, props.isActive || !scrolls);
  if (props.item.id < 0) return null;
  return (
    <div className={classes('z-1 flex min-h-7 items-center', className)}>
      {drawn && <Buttons {...props} />}
    </div>
  );
}

const Buttons = memo(function Buttons(props: ButtonsProps) {
  const { item, isActive, writes, onDelete } = props;
  const preview = previewOf(item);
  const tabIndex = isActive ? 0 : -1;
  return (
    <>
      <Button asChild variant="ghost" size="smallIcon" className="max-md:hidden">
        <Link
          to={paths.previewContent(item.id)}
          tabIndex={tabIndex}
          aria-label={`Preview ${preview}`}
          title="Preview"
        >
          <Eye size={16} aria-hidden />
        </Link>
      </Button>
      {writes && (
        <>
          <Button asChild variant="ghost" size="smallIcon" className="max-md:hidden">
            <Link
              to={paths.editContent(item.id)}
              tabIndex={tabIndex}
              aria-label={`Edit ${preview}`}
              title="Edit"
            >
              <Pencil size={16} aria-hidden />
            </Link>
          </Button>
          <Button
            variant="ghost"
            size="smallIcon"
            tabIndex={tabIndex}
            onClick={onDelete}
            aria-label={`Delete ${preview}`}
            title="Delete"
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        </>
      )}
      <CardMenu
        item={item}
        onTask={props.onTask}
        onDelete={onDelete}
        onViewThread={props.onViewThread}
        onAddToThread={props.onAddToThread}
      />
    </>
  );
});

/** The size of a thread, which opens and closes its replies; `bare`: the chevron alone. */
export function ThreadToggle({
  item,
  isOpen,
  isActive,
  onToggle,
  bare,
}: Pick<RowProps, 'item' | 'isOpen' | 'isActive' | 'onToggle'> & { bare?: boolean }) {
  const badge = item.is_thread_root && !bare && <Badge>Thread ({item.thread_size})</Badge>;
  if (isOpen === undefined) return badge;
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Hide' : 'Show'} the replies, Thread (${item.thread_size})`}
      onClick={onToggle}
      className={classes(
        'relative z-1 inline-flex h-6 items-center gap-1 rounded-full text-muted hover:text-text',
        bare && 'w-6 justify-center rounded-sm',
      )}
    >
      <ChevronRight
        size={14}
        aria-hidden
        className={classes('transition-transform duration-150', isOpen && 'rotate-90')}
      />
      {badge}
    </button>
  );
}

/** The number of comments on a post; nothing where there are none. */
export const CommentCount = ({ item: { comments } }: { item: Item }) =>
  comments > 0 && (
    <span
      className="inline-flex shrink-0 items-center gap-1 text-muted text-xs tabular-nums"
      title={plural(comments, 'comment')}
    >
      <MessageSquare size={12} aria-hidden />
      {comments}
      <span className="sr-only"> {comments === 1 ? 'comment' : 'comments'}</span>
    </span>
  );

/** Who takes care of a post; nothing where nobody does. */
export const Assignee = ({ item: { assignee } }: { item: Item }) =>
  assignee !== null && <AssigneeOf id={assignee} />;

function AssigneeOf({ id }: { id: number }) {
  const name = useMemberName(id);
  return (
    <span className="inline-flex shrink-0" title={`Assigned to ${name}`}>
      <Avatar name={name} size="small" />
      <span className="sr-only">Assigned to {name}</span>
    </span>
  );
}

/** What networks counted of a post; nothing where none was read. */
export const NetworkViews = ({
  item: { network_views: views },
  className,
}: {
  item: Item;
  className?: string;
}) =>
  views !== null && (
    <span
      className={classes('relative text-muted text-xs tabular-nums', className)}
      title="Views on networks, as read last"
    >
      {shortCount(views)} {views === 1 ? 'view' : 'views'}
    </span>
  );

/** Tags that filter the list: all, or the first and the number of the others. */
export const TagLinks = ({
  tags,
  most = tags.length,
  onTag,
}: {
  tags: readonly string[];
  most?: number;
  onTag: (tag: string) => void;
}) => (
  <>
    {tags.slice(0, most).map((tag) => (
      <button
        key={tag}
        type="button"
        tabIndex={-1}
        aria-label={`Show posts tagged ${tag}`}
        onClick={() => onTag(tag)}
        className="relative z-1 inline-flex h-6 max-w-40 items-center rounded-sm hover:text-text hover:underline"
      >
        <span className="truncate">#{tag}</span>
      </button>
    ))}
    {tags.length > most && (
      <span
        title={tags
          .slice(most)
          .map((tag) => `#${tag}`)
          .join(', ')}
        className="relative z-1 inline-flex h-6 items-center"
      >
        +{tags.length - most}
        <span className="sr-only"> tags</span>
      </span>
    )}
  </>
);
