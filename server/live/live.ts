import { type Change, MAX_CHANGED_IDS, TOPICS, type Topic } from '#contract/content/live.ts';
import type { Clock } from '../clock.ts';
import type { Listener } from '../database/listener.ts';
import type { Database } from '../database/pool.ts';
import type { QuietLog } from '../lib/quiet-log.ts';

/** Fans change events out to connected clients across all processes via LISTEN/NOTIFY. */

/** Changes within this interval are batched: commits that notify are serialized by PostgreSQL. */
const BATCH_MS = 25;
/** The delay before a retry when the database does not respond. */
const RETRY_MS = 1000;

/** How long events are remembered for clients that reconnect. */
const REPLAY_MS = 120_000;
/** A margin for the latency of a request and its notification. */
const MARGIN_MS = 2000;

/** The maximum number of streams of one person in a process. */
const MAX_STREAMS = 20;

/** PostgreSQL accepts 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7500;

/** A connected client: a person in a tab, with a workspace. */
export type Subscriber = {
  workspaceId: number;
  userId: number;
  /** Something changed; `tab` is the originating tab, empty where there were several. */
  onChange: (change: Change) => void;
  /** The notifications of this person changed. */
  onNotified: () => void;
  /** The stream ends. */
  onEnd: () => void;
};

export type Live = ReturnType<typeof createLive>;

/** Merges two changes of one topic in one workspace: the result covers the ids of both. */
function merge(before: Change | undefined, { workspaceId, topic, ids, tab }: Change): Change {
  if (!before) return { workspaceId, topic, tab, ...(ids && { ids }) };
  const all = before.ids && ids && new Set([...before.ids, ...ids]);
  return {
    workspaceId,
    topic,
    // A change of several tabs is news for all of them.
    tab: before.tab === tab ? tab : '',
    ...(all && all.size <= MAX_CHANGED_IDS && { ids: [...all] }),
  };
}

const keyOf = ({ workspaceId, topic }: Change) => `${workspaceId} ${topic}`;

/** A line of a payload; `read` is its inverse. */
const write = ({ workspaceId, topic, tab, ids }: Change) =>
  `${workspaceId} ${topic} ${tab} ${ids?.join(',') ?? '*'}`;
function read(line: string): Change {
  const [workspaceId, topic, tab = '', ids = '*'] = line.split(' ') as [
    string,
    Topic,
    string?,
    string?,
  ];
  return {
    workspaceId: Number(workspaceId),
    topic,
    tab,
    ...(ids !== '*' && { ids: ids.split(',').map(Number) }),
  };
}

/** @param factor multiplies the number of streams of a person, for load tests */
export function createLive(
  database: Database,
  listener: Listener,
  report: QuietLog,
  factor: number,
  clock: Clock,
) {
  const subscribers = new Set<Subscriber>();
  const watchers: { topic: Topic; wake: () => void }[] = [];
  let pending = new Map<string, Change>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Recent events, the latest last, and since when the record is complete. */
  const recentEvents = new Map<string, Change & { at: number }>();
  let completeSince = Number.POSITIVE_INFINITY;

  listener.on('changed', (payload) => {
    for (const line of payload.split('\n')) onMessage(read(line));
  });

  function onMessage(change: Change) {
    const at = clock.now();
    const key = keyOf(change);
    const before = recentEvents.get(key);
    recentEvents.delete(key);
    recentEvents.set(key, { ...merge(before, change), at });
    for (const [old, { at: then }] of recentEvents) {
      if (then > at - REPLAY_MS) break;
      recentEvents.delete(old);
    }
    for (const subscriber of subscribers)
      if (subscriber.workspaceId === change.workspaceId) subscriber.onChange(change);
    for (const { topic, wake } of watchers) if (topic === change.topic) wake();
  }

  listener.on('notified', (userId) => {
    for (const subscriber of subscribers)
      if (String(subscriber.userId) === userId) subscriber.onNotified();
  });
  // Events of the time without a connection are unknown.
  listener.onConnect(async () => {
    completeSince = clock.now();
    for (const subscriber of subscribers) {
      invalidateAll(subscriber);
      subscriber.onNotified();
    }
  });

  const invalidateAll = ({ workspaceId, onChange }: Subscriber) => {
    for (const topic of TOPICS) onChange({ workspaceId, topic, tab: '' });
  };

  const later = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, ms);
  };

  async function flush() {
    const batch = pending;
    pending = new Map();
    // As many lines as fit into one notification: each costs every process the same, whatever its
    // size.
    const payloads = [''];
    for (const change of batch.values()) {
      const line = write(change);
      const last = payloads.at(-1);
      if (!last) payloads[payloads.length - 1] = line;
      else if (last.length + line.length < MAX_PAYLOAD_BYTES)
        payloads[payloads.length - 1] = `${last}\n${line}`;
      else payloads.push(line);
    }
    try {
      await database.query("select pg_notify('changed', payload) from unnest($1::text[]) payload", [
        payloads,
      ]);
    } catch (err) {
      if (closed) return;
      report('warn', 'live', { err }, 'failed to publish change events, will retry');
      for (const change of batch.values()) add(change);
      later(RETRY_MS);
    }
  }

  const add = (change: Change) =>
    void pending.set(keyOf(change), merge(pending.get(keyOf(change)), change));

  return {
    /**
     * Publishes a change to all clients of its workspace. Called after the commit (`tx.announce`),
     * so that clients find the change.
     */
    announce: (change: Change) => {
      add(change);
      later(BATCH_MS);
    },

    /** Wakes what looks for due rows, in this process: something of a topic has changed in some workspace. */
    watch: (topic: Topic, wake: () => void) => void watchers.push({ topic, wake }),

    /**
     * Subscribes, and replays the changes of the last `missedMs` milliseconds.
     * @returns unsubscribes
     */
    subscribe: (subscriber: Subscriber, missedMs = 0) => {
      if (closed) subscriber.onEnd();
      const own = [...subscribers].filter(({ userId }) => userId === subscriber.userId);
      // Each stream costs two queries for a notification: a new one beyond the limit ends the
      // oldest. It is removed at once: several may open before it has ended.
      for (const oldest of own.slice(0, Math.max(0, own.length + 1 - MAX_STREAMS * factor))) {
        subscribers.delete(oldest);
        oldest.onEnd();
      }
      subscribers.add(subscriber);
      const since = clock.now() - missedMs - MARGIN_MS;
      if (missedMs && since < Math.max(completeSince, clock.now() - REPLAY_MS))
        invalidateAll(subscriber);
      else if (missedMs) {
        for (const { at, ...change } of recentEvents.values())
          if (at >= since && change.workspaceId === subscriber.workspaceId)
            subscriber.onChange(change);
      }
      return () => void subscribers.delete(subscriber);
    },

    close: async () => {
      closed = true;
      for (const { onEnd } of subscribers) onEnd();
      if (timer) {
        clearTimeout(timer);
        await flush();
      }
    },
  };
}
