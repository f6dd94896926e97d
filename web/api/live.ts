import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Topic } from '#contract/endpoint.ts';
import { followLive, type LiveEvents } from '#contract/live.ts';
import type { Notification } from '#contract/notifications.ts';
import { useAuth } from './auth-store.ts';
import { openStream } from './client.ts';
import { refetchWhenSettled } from './optimistic.ts';
import { contentKeys, keys, queryClient } from './query.ts';
import { TAB } from './tab.ts';

/** First the page: what it shows is on its way, and what changes meanwhile is told afterwards. */
const FIRST_MS = 1200;
/** How long to wait before connecting again: the first time at once, then longer and longer. Milliseconds. */
const AGAIN_MS = [200, 1000, 2000, 5000];
/** What ends before it lived so long has failed, in whatever order it ended. */
const LIVED_MS = 5000;
/** The server says something every 20 seconds: after this much silence the connection is dead. */
const SILENCE_MS = 45_000;
/** A tab that is not seen needs no connection, of which a browser has few; what it missed it gets when it is seen again. */
const HIDDEN_MS = 5000;
/** What changes again and again is fetched again this often. */
const REFETCH_MS = 400;

/** What is fetched again where something of a topic changed. */
const touches: Record<Topic, readonly (readonly unknown[])[]> = {
  content: contentKeys,
  comments: [keys.allComments],
  people: [keys.workspace, keys.workspaces, keys.members, keys.invitations],
  presence: [keys.allPresence],
};

/** The notification that came last while this page was open: read out, and seen at the bell. */
export const useArrived = create<{ last: Notification | null }>(() => ({ last: null }));

/** Keeps what this page shows as it is on the server, for as long as the page is there and seen. */
export function useLive() {
  const person = useAuth(({ user }) => user?.id);
  useEffect(() => {
    if (person === undefined) return;
    const over = new AbortController();
    void follow(over.signal);
    return () => {
      over.abort();
      // What was told to one is nobody else's.
      useArrived.setState({ last: null });
    };
  }, [person]);
}

async function follow(over: AbortSignal) {
  let after: number | undefined;
  let failures = 0;
  // When this tab last knew all that had changed.
  let knew = Date.now();
  await pause(FIRST_MS, over);
  while (!over.aborted) {
    await seen(over);
    if (over.aborted) return;
    const connection = connectionOf(over);
    const begun = Date.now();
    try {
      // A token that cannot be renewed ends the session (section 8): nobody asks for that while the server cannot answer.
      if (!(await fetch('/healthz', { signal: connection.signal })).ok) throw new Error('the server is not well');
      const stream = await openStream(followLive, {
        query: {
          tab: TAB,
          behind: String(Math.min(Date.now() - knew, 999_999_999)),
          ...(after !== undefined && { after: String(after) }),
        },
        signal: connection.signal,
      });
      const alive = () => {
        connection.alive();
        knew = Date.now();
      };
      for await (const { event, id, data } of messages(stream, alive)) {
        // Where it begins, and how far it went: a break goes on from there.
        if (id) after = Number(id);
        receive(event as keyof LiveEvents, JSON.parse(data));
      }
    } catch {
      // Tried again, below.
    } finally {
      connection.end();
    }
    failures = Date.now() - begun < LIVED_MS ? failures + 1 : 0;
    const wait = AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)] ?? 0;
    // Not all at once, where a server that was gone is back.
    await pause(wait * (0.5 + Math.random()), over);
  }
}

function receive(event: keyof LiveEvents, data: unknown) {
  if (event === 'notification') useArrived.setState({ last: data as Notification });
  if (event === 'changed') refetchSoon((data as LiveEvents['changed']).topic as Topic);
  if (event === 'ready' || event === 'unread') {
    const { unread: count } = data as LiveEvents['unread'];
    queryClient.setQueryData(keys.unread, { count });
    if (!queryClient.isMutating({ mutationKey: keys.notificationChange }))
      void queryClient.invalidateQueries({ queryKey: keys.notificationList });
  }
}

const due = new Map<Topic, { last: number; timer: ReturnType<typeof setTimeout> | undefined }>();

function refetchSoon(topic: Topic) {
  const state = due.get(topic) ?? { last: 0, timer: undefined };
  due.set(topic, state);
  state.timer ??= setTimeout(
    () => {
      Object.assign(state, { last: Date.now(), timer: undefined });
      refetchWhenSettled(touches[topic]);
    },
    Math.max(0, state.last + REFETCH_MS - Date.now()),
  );
}

/** The messages of a stream; `alive` is told of every sign of life. */
async function* messages(stream: ReadableStream<Uint8Array>, alive: () => void) {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream({ onComment: alive }))
    .getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    yield value;
  }
}

/** Ends when it is over, when nothing is heard any more, or when the tab was hidden for a while. */
function connectionOf(over: AbortSignal) {
  const connection = new AbortController();
  let [silence, hidden]: (ReturnType<typeof setTimeout> | undefined)[] = [];
  const abort = () => connection.abort();
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, SILENCE_MS);
  };
  const look = () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(abort, HIDDEN_MS);
  };
  over.addEventListener('abort', abort);
  document.addEventListener('visibilitychange', look);
  alive();
  return {
    signal: connection.signal,
    alive,
    end: () => {
      clearTimeout(silence);
      clearTimeout(hidden);
      over.removeEventListener('abort', abort);
      document.removeEventListener('visibilitychange', look);
      abort();
    },
  };
}

/** Waits until the tab is seen. */
function seen(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !over.aborted) return;
      document.removeEventListener('visibilitychange', look);
      over.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    over.addEventListener('abort', look);
    look();
  });
}

/** Waits, but not once there is a network again, or it is over. */
const pause = (ms: number, over: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      over.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    over.addEventListener('abort', end);
  });
