import { useEffect } from 'react';
import { create } from 'zustand';
import { type LiveEvents, streamEvents, type Topic } from '#contract/content/live.ts';
import type { Notification } from '#contract/people/notifications.ts';
import { withBase } from '#web/lib/base.ts';
import { useAuth } from './auth-store.ts';
import { ApiError, openStream } from './client.ts';
import { messages } from './messages.ts';
import { refetchWhenSettled } from './optimistic.ts';
import { contentKeys, contentKeysOf, keys, queryClient } from './query.ts';
import { TAB } from './tab.ts';

/** Delayed, so that the page loads first; changes in between are replayed. */
const FIRST_MS = 1200;
/** The delay before reconnecting, in milliseconds, which doubles with each failure. */
const AGAIN_MS = 200;
/** The longest delay: a server that restarts is back soon, one that refuses stays as it is. */
const MAX_AGAIN_MS = { unreachable: 5000, refused: 60_000 };
/** A connection that ended before this age counts as failed. */
const LIVED_MS = 5000;
/**
 * The server sends a heartbeat every 20 seconds: without any data for this long, the connection is
 * dead.
 */
const SILENCE_MS = 45_000;
/**
 * A hidden tab closes its connection after this time, because browsers limit their number. It
 * catches up when it becomes visible.
 */
const HIDDEN_MS = 5000;
/** Without a stream for this long, while it is visible, the page says so. */
const LOST_MS = 30_000;
/** The server refuses more: whatever may have changed meanwhile is fetched again. */
const MAX_MISSED_MS = 999_999_999;
/** The minimum interval between two refetches of the same topic. */
const REFETCH_MS = 400;

/**
 * The query keys to invalidate for a change of a topic: for these items, or, without `ids`, for
 * all.
 */
const staleKeys: Record<Topic, (ids?: readonly number[]) => readonly (readonly unknown[])[]> = {
  content: (ids) => (ids ? contentKeysOf(ids) : contentKeys),
  // The rows of items count them.
  comments: (ids) => [...(ids?.map(keys.comments) ?? [keys.allComments]), keys.itemLists],
  people: () => [
    ...[keys.workspace, keys.workspaces, keys.members, keys.invitations, keys.apiKeys, keys.apps],
  ],
  presence: (ids) => ids?.map(keys.presence) ?? [keys.allPresence],
  // The cards of items show where they are published.
  publications: () => [
    keys.publications,
    keys.attention,
    keys.channels,
    keys.itemLists,
    // An open editor shows what stopped, and saves by itself only what is not planned.
    keys.threads,
    // A review shows what is proposed.
    keys.pending,
    keys.allEndings,
  ],
  figures: () => [keys.allFigures],
  channels: () => [keys.channels, keys.publications, keys.allEndings],
  media: () => [keys.media],
  feeds: () => [keys.feeds],
  templates: () => [keys.templates],
  rules: () => [keys.rules],
  snippets: () => [keys.snippets],
  webhooks: () => [keys.webhooks, keys.incoming],
};

/** The latest notification since this page was opened: announced, and shown at the bell. */
export const useLatestNotification = create<{ last: Notification | null }>(() => ({ last: null }));

/** Whether this page has not heard of changes for a while. */
export const useLost = create<{ lost: boolean }>(() => ({ lost: false }));

const useClosedAccount = create<{ id: number | undefined }>(() => ({ id: undefined }));

/** Follows no more: the account of this person is closed, and the page is about to be left. */
export const endLive = () => useClosedAccount.setState({ id: useAuth.getState().user?.id });

/** Keeps the cached data of this page in sync with the server, while the page is visible. */
export function useLive() {
  const own = useAuth(({ user }) => user?.id);
  const closed = useClosedAccount(({ id }) => id);
  const person = own === closed ? undefined : own;
  useEffect(() => {
    if (person === undefined) return;
    const controller = new AbortController();
    void follow(controller.signal);
    return () => {
      controller.abort();
      // Notifications of another person are dropped.
      useLatestNotification.setState({ last: null });
      useLost.setState({ lost: false });
    };
  }, [person]);
}

async function follow(signal: AbortSignal) {
  let after: number | undefined;
  let failures = 0;
  // When this tab was last in sync.
  let lastSyncedAt = Date.now();
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const setLost = (lost: boolean) => {
    clearTimeout(lostTimer);
    lostTimer = undefined;
    if (!signal.aborted) useLost.setState({ lost });
  };
  signal.addEventListener('abort', () => clearTimeout(lostTimer));
  await pause(FIRST_MS, signal);
  while (!signal.aborted) {
    if (document.hidden) setLost(false);
    await whenVisible(signal);
    if (signal.aborted) return;
    lostTimer ??= setTimeout(setLost, LOST_MS, true);
    let longest = MAX_AGAIN_MS.unreachable;
    const missed = Math.round(Date.now() - lastSyncedAt);
    const connection = openConnection(signal);
    const begun = Date.now();
    try {
      // A token that cannot be refreshed ends the session; an unreachable server does not.
      if (!(await fetch(withBase('/healthz'), { signal: connection.signal })).ok)
        throw new Error('the server is not well');
      const stream = await openStream(streamEvents, {
        query: {
          tab: TAB,
          // The clock may have been set back.
          missed_ms: String(missed < 0 ? MAX_MISSED_MS : Math.min(missed, MAX_MISSED_MS)),
          ...(after !== undefined && { after: String(after) }),
        },
        signal: connection.signal,
      });
      const onData = () => {
        connection.resetIdleTimer();
        lastSyncedAt = Date.now();
      };
      for await (const { event, id, data } of messages(stream, onData)) {
        // Where to resume after a disconnect.
        if (id) after = Number(id);
        // What changed meanwhile follows: the server knows for how long this tab was away.
        if (event === 'ready') setLost(false);
        receive(event as keyof LiveEvents, JSON.parse(data));
      }
    } catch (error) {
      // Retried below.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        longest = MAX_AGAIN_MS.refused;
    } finally {
      connection.end();
    }
    failures = Date.now() - begun < LIVED_MS ? failures + 1 : 0;
    const wait = Math.min(AGAIN_MS * 2 ** failures, longest);
    // With jitter, so that clients do not all reconnect at once.
    await pause(wait * (0.5 + Math.random()), signal);
  }
}

function receive(event: keyof LiveEvents, data: unknown) {
  if (event === 'notification') useLatestNotification.setState({ last: data as Notification });
  if (event === 'changed') refetchSoon(data as LiveEvents['changed']);
  if (event === 'ready' || event === 'unread') {
    const { unread: count } = data as LiveEvents['unread'];
    queryClient.setQueryData(keys.unread, { count });
    if (!queryClient.isMutating({ mutationKey: keys.notificationChange }))
      void queryClient.invalidateQueries({ queryKey: keys.notificationList });
  }
}

type Due = {
  last: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The items that changed since; null where any may have. */
  ids: Set<number> | null;
};
const pendingRefetches = new Map<Topic, Due>();

function refetchSoon({ topic, ids }: LiveEvents['changed']) {
  const state = pendingRefetches.get(topic) ?? { last: 0, timer: undefined, ids: new Set() };
  pendingRefetches.set(topic, state);
  state.ids = ids && state.ids ? new Set([...state.ids, ...ids]) : null;
  state.timer ??= setTimeout(
    () => {
      const changed = state.ids ? [...state.ids] : undefined;
      Object.assign(state, { last: Date.now(), timer: undefined, ids: new Set() });
      refetchWhenSettled(staleKeys[topic](changed));
    },
    Math.max(0, state.last + REFETCH_MS - Date.now()),
  );
}

/** Ends when the stream ends, times out, or the tab has been hidden for a while. */
function openConnection(signal: AbortSignal) {
  const connection = new AbortController();
  let [silence, hidden]: (ReturnType<typeof setTimeout> | undefined)[] = [];
  const abort = () => connection.abort();
  const resetIdleTimer = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, SILENCE_MS);
  };
  const onVisibilityChange = () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(abort, HIDDEN_MS);
  };
  signal.addEventListener('abort', abort);
  document.addEventListener('visibilitychange', onVisibilityChange);
  resetIdleTimer();
  return {
    signal: connection.signal,
    resetIdleTimer,
    end: () => {
      clearTimeout(silence);
      clearTimeout(hidden);
      signal.removeEventListener('abort', abort);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      abort();
    },
  };
}

/** Waits until the tab is visible. */
function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onVisibilityChange = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      signal.removeEventListener('abort', onVisibilityChange);
      resolve();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    signal.addEventListener('abort', onVisibilityChange);
    onVisibilityChange();
  });
}

/** Waits, unless the network comes back or it is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
