import { TOPICS, type Topic } from '#contract/endpoint.ts';
import type { Listener } from '../database/listener.ts';
import type { Database } from '../database/pool.ts';
import type { QuietLog } from '../quiet-log.ts';

/**
 * What everybody who looks is told at once, whichever process they are connected to: told to the database, which tells all
 * processes that listen, this one too.
 */

/** Changes this close to each other are told together: a commit that notifies waits for all others that do. */
const TOGETHER_MS = 25;
/** How long to wait before telling again where the database did not answer. */
const AGAIN_MS = 1000;

/** How long it is remembered what changed, for those who were not connected meanwhile. */
const REMEMBERED_MS = 120_000;
/** A request and its notice are on their way for a while. */
const MARGIN_MS = 2000;

/** As many streams as one person has in one process. */
const MAX_STREAMS = 20;

/** PostgreSQL takes 8000 bytes. */
const LONGEST_PAYLOAD = 7500;

/** Somebody who looks: a person in a tab, with a workspace. */
export type Follower = {
  workspaceId: number;
  userId: number;
  /** Something of this topic is another now; `tab` is the one that did it, empty where there were several. */
  onChange: (topic: Topic, tab: string) => void;
  /** This person's notifications are others now. */
  onNotified: () => void;
  /** There is nothing more to come. */
  onEnd: () => void;
};

export type Live = ReturnType<typeof createLive>;

/** @param factor multiplies how many streams one person has, for load tests */
export function createLive(database: Database, listener: Listener, report: QuietLog, factor: number) {
  const followers = new Set<Follower>();
  let waiting = new Map<string, { workspaceId: number; topic: Topic; tab: string }>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** What was told lately, the latest last; and since when nothing was missed. */
  const heard = new Map<string, { at: number; workspaceId: number; topic: Topic; tab: string }>();
  let listening = Number.POSITIVE_INFINITY;

  listener.on('changed', (payload) => {
    for (const line of payload.split('\n')) hear(line);
  });

  function hear(line: string) {
    const [id, topic, tab = ''] = line.split(' ') as [string, Topic, string?];
    const [at, workspaceId] = [Date.now(), Number(id)];
    const key = `${id} ${topic}`;
    const before = heard.get(key);
    heard.delete(key);
    // Once more than one tab did it, it is news for all.
    heard.set(key, { at, workspaceId, topic, tab: before && before.tab !== tab ? '' : tab });
    for (const [old, change] of heard) {
      if (change.at > at - REMEMBERED_MS) break;
      heard.delete(old);
    }
    for (const follower of followers) if (follower.workspaceId === workspaceId) follower.onChange(topic, tab);
  }

  listener.on('notified', (userId) => {
    for (const follower of followers) if (String(follower.userId) === userId) follower.onNotified();
  });
  // While nobody listened, anything may have happened.
  listener.onConnect(async () => {
    listening = Date.now();
    for (const { onChange, onNotified } of followers) {
      for (const topic of TOPICS) onChange(topic, '');
      onNotified();
    }
  });

  const later = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void tell();
    }, ms);
  };

  async function tell() {
    const told = waiting;
    waiting = new Map();
    // As many as one notification holds: each costs all processes as much, whatever it says.
    const payloads = [''];
    for (const { workspaceId, topic, tab } of told.values()) {
      const line = `${workspaceId} ${topic} ${tab}`;
      const last = payloads.at(-1);
      if (!last) payloads[payloads.length - 1] = line;
      else if (last.length + line.length < LONGEST_PAYLOAD) payloads[payloads.length - 1] = `${last}\n${line}`;
      else payloads.push(line);
    }
    try {
      await database.query("select pg_notify('changed', payload) from unnest($1::text[]) payload", [payloads]);
    } catch (err) {
      if (closed) return;
      report('warn', 'live', { err }, 'changes could not be told and will be told again');
      for (const change of told.values()) add(change.workspaceId, change.topic, change.tab);
      later(AGAIN_MS);
    }
  }

  function add(workspaceId: number, topic: Topic, tab: string) {
    const key = `${workspaceId} ${topic}`;
    const before = waiting.get(key);
    waiting.set(key, { workspaceId, topic, tab: before && before.tab !== tab ? '' : tab });
  }

  return {
    /** Tells all who look at this workspace. Called once the change is committed: whoever is told finds it. */
    announce: (workspaceId: number, topic: Topic, tab = '') => {
      add(workspaceId, topic, tab);
      later(TOGETHER_MS);
    },

    /** From now on this one is told, and of what changed in the milliseconds that they are `behind`; gives what ends that. */
    follow: (follower: Follower, behind = 0) => {
      if (closed) follower.onEnd();
      const own = [...followers].filter(({ userId }) => userId === follower.userId);
      // Each costs two queries a notification: whoever opens one more gives up the oldest.
      if (own.length >= MAX_STREAMS * factor) own[0]?.onEnd();
      followers.add(follower);
      const since = Date.now() - behind - MARGIN_MS;
      if (behind && since < Math.max(listening, Date.now() - REMEMBERED_MS)) {
        for (const topic of TOPICS) follower.onChange(topic, '');
      } else if (behind) {
        for (const { at, workspaceId, topic, tab } of heard.values())
          if (at >= since && workspaceId === follower.workspaceId) follower.onChange(topic, tab);
      }
      return () => void followers.delete(follower);
    },

    close: async () => {
      closed = true;
      for (const { onEnd } of followers) onEnd();
      if (timer) {
        clearTimeout(timer);
        await tell();
      }
    },
  };
}
