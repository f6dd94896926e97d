import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { budgetsOf } from '#contract/networks/networks.ts';
import { useApp, writer } from '../../../testing/app.ts';
import { jpeg, mp4 } from '../../../testing/media-files.ts';
import { startBluesky } from '../../../testing/networks/bluesky.ts';
import { startDiscord } from '../../../testing/networks/discord.ts';
import { startFacebook } from '../../../testing/networks/facebook.ts';
import { startInstagram } from '../../../testing/networks/instagram.ts';
import { startLinkedIn } from '../../../testing/networks/linkedin.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { environmentOf, type TestNetwork } from '../../../testing/networks/network.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { startTelegram } from '../../../testing/networks/telegram.ts';
import { startThreads } from '../../../testing/networks/threads.ts';
import { startTikTok } from '../../../testing/networks/tiktok.ts';
import { startXNetwork } from '../../../testing/networks/x.ts';
import { startServer } from '../../../testing/process.ts';
import { hurryAfterwards, pauseInTurns, resumeAll } from '../../../testing/publishing-chaos.ts';
import type { Call } from '../../../testing/responses.ts';
import { startS3 } from '../../../testing/s3.ts';

/**
 * Many publications that are due in the same minute, on networks and with workers that fail, while
 * people pause all publishing, and with what is done afterwards. With
 * CHAOS=full (`npm run test:chaos`) as many as the promise says.
 */

const isFull = process.env.CHAOS === 'full';
const PUBLICATIONS = isFull ? 1000 : 48;
const MAX_PARTS = 7;
/** The share of publishing calls that fail, evenly over all kinds of faults. */
const FAULTS = isFull ? 0.5 : 0.3;
/** A worker is killed, and connections are cut, for so long. */
const CHAOS_MS = isFull ? 120_000 : 24_000;
const KILL_MS = isFull ? 4000 : 2500;
const CUT_MS = 700;
const DEADLINE_MS = isFull ? 540_000 : 150_000;
/** Longer than a lease: another worker takes over, and then the process goes on. */
const FROZEN_MS = 21_000;
/** Some calls take longer than a lease before they publish. */
const LATE_MS = isFull ? 26_000 : 21_000;
/** After it, a call of a process that is gone has no effect any more. */
const SETTLED_SECONDS = 120;
/** So long is everything paused, again and again, and goes on in between. */
const PAUSED_MS = 4000;
/** A hanging call ends after this time, as if the network had closed the connection. */
const HANG_MS = 800;

/** Every so manieth thread begins with a picture. */
const WITH_PICTURE = 3;

const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'));
/** Networks that fetch files get links to it. */
const bucket = await startS3();
const bluesky = await startBluesky();
const others = [
  await startXNetwork(),
  await startLinkedIn({ pages: true }),
  await startInstagram({ processing: 1 }),
  await startFacebook(),
  await startThreads({ processing: 1 }),
  await startTikTok(),
  await startTelegram(),
  await startDiscord({ way: 'bot' }),
];
const settings = {
  ALLOW_PRIVATE_NETWORKS: 'true',
  S3_URL: bucket.url('media'),
  ...environmentOf(bluesky, ...others),
};
const app = useApp({ ...settings, DATA_DIR: dataDir });
const started: { stop: () => Promise<void> }[] = [bluesky, ...others];
afterAll(async () => {
  await bucket.stop();
  for (const network of started) await network.stop();
});

type Channel = {
  id: number;
  network: TestNetwork;
  /** How many more parts its network takes. */
  room: number;
};

/** Channels of every network: some cannot be asked whether a post is there. */
async function connectChannels(call: Call) {
  const mastodons = [
    await startMastodon(),
    await startMastodon({ keys: 'ignored' }),
    await startMastodon({ keys: 'repeated_is_500' }),
  ];
  started.push(...mastodons);
  const fakes: TestNetwork[] = [bluesky, ...mastodons, ...others];
  const used = [bluesky, ...fakes, practice, practice, practice];
  const channels: Channel[] = [];
  for (const network of used) {
    const id = await network.connect(call);
    const all = (await call('/api/channels/')).body;
    const limits = all.find((channel) => channel.id === id)?.limits ?? {};
    const room = Math.min(...budgetsOf(network.name, limits).map(({ posts }) => posts));
    channels.push({ id, network, room });
  }
  for (const network of fakes) network.chaos?.(FAULTS, HANG_MS, LATE_MS);
  for (const [index, { id }] of channels
    .filter((channel) => channel.network === practice)
    .entries())
    await call(`/api/practice/${id}/`, 'PUT', {
      chaos: FAULTS,
      hang_ms: HANG_MS,
      delay_ms: 5,
      ...(index === 0 && { hides_posts: true }),
    });
  return { channels, mastodons };
}

/** Whether the part with this text has a picture. */
const hasPicture = (text: string) => {
  const [thread, part] = text.split(': ').map(Number);
  return part === 0 && thread !== undefined && thread % WITH_PICTURE === 0;
};

/**
 * As if so much time had passed for whatever waits, and every limit of a network had ended: some last
 * until midnight. Table by table, so that it holds no lock that a worker wants while it waits for
 * another one.
 */
async function passTime(seconds: number) {
  const waits = "next_attempt_at > now() + interval '5 seconds'";
  const { rows } = await app.database.query(`select id from publications where ${waits}`);
  const ids = rows.map(({ id }) => id);
  const { database } = app;
  await database.query(
    'update publication_attempts set began_at = began_at - make_interval(secs => $1) where publication_id = any($2)',
    [seconds, ids],
  );
  await database.query(
    'update publication_parts set made_at = made_at - make_interval(secs => $1) where publication_id = any($2)',
    [seconds, ids],
  );
  await database.query('update channels set paused_until = null where paused_until > now()');
  await database.query(
    `update publications set next_attempt_at = now() where id = any($1) and ${waits}`,
    [ids],
  );
}

async function addFile(token: string, name: string, bytes: Buffer): Promise<number> {
  const response = await fetch(`${app.base}/api/media/?name=${name}&alt=A`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  });
  return ((await response.json()) as { id: number }).id;
}

test(
  'whatever fails, every part is on its network exactly once, and in order',
  async ({ signal }) => {
    const me = await writer(app);
    const call: Call = (path, method, body) => app.request(path, { method, token: me.token, body });
    const { channels, mastodons } = await connectChannels(call);
    let turn = 0;
    /** Takes turns; a channel whose network takes no more in this hour is left out. */
    const nextChannel = (parts: number): Channel => {
      const channel = channels[turn++ % channels.length] as Channel;
      if (parts > channel.room) return nextChannel(parts);
      channel.room -= parts;
      return channel;
    };
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const picture = [{ file: await addFile(me.token, 'a.jpg', await jpeg()) }];
    const video = [
      { file: await addFile(me.token, 'a.mp4', await mp4({ codec: 'avc', seconds: 4 })) },
    ];
    for (let n = 0; n < PUBLICATIONS; n++) {
      const length = 1 + (n % MAX_PARTS);
      const channel = nextChannel(length);
      const { needs, choices } = channel.network;
      const items = Array.from({ length }, (_, part) => {
        const content = `${n}: ${part}`;
        const isNeeded = part === 0 && needs !== undefined;
        if (isNeeded) return { content, media: needs === 'video' ? video : picture };
        return { content, ...(needs === undefined && hasPicture(content) && { media: picture }) };
      });
      const { body } = await call('/api/content/items/thread/', 'POST', {
        folder: me.folder,
        items,
      });
      const path = `/api/content/items/${body[0].id}/publications/`;
      const options = choices && { [channel.id]: choices };
      // Replies of the others may be lost, and cannot be asked for.
      const isFollowed = mastodons.includes(channel.network as (typeof mastodons)[number]);
      const afterwards = isFollowed && {
        [channel.id]: [
          { kind: 'repost', hours: 1 },
          { kind: 'reply', hours: 2, text: `${n}: reply` },
        ],
      };
      const created = await call(path, 'POST', {
        ...{ channels: [channel.id], at, options },
        ...(afterwards && { afterwards }),
      });
      expect(created.status).toBe(201);
    }
    // However long that took, they are due in the same second.
    await app.database.query('update publications set due_at = now(), next_attempt_at = now()');
    const begun = Date.now();

    let isOver = false;
    let kills = 0;
    const environment = {
      ...settings,
      DATABASE_URL: app.databaseUrl,
      SECRET: 'x'.repeat(32),
    };
    const killing = (async () => {
      while (!isOver && !signal.aborted) {
        // A process whose connection is cut while it starts ends: it is started again.
        const server = await startServer(dataDir, { environment }).catch(() => undefined);
        if (!server) continue;
        const { child, exited } = server;
        await delay(KILL_MS);
        child.kill('SIGKILL');
        kills++;
        await exited;
      }
    })();
    let freezes = 0;
    const freezing = (async () => {
      while (!isOver && !signal.aborted) {
        const server = await startServer(dataDir, { environment }).catch(() => undefined);
        if (!server) continue;
        const { child, exited } = server;
        await delay(1000);
        child.kill('SIGSTOP');
        freezes++;
        await delay(FROZEN_MS);
        child.kill('SIGCONT');
        await delay(1000);
        child.kill('SIGKILL');
        await exited;
      }
    })();
    const cutting = (async () => {
      while (!isOver) {
        await delay(CUT_MS);
        await app.database
          .query(
            `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and application_name = 'postfolio' order by random() limit 1`,
          )
          .catch(() => {});
      }
    })();

    const pausing = pauseInTurns(app, call, { ms: PAUSED_MS, isOver: () => isOver });

    /** What a person does who sees what has stopped. */
    const stopped = new Map<string, number>();
    async function mend(): Promise<number> {
      const { rows } = await app.database.query(
        `select publications.id, channel_id as channel, reason, state, detail
       from publications where state not in ('published', 'cancelled')`,
      );
      const revoked = new Set<number>();
      for (const { id, channel, reason } of rows) {
        if (reason === null) continue;
        const { network } = channels.find((entry) => entry.id === channel) as Channel;
        stopped.set(reason, (stopped.get(reason) ?? 0) + 1);
        if (reason === 'reconnect') {
          if (!revoked.has(channel)) await network.reconnect(call, channel);
          revoked.add(channel);
        } else if (reason === 'unknown') {
          // Only where the network cannot be asked: a person looks.
          const hides = channels.find((channel) => channel.network === practice)?.id;
          if (network.asked !== false && channel !== hides) {
            const { body } = await call(`/api/publications/${id}/`);
            expect.fail(`${network.name} can be asked: ${JSON.stringify(body.content)}`);
          }
          const { body } = await call(`/api/publications/${id}/`);
          const part = body.content.find((entry) => entry.sent_at === null);
          const seen = (await network.posts(call, channel)).find(
            (post) => post.content === part?.content,
          );
          await call(`/api/publications/${id}/resolve/`, 'POST', {
            sent: seen !== undefined,
            ...(seen && { remote_id: seen.id }),
          });
        } else await call(`/api/publications/${id}/retry/`, 'POST', {});
      }
      return rows.length;
    }

    let isSettled = false;
    try {
      while (Date.now() - begun < DEADLINE_MS) {
        if (Date.now() - begun > CHAOS_MS) isOver = true;
        if (isOver && !isSettled && Date.now() - begun > CHAOS_MS + LATE_MS + FROZEN_MS) {
          // No process is killed any more, and what was sent before has had its effect.
          await Promise.all([killing, freezing, cutting, pausing]);
          await resumeAll(call);
          for (const { network } of channels) network.chaos?.(0, 0);
          isSettled = true;
        }
        // Also of what times out yet.
        if (isSettled) await passTime(SETTLED_SECONDS);
        // A statement fails where its connection is cut.
        const work = async () =>
          (await mend()) + (await hurryAfterwards(app, call, isSettled ? SETTLED_SECONDS : 0));
        const open = await work().catch((error) => {
          if (error.name === 'AssertionError') throw error;
          return 1;
        });
        if (open === 0 && isSettled) break;
        await delay(500);
      }
    } finally {
      // Also where it fails: else processes are started for ever.
      isOver = true;
      await Promise.all([killing, freezing, cutting, pausing]);
    }
    const { pauses, begun: begunInPauses } = await pausing;
    expect(begunInPauses).toEqual([]);
    expect(pauses).toBeGreaterThan(0);

    const { rows: stuck } = await app.database.query(
      "select id, channel_id, state, reason, detail, next_attempt_at from publications where state <> 'published'",
    );
    expect(stuck).toEqual([]);
    const { rows: open } = await app.database.query(
      "select id, kind, state, reason, detail from afterwards where state <> 'done'",
    );
    expect(open).toEqual([]);
    // Each part as its network has it: once, with its text, as a reply to the part before. Replies
    // that follow are below the last one.
    const { rows: parts } = await app.database.query(
      `select part.channel_id as channel, part.content, part.remote_id as id,
       before.remote_id as parent
     from publication_parts part
       left join publication_parts before on before.publication_id = part.publication_id
         and before.position = part.position - 1
     union all
     select afterwards.channel_id, afterwards.content, afterwards.remote_id, (
       select remote_id from publication_parts where publication_id = afterwards.publication_id
       order by position desc limit 1)
     from afterwards where kind = 'reply'`,
    );
    const { rows: first } = await app.database.query(
      `select afterwards.channel_id as channel, remote.remote_id as id
       from afterwards join publication_parts remote on remote.position = 0
         and remote.publication_id = afterwards.publication_id
       where kind = 'repost'`,
    );
    for (const { id, network } of channels) {
      const own = parts.filter(({ channel }) => channel === id);
      const bySent = (list: { id: string; content: string; parent: string | null }[]) =>
        list.map((entry) => `${entry.content} ${entry.id} ${entry.parent}`).sort();
      expect(bySent(await network.posts(call, id))).toEqual(bySent(own));
      const reposted = first.flatMap((row) => (row.channel === id ? [row.id] : []));
      expect(((await network.reposts?.(call, id)) ?? []).toSorted()).toEqual(reposted.toSorted());
    }
    const written = mastodons.flatMap(({ statuses }) => statuses).filter(({ reblog }) => !reblog);
    for (const { text, media } of written)
      expect([text, media.length]).toEqual([text, hasPicture(text) ? 1 : 0]);
    const { rows: outcomes } = await app.database.query(
      `select channels.network, step, coalesce(outcome, 'none (killed)') as outcome,
       count(*)::integer from publication_attempts
       join publications on publications.id = publication_id
       join channels on channels.id = channel_id
     group by 1, 2, 3 order by 1, 2, 4 desc`,
    );
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(
      `${PUBLICATIONS} publications, ${parts.length} parts, ${kills} kills, ${freezes} freezes, ${pauses} pauses, ${first.length} reposts, ${seconds} s; stopped: ${JSON.stringify(Object.fromEntries(stopped))}`,
    );
    console.table(outcomes);
  },
  600_000 + 60_000,
);
