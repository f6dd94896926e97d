import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { isHandle } from '#contract/content/mentions.ts';
import type { AfterwardKind } from '#contract/networks/afterward-kinds.ts';
import { whyNot } from '#contract/networks/afterward-rules.ts';
import { OFFERED } from '#contract/networks/metrics.ts';
import { networks } from '#contract/networks/networks.ts';
import { start, useApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { jpeg } from '../../testing/media-files.ts';
import { startBluesky } from '../../testing/networks/bluesky.ts';
import { startDiscord } from '../../testing/networks/discord.ts';
import { startFacebook } from '../../testing/networks/facebook.ts';
import { startInstagram } from '../../testing/networks/instagram.ts';
import { startLinkedIn } from '../../testing/networks/linkedin.ts';
import { startMastodon } from '../../testing/networks/mastodon.ts';
import { environmentOf, type FakeNetwork } from '../../testing/networks/network.ts';
import { practice } from '../../testing/networks/practice.ts';
import { startTelegram } from '../../testing/networks/telegram.ts';
import { startThreads } from '../../testing/networks/threads.ts';
import { startTikTok } from '../../testing/networks/tiktok.ts';
import { startXNetwork } from '../../testing/networks/x.ts';
import { publisherOn } from '../../testing/publishing.ts';
import { startS3 } from '../../testing/s3.ts';
import { sampled } from '../../testing/sampled.ts';

/** What every network has to do, whatever happens to a call. */

const bucket = await startS3();
afterAll(() => bucket.stop());

const starters: Record<string, () => Promise<FakeNetwork>> = {
  practice: async () => practice,
  x: startXNetwork,
  'x, with the other name of fields': () => startXNetwork({ fieldsName: 'post.fields' }),
  'linkedin, a person': startLinkedIn,
  'linkedin, a page': () => startLinkedIn({ pages: true, refreshes: true }),
  instagram: startInstagram,
  'instagram, with the other id': () => startInstagram({ publishes: 'user_id', processing: 2 }),
  facebook: startFacebook,
  threads: startThreads,
  'threads, which takes its time': () => startThreads({ processing: 2 }),
  'tiktok, a video': startTikTok,
  'tiktok, pictures': () => startTikTok({ kind: 'picture' }),
  mastodon: startMastodon,
  'mastodon, which fails on a repeated key': () => startMastodon({ keys: 'repeated_is_500' }),
  'mastodon, which ignores keys': () => startMastodon({ keys: 'ignored' }),
  'mastodon, which is older': () => startMastodon({ reads: 'singly' }),
  bluesky: startBluesky,
  telegram: startTelegram,
  'discord, a webhook': startDiscord,
  'discord, a bot': () => startDiscord({ way: 'bot' }),
};

const TEXTS = ['One', 'Two, with a link https://example.invalid/x and #tag', 'Three 👩‍👩‍👧‍👦 <&>'];
/** Variants of one network differ in what becomes of a post whose outcome is unknown. */
const IN_ORDER = { concurrent: false };
/** Neither its posts nor its comments can be read. */
const PERSON = 'linkedin, a person';
const VARIANT = /^mastodon,|the other|takes its time/;

/** One variant of each network. */
const variants = Object.values(
  Object.groupBy(Object.keys(starters), (name) => name.split(',')[0] as string),
).flatMap((alike) => sampled(alike ?? [], 1, 'variants'));

// They wait most of the time: several at once, each of them in order.
describe.concurrent.each(variants)('%s', (variant) => {
  let network: FakeNetwork;
  const app = useApp(async () => {
    network = await (starters[variant] as () => Promise<FakeNetwork>)();
    return {
      ALLOW_PRIVATE_NETWORKS: 'true',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'networks-')),
      S3_URL: bucket.url(String(Object.keys(starters).indexOf(variant))),
      ...environmentOf(network),
    };
  });
  afterAll(() => network.stop());

  /** What a person does who is asked what has become of a post: they look. */
  async function settle(me: Awaited<ReturnType<typeof publisherOn>>, id: number) {
    const stopped = await me.until(id, 'stopped');
    expect(stopped.reason).toBe('unknown');
    const part = stopped.content.find(({ sent_at }) => sent_at === null);
    const seen = (await me.posts()).find(({ content }) => content === part?.content);
    const path = `/api/publications/${id}/resolve/`;
    const answer = { sent: seen !== undefined, ...(seen && { remote_id: seen.id }) };
    expect((await me.call(path, 'POST', answer)).status).toBe(200);
  }

  test('publishes a thread: every part once, in order', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread(TEXTS));
    const parts = networks[network.name].parts === 'joined' ? 1 : 3;
    expect(await me.until(id, 'published')).toMatchObject({ parts, sent: parts });
    await me.expectThread(TEXTS);
  });

  test('its figures are read, without the replies of a thread to itself', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const item = await me.thread(TEXTS);
    const id = await me.publish(item);
    await me.until(id, 'published');
    // Where reading costs money, somebody has to allow it.
    await me.call('/api/analytics/budget/', 'PUT', { limit: 1 });
    const path = `/api/content/items/${item}/figures/` as const;
    const [before] = (await me.call(path)).body.publications;
    if (before?.state === 'not_offered') return;
    const { status, body } = await me.call(`${path}refresh/`, 'POST');
    expect([status, body.publications]).toMatchObject([
      200,
      [{ publication: id, state: 'read', metrics: { comments: 0 } }],
    ]);
    const offered = Object.keys(OFFERED[network.name]);
    const named = Object.keys(body.publications[0]?.metrics ?? {});
    expect(named.filter((metric) => !offered.includes(metric))).toEqual([]);
    expect(body.publications[0]?.metrics.reactions).toBeGreaterThanOrEqual(0);
  });

  test('finds people to mention, where it allows a search', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const { status, body } = await me.call('/api/channels/people/?q=gra');
    expect(status).toBe(200);
    if (!['bluesky', 'mastodon', 'practice'].includes(network.name))
      return expect(body).toEqual([]);
    expect(body).toMatchObject([{ network: network.name, failure: null }]);
    for (const { handle } of body[0]?.people ?? [])
      expect(isHandle(network.name, handle)).toBe(true);
  });

  test.each(['accept_and_drop', 'accept_and_fail', 'drop'] as const)(
    'publishes once after an unknown outcome: %s',
    IN_ORDER,
    async (fault) => {
      const me = await publisherOn(app, network);
      await network.fail(me.call, me.channel, fault);
      const texts = [`First ${fault}`, 'Second'];
      const id = await me.publish(await me.thread(texts));
      if (network.asked === false) await settle(me, id);
      const done = await me.until(id, 'published');
      await me.expectThread(texts);
      const outcomes = done.content[0].attempts
        .filter(({ step }) => step !== 'prepare')
        .map(({ outcome }) => outcome);
      expect(outcomes[0]).toBe('unknown');
      expect(outcomes.slice(1)).not.toContain('unknown');
    },
  );

  const isOffered = (kind: AfterwardKind) => whyNot(network.name, kind) === null;

  test('reposts what is out, once, or says why it cannot', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread([`Again ${variant}`]));
    await me.until(id, 'published');
    if (!isOffered('repost')) {
      const path = `/api/publications/${id}/afterwards/` as const;
      const { status, body } = await me.call(path, 'POST', {
        afterwards: [{ kind: 'repost', hours: 1 }],
      });
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining(whyNot(network.name, 'repost') ?? ''),
      ]);
      expect(network.reposts).toBeUndefined();
      return;
    }
    const [post] = await me.posts();
    await me.addAfterwards(id, { kind: 'repost', hours: 1 });
    await me.untilAfterward(id, 'done');
    expect(await me.reposts()).toEqual([post?.id]);
    // One that is there already, where the network knows only one: no error, and not another one.
    expect(await me.posts()).toHaveLength(1);
  });

  test.each(['accept_and_drop', 'accept_and_fail', 'drop', 'rate_limit'] as const)(
    'reposts once: %s',
    IN_ORDER,
    async (fault) => {
      if (!isOffered('repost')) return;
      const me = await publisherOn(app, network);
      const id = await me.publish(await me.thread([`Once ${fault}`]));
      await me.until(id, 'published');
      const [post] = await me.posts();
      const [made] = await me.addAfterwards(id, { kind: 'repost', hours: 1 });
      await network.fail(me.call, me.channel, fault);
      const isAsked = fault !== 'rate_limit' && (network.asked === false || variant === PERSON);
      if (isAsked) {
        expect(await me.untilAfterward(id, 'stopped')).toMatchObject({ reason: 'unknown' });
        const there = (await me.reposts()).length > 0;
        const path = `/api/afterwards/${made?.id ?? 0}/continue/` as const;
        expect((await me.call(path, 'POST', {})).status).toBe(400);
        expect((await me.call(path, 'POST', { there })).status).toBe(200);
      }
      await me.untilAfterward(id, 'done');
      expect(await me.reposts()).toEqual([post?.id]);
    },
  );

  test(
    'a repost of a deleted post ends with an error, and is not tried again',
    IN_ORDER,
    async () => {
      if (!isOffered('repost')) return;
      const me = await publisherOn(app, network);
      const id = await me.publish(await me.thread(['Gone']));
      await me.until(id, 'published');
      const [made] = await me.addAfterwards(id, { kind: 'repost', hours: 1 });
      await me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
      // As if somebody had deleted it at the network, which nobody here has seen.
      await app.database.query(
        "update publications set state = 'published', published_at = now(), ended_by = null, ended_at = null where id = $1",
        [id],
      );
      await app.database.query(
        'update publication_parts set removed_at = null where publication_id = $1',
        [id],
      );
      await app.database.query(
        "update afterwards set state = 'waiting', ended_at = null, next_attempt_at = now() where id = $1",
        [made?.id],
      );
      const stopped = await me.untilAfterward(id, 'stopped');
      expect(stopped).toMatchObject({
        reason: 'rejected',
        detail: 'The post is no longer there.',
      });
      const again = await me.call(`/api/afterwards/${stopped.id}/continue/`, 'POST', {});
      expect(again.status).toBe(409);
      expect(await me.reposts()).toEqual([]);
    },
  );

  test.each([undefined, 'accept_and_drop'] as const)(
    'replies below what is out, once: %s',
    IN_ORDER,
    async (fault) => {
      const me = await publisherOn(app, network);
      const id = await me.publish(await me.thread([`Plugged ${fault}`]));
      await me.until(id, 'published');
      // Comments of a person are refused by some networks, and said so.
      if (!isOffered('reply') || variant === PERSON) return;
      const [post] = await me.posts();
      const text = `More on our site ${fault}`;
      const [made] = await me.addAfterwards(id, { kind: 'reply', hours: 1, text });
      if (fault) await network.fail(me.call, me.channel, fault);
      if (fault && network.asked === false) {
        await me.untilAfterward(id, 'stopped');
        const path = `/api/afterwards/${made?.id ?? 0}/continue/` as const;
        await me.call(path, 'POST', { there: true });
      }
      await me.untilAfterward(id, 'done');
      const seen = (await me.posts()).filter(({ content }) => content === text);
      expect(seen).toHaveLength(1);
      if (seen[0]?.parent !== null) expect(seen[0]?.parent).toBe(post?.id);
    },
  );

  /** What has become of two of the same words, whose second call broke before it was accepted. */
  async function expectApart(me: Awaited<ReturnType<typeof publisherOn>>, text: string) {
    const { rows } = await app.database.query(
      `select remote_id from publication_parts where channel_id = $1 and content = $2
       union all select remote_id from afterwards where channel_id = $1 and content = $2`,
      [me.channel, text],
    );
    const ids = rows.flatMap(({ remote_id: id }) => (id === null ? [] : [id]));
    expect(rows).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
    const seen = (await me.posts()).filter(({ content }) => content === text);
    // A network that refuses a repetition has the first one, and the second one is not called done.
    expect(seen).toHaveLength(ids.length);
  }

  test('a post is not taken for another one of the same words', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const text = `Every Monday ${variant}`;
    await me.until(await me.publish(await me.thread([text])), 'published');
    await network.fail(me.call, me.channel, 'drop');
    const id = await me.publish(await me.thread([text]));
    await me.until(id, 'published', 'stopped');
    await expectApart(me, text);
  });

  test('a reply is not taken for another one of the same words', IN_ORDER, async () => {
    if (!isOffered('reply') || variant === PERSON) return;
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread([`Plugged twice ${variant}`]));
    await me.until(id, 'published');
    const text = `Twice on our site ${variant}`;
    await me.addAfterwards(
      id,
      { kind: 'reply', hours: 1, text },
      { kind: 'reply', hours: 2, text },
    );
    await app.database.query(
      'update afterwards set next_attempt_at = null where publication_id = $1 and hours = 2',
      [id],
    );
    await me.untilAfterward(id, 'done', 0);
    await app.database.query(
      'update afterwards set next_attempt_at = now() where publication_id = $1 and hours = 2',
      [id],
    );
    await network.fail(me.call, me.channel, 'drop');
    await me.untilAfterward(id, ['done', 'stopped'], 1);
    await expectApart(me, text);
  });

  test('deletes what is out after days, with what is below it', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread(['For a while', 'As this']));
    await me.until(id, 'published');
    const remove = { kind: 'remove', days: 1, consent: true } as const;
    if (!isOffered('remove')) {
      expect(networks[network.name].deletes).toBeFalsy();
      return;
    }
    const path = `/api/publications/${id}/afterwards/` as const;
    const without = { afterwards: [{ kind: 'remove', days: 1 }] };
    expect((await me.call(path, 'POST', without)).status).toBe(400);
    await me.addAfterwards(id, remove);
    await me.untilAfterward(id, 'done');
    expect(await me.posts()).toEqual([]);
    expect(await me.get(id)).toMatchObject({ state: 'cancelled', url: null });
  });

  // What follows does not depend on them.
  if (VARIANT.test(variant)) return;

  test('publishes a picture with its alt text', IN_ORDER, async () => {
    if (network.needs === 'video') return;
    const me = await publisherOn(app, network);
    const media = [];
    for (const seed of [1, 2])
      media.push({ file: await me.upload(await jpeg({ width: 900, height: 700, seed }), 'a.jpg') });
    const item = await me.write({ content: 'Two pictures', media });
    await me.until(await me.publish(item.id), 'published');
    const [post] = await me.posts();
    if (post?.files !== undefined) expect(post.files).toBe(2);
  });

  test('waits where the network asks for a pause', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    await network.fail(me.call, me.channel, 'rate_limit');
    const id = await me.publish(await me.thread(['Patient', 'Still']));
    const { content } = await me.until(id, 'published');
    expect(JSON.stringify(content)).toContain('rate_limited');
    await me.expectThread(['Patient', 'Still']);
  });

  test('stops where the network refuses, and continues after a change', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    await network.fail(me.call, me.channel, 'refuse');
    const item = await me.thread(['Refused', 'After']);
    const id = await me.publish(item);
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'rejected', sent: 0 });
    await network.fail(me.call, me.channel);
    await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Accepted' });
    await me.call(`/api/publications/${id}/retry/`, 'POST', {});
    await me.until(id, 'published');
    await me.expectThread(['Accepted', 'After']);
  });

  test(
    'stops where the access was revoked, and continues when it is connected again',
    IN_ORDER,
    async () => {
      const me = await publisherOn(app, network);
      await network.fail(me.call, me.channel, 'revoked');
      const id = await me.publish(await me.thread(['Before', 'Behind']));
      expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'reconnect' });
      expect((await me.call('/api/channels/')).body[0].state).toBe('reconnect');
      await network.fail(me.call, me.channel);
      expect((await network.reconnect(me.call, me.channel)).status).toBe(200);
      await me.until(id, 'published');
      await me.expectThread(['Before', 'Behind']);
    },
  );

  test('renews an access that has expired once, in two processes at once', IN_ORDER, async () => {
    if (!network.expire) return;
    const me = await publisherOn(app, network);
    const other = await start(app.databaseUrl, {
      ALLOW_PRIVATE_NETWORKS: 'true',
      S3_URL: bucket.url(String(Object.keys(starters).indexOf(variant))),
      ...environmentOf(network),
    });
    network.expire(me.channel);
    const path = `/api/channels/${me.channel}/refresh/`;
    const both = await Promise.all([
      me.call(path, 'POST'),
      other.request(path, { method: 'POST', token: me.token }),
      me.call(path, 'POST'),
    ]);
    await other.stop();
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    const id = await me.publish(await me.thread(['Renewed']));
    await me.until(id, 'published');
  });

  test('deletes what is out, and deleting it again is no error', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread(['Mistake', 'Another']));
    await me.until(id, 'published');
    const remove = () => me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
    if (!networks[network.name].deletes) {
      expect((await remove()).status).toBe(409);
      return;
    }
    expect((await remove()).body.state).toBe('cancelled');
    expect(await me.posts()).toEqual([]);
    // As if the answer had been lost.
    await app.database.query(
      'update publication_parts set removed_at = null where publication_id = $1',
      [id],
    );
    expect(await remove()).toMatchObject({ status: 200 });
  });

  test('shows the latest posts of the account', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const text = 'Seen <by> everybody';
    const id = await me.publish(await me.thread([text]));
    await me.until(id, 'published');
    const { status, body } = await me.call(`/api/publications/${id}/latest/`);
    if (network.lists === false) expect([status, body]).toEqual([200, []]);
    else expect([status, body[0].content]).toEqual([200, text]);
  });

  test('shows the picture of the account, from this server', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const pictureOf = async () => (await me.call('/api/channels/')).body[0].picture;
    if (network.pictures === false) {
      expect(await pictureOf()).toBeNull();
      return;
    }
    const hash = await eventually(async () => {
      const picture = await pictureOf();
      expect(picture).not.toBeNull();
      return picture;
    });
    const { prefix } = (await me.call('/api/media/pass/')).body;
    const response = await fetch(`${app.base}${prefix}channels/${hash}.webp`);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([response.status, format, width, height]).toEqual([200, 'webp', 96, 96]);
  });

  test('keeps the credentials sealed, and out of every response', IN_ORDER, async () => {
    const me = await publisherOn(app, network);
    const { rows } = await app.database.query('select credentials from channels where id = $1', [
      me.channel,
    ]);
    expect(rows[0].credentials).toMatch(/^v1\./);
    const { body } = await me.call('/api/channels/');
    expect(JSON.stringify(body)).not.toMatch(/credential|token|secret|jwt/i);
  });
});
