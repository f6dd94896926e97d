import { BellOff, ExternalLink, Settings, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { isOwnPath, paths } from '#contract/paths.ts';
import type { Notification, Published } from '#contract/people/notifications.ts';
import { useWorkspace, useZone } from '#web/api/workspace.ts';
import { withBase } from '#web/lib/base.ts';
import { classes } from '#web/lib/classes.ts';
import { relativeTime, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { setBell } from './bell.ts';
import { useDelete, useNotifications, useRead, useReadAll } from './notification-queries.ts';

type Props = { onFollow: (notification: Notification) => void };

/** All notifications, newest first. */
export function NotificationPanel({ onFollow }: Props) {
  const query = useNotifications();
  const readAll = useReadAll();
  const shown = query.data?.pages.flatMap(({ results }) => results) ?? [];
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <div className="flex items-center gap-1 border-line border-b py-2 pr-2 pl-4">
        <h2 className="grow font-semibold">Notifications</h2>
        {shown.some(({ read }) => !read) && (
          <Button
            variant="ghost"
            onClick={() => {
              // The button disappears, and the focus moves to the list.
              list.current?.focus();
              readAll.mutate(Math.max(...shown.map(({ id }) => id)));
            }}
          >
            Mark all as read
          </Button>
        )}
        <Button asChild variant="ghost" size="icon">
          <Link
            to={paths.notificationSettings}
            aria-label="Notification settings"
            onClick={() => setBell(false)}
          >
            <Settings size={16} aria-hidden />
          </Link>
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto">
        {query.isPending && <Skeleton className="m-4 h-16" />}
        {query.isError && !query.data && (
          <div className="p-4">
            <RetryAlert
              message={query.error.message || 'Failed to fetch notifications'}
              onRetry={() => void query.refetch()}
            />
          </div>
        )}
        {query.data && shown.length === 0 && <Nothing />}
        <List ref={list} shown={shown} onFollow={onFollow} />
        {query.hasNextPage && (
          <div className="flex justify-center p-2">
            <Button
              variant="ghost"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Arrow keys move between notifications, wherever in the panel the focus is. */
export function stepAmongRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = rowsOf(event.currentTarget);
  if (!step || !rows.length) return;
  const present = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, present + step))]?.focus();
  event.preventDefault();
}

const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-follow]') ?? []),
];

const Nothing = () => (
  <div className="flex flex-col items-center gap-2 px-4 py-10 text-center">
    <BellOff size={24} aria-hidden className="text-muted" />
    <p className="font-medium">Nothing new</p>
    <p className="text-muted">
      Requests for your review, decisions on your texts and mentions appear here.
    </p>
  </div>
);

type ListProps = Props & { shown: Notification[]; ref: RefObject<HTMLUListElement | null> };

function List({ shown, ref, onFollow }: ListProps) {
  const read = useRead();
  const remove = useDelete();

  function takeAway(id: number, index: number) {
    // The row disappears, and the focus moves to its neighbour.
    const others = rowsOf(ref.current).filter((_, place) => place !== index);
    (others[index] ?? others.at(-1) ?? ref.current)?.focus();
    remove.mutate(id);
  }

  return (
    <ul ref={ref} tabIndex={-1} className="divide-y divide-line outline-none">
      {shown.map((entry, index) => (
        <Row
          key={entry.id}
          notification={entry}
          onFollow={() => {
            if (!entry.read) read.mutate(entry.id);
            onFollow(entry);
          }}
          onDelete={() => takeAway(entry.id, index)}
        />
      ))}
    </ul>
  );
}

type RowProps = { notification: Notification; onFollow: () => void; onDelete: () => void };

function Row({ notification, onFollow, onDelete }: RowProps) {
  const { text, read, created_at, workspace, published } = notification;
  const zone = useZone();
  const present = useWorkspace().data?.id;
  return (
    <li className="relative flex items-start gap-1 pr-2 hover:bg-hover focus-within:bg-hover">
      <button
        type="button"
        data-follow
        onClick={onFollow}
        className="flex min-w-0 grow items-start gap-2.5 py-3 pl-4 text-left focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden
          className={classes(
            'mt-1.5 size-2 shrink-0 rounded-full',
            read ? 'bg-transparent' : 'bg-accent-solid',
          )}
        />
        <span className="min-w-0">
          <span className={classes('block break-words', !read && 'font-medium')}>
            {!read && <span className="sr-only">Unread: </span>}
            {text}
          </span>
          <span className="block text-muted text-xs" title={zonedTime(created_at, zone)}>
            {relativeTime(created_at)}
            {present !== undefined && present !== workspace.id && ` · ${workspace.name}`}
          </span>
        </span>
      </button>
      {published.map(
        ({ network, url }) => url && <OpenLink key={url} network={network} url={url} />,
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete: ${text}`}
        onClick={onDelete}
        className="mt-2"
      >
        <X size={16} aria-hidden />
      </Button>
    </li>
  );
}

const OpenLink = ({ network, url }: Published & { url: string }) => (
  <Button asChild variant="ghost" size="icon" className="mt-2">
    <a
      href={isOwnPath(url) ? withBase(url) : url}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open on ${NETWORK_NAMES[network]}`}
      title={`Open on ${NETWORK_NAMES[network]}`}
    >
      <ExternalLink size={16} aria-hidden />
    </a>
  </Button>
);
