import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { jpeg, mp4 } from '../../testing/media-files.ts';
import { startDiscord } from '../../testing/networks/discord.ts';
import { startFacebook } from '../../testing/networks/facebook.ts';
import { logIn } from '../../testing/networks/fake.ts';
import { startInstagram } from '../../testing/networks/instagram.ts';
import { startLinkedIn } from '../../testing/networks/linkedin.ts';
import { environmentOf, type FakeNetwork } from '../../testing/networks/network.ts';
import { startTelegram } from '../../testing/networks/telegram.ts';
import { startThreads } from '../../testing/networks/threads.ts';
import { startTikTok } from '../../testing/networks/tiktok.ts';
import { startXNetwork } from '../../testing/networks/x.ts';
import { publisherOn } from '../../testing/publishing.ts';
import { startS3 } from '../../testing/s3.ts';

/** What is peculiar to a network. */

const bucket = await startS3();
const x = await startXNetwork();
const linkedin = await startLinkedIn({ pages: true });
const instagram = await startInstagram();
const facebook = await startFacebook();
const threads = await startThreads();
const tiktok = await startTikTok();
const telegram = await startTelegram();
const discord = await startDiscord();
const all = [x, linkedin, instagram, facebook, threads, tiktok, telegram, discord];
const app = useApp(async () => ({
  ALLOW_PRIVATE_NETWORKS: 'true',
  DATA_DIR: await mkdtemp(join(tmpdir(), 'specifics-')),
  S3_URL: bucket.url('media'),
  ...environmentOf(...all),
}));
afterAll(async () => {
  for (const network of all) await network.stop();
  await bucket.stop();
});

const setUp = async (network: FakeNetwork) => {
  const me = await publisherOn(app, network);
  const check = async (item: number, options: object = {}) => {
    const body = { channels: [me.channel], options: { [me.channel]: options } };
    const path = `/api/content/items/${item}/publications/check/` as const;
    return (await me.call(path, 'POST', body)).body[0];
  };
  const errors = async (item: number, options: object = {}) =>
    (await check(item, options)).findings
      .filter(({ level }: { level: string }) => level === 'error')
      .map(({ text }: { text: string }) => text);
  const video = async (seconds = 4) =>
    me.upload(await mp4({ codec: 'avc', seconds }), 'clip.mp4', 'A clip');
  const picture = async (size: { width?: number; height?: number } = {}) =>
    me.upload(await jpeg({ width: 900, height: 700, ...size }), 'photo.jpg', 'A photo');
  const send = async (content: string, files: number[], options: object = {}) => {
    const media = files.map((file) => ({ file }));
    const { id } = await me.write({ content, media });
    return me.until(await me.publish(id, { options: { [me.channel]: options } }), 'published');
  };
  return { ...me, check, errors, video, picture, send };
};

describe('x', () => {
  test('says what a publication costs, and what the month has cost', async () => {
    const me = await setUp(x);
    const plain = await me.thread(['One', 'Two with https://example.org/a']);
    expect(await me.check(plain)).toMatchObject({ price: 215, spent: 0 });
    await me.until(await me.publish(plain), 'published');
    const { id } = await me.write({ content: 'Seen', media: [{ file: await me.picture() }] });
    expect(await me.check(id)).toMatchObject({ price: 20, spent: 215 });
  });

  test('takes what the account is subscribed for, and one cashtag', async () => {
    const me = await setUp(x);
    const { id: long } = await me.write({ content: 'a'.repeat(300) });
    expect(await me.errors(long)).toEqual(['The text is 20 characters over the limit for X']);
    x.options.premium = true;
    await me.call(`/api/channels/${me.channel}/refresh/`, 'POST');
    expect(await me.errors(long)).toEqual([]);
    x.options.premium = false;
    const { id: tags } = await me.write({ content: 'Of $ABC and $XYZ' });
    expect(await me.errors(tags)).toEqual(['X allows one cashtag, such as $ABC, per post']);
  });

  test('a video goes in chunks, and is awaited while it is processed', async () => {
    const me = await setUp(x);
    x.options.processing = 2;
    await me.send('A clip', [await me.video()], { replies: 'following', ai: 'yes' });
    x.options.processing = 0;
    const post = x.list.at(-1);
    expect(post?.settings).toEqual({ reply_settings: 'following', made_with_ai: true });
    expect(x.media.find(({ id }) => id === post?.media[0])).toMatchObject({
      category: 'tweet_video',
      asked: 2,
    });
  });

  test.each([-1e300, 1e300, 0])('it is not asked for a file after %d seconds', async (seconds) => {
    const me = await setUp(x);
    Object.assign(x.options, { processing: 1000, checkAfter: seconds });
    const { id: item } = await me.write({ content: 'A', media: [{ file: await me.video() }] });
    const id = await me.publish(item);
    const stateOf = async () => {
      const { rows } = await app.database.query(
        `select detail, next_attempt_at between now() and now() + interval '3 minutes' as waits
          from publications where id = $1`,
        [id],
      );
      return rows[0];
    };
    await expect
      .poll(stateOf, { timeout: 10_000, interval: 20 })
      .toEqual({ detail: 'X is processing a file.', waits: true });
    Object.assign(x.options, { processing: 0, checkAfter: 1 });
    // As if it had waited.
    await app.database.query('update publications set next_attempt_at = now() where id = $1', [id]);
    await me.until(id, 'published');
  });

  test('the same text again is refused, and used up credits are the operator’s matter', async () => {
    const me = await setUp(x);
    await me.send('Said before', []);
    const again = await me.publish((await me.write({ content: 'Said before' })).id);
    expect(await me.until(again, 'stopped')).toMatchObject({ reason: 'rejected' });
    x.options.credits = false;
    const broke = await me.publish((await me.write({ content: 'Without credits' })).id);
    expect(await me.until(broke, 'stopped')).toMatchObject({
      reason: 'operator',
      detail: 'X charges for posts, and the credits are used up.',
    });
    x.options.credits = true;
  });

  test('a link, which X shortens, does not hide a post that was accepted', async () => {
    const me = await setUp(x);
    await x.fail(me.call, me.channel, 'accept_and_drop');
    const text = 'Read https://example.org/a & <this> at example.com/b';
    await me.until(await me.publish((await me.write({ content: text })).id), 'published');
    expect(await me.posts()).toHaveLength(1);
  });
});

describe('linkedin', () => {
  test('a thread is joined, with a first comment and a card of the link', async () => {
    const me = await setUp(linkedin);
    const texts = ['Read (this) #news_1', 'and https://example.org/a_b'];
    const options = { [me.channel]: { comment: 'More in the comments' } };
    const id = await me.publish(await me.thread(texts), { options });
    expect(await me.until(id, 'published')).toMatchObject({ parts: 2, sent: 2 });
    const [post, comment] = await me.posts();
    expect(post?.content).toBe(texts.join('\n\n'));
    expect(comment).toMatchObject({ content: 'More in the comments', parent: post?.id });
    const { content, author, visibility } = linkedin.list.at(-1) ?? {};
    expect([author, visibility]).toEqual([
      expect.stringContaining('urn:li:organization:'),
      'PUBLIC',
    ]);
    expect(content.article).toMatchObject({ source: 'https://example.org/a_b' });
  });

  test('a thread that does not fit is refused as a whole', async () => {
    const me = await setUp(linkedin);
    const item = await me.thread(['a'.repeat(1600), 'b'.repeat(1600)]);
    expect(await me.errors(item)).toEqual([
      'The text is 202 characters over the limit for LinkedIn',
    ]);
    const { id } = await me.write({ content: 'Only connections' });
    expect(await me.errors(id, { visibility: 'CONNECTIONS' })).toEqual([
      'LinkedIn doesn’t allow this option for this account: Who can see it',
    ]);
  });

  test('pictures, a video in parts, and a PDF', async () => {
    const me = await setUp(linkedin);
    await me.send('Two', [await me.picture(), await me.picture({ width: 800 })]);
    expect(linkedin.list.at(-1)?.content.multiImage.images).toMatchObject([
      { altText: 'A photo' },
      { altText: 'A photo' },
    ]);
    linkedin.options.processing = 1;
    await me.send('A clip', [await me.video()]);
    expect(linkedin.list.at(-1)?.content.media).toMatchObject({ title: 'clip.mp4' });
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
    await me.send('A paper', [await me.upload(pdf, 'paper.pdf', '')]);
    expect(linkedin.list.at(-1)?.content.media).toMatchObject({
      id: expect.stringContaining('urn:li:document:'),
      title: 'paper.pdf',
    });
  });

  test('of a person and their pages some are chosen, before anything is connected', async () => {
    const me = await setUp(linkedin);
    const before = (await me.call('/api/channels/')).body.length;
    const begun = await me.call('/api/channels/authorize/', 'POST', { network: 'linkedin' });
    const url = new URL(begun.body.url);
    url.searchParams.set('person', 'chooser');
    const { headers } = await fetch(url, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location') ?? '');
    const path = '/api/channels/complete/';
    const { body } = await me.call(path, 'POST', Object.fromEntries(searchParams));
    expect(body.channels).toEqual([]);
    expect(body.choose?.accounts.map(({ name }) => name)).toEqual([
      'chooser of LinkedIn',
      'Page of chooser',
    ]);
    expect((await me.call('/api/channels/')).body).toHaveLength(before);
    const { state, accounts } = body.choose as NonNullable<typeof body.choose>;
    const wrong = await me.call(path, 'POST', { state, code: 'x' });
    expect(wrong.status).toBe(400);
    // That has used it up: nobody chooses with it.
    const late = await me.call('/api/channels/choose/', 'POST', {
      state,
      accounts: [accounts[0].id],
    });
    expect(late.status).toBe(400);
    const both = await logIn(me.call, 'linkedin', 'chooser');
    expect(both.body.channels).toHaveLength(2);
    expect((await me.call('/api/channels/')).body).toHaveLength(before + 2);
  });

  test('a post whose outcome is unknown is found behind a hundred newer ones', async () => {
    const me = await setUp(linkedin);
    await linkedin.fail(me.call, me.channel, 'accept_and_drop');
    const { id } = await me.write({ content: 'Far back' });
    const publication = await me.publish(id);
    const post = await eventually(() => {
      const found = linkedin.list.find(({ text }) => text === 'Far back');
      if (!found) throw new Error('it was not published');
      return found;
    });
    for (let n = 0; n < 100; n++)
      linkedin.list.push({ ...post, id: `urn:li:share:9${n}`, commentary: `${n}`, text: `${n}` });
    const [part] = (await me.until(publication, 'published')).content;
    expect(part.url).toContain(encodeURIComponent(post.id));
    const sends = part.attempts.filter(({ step }: { step: string }) => step === 'send');
    expect(sends).toHaveLength(1);
  });

  test('warns of the end of a connection, once for each of the days', async () => {
    const me = await setUp(linkedin);
    const [channel] = (await me.call('/api/channels/')).body;
    const days = (Date.parse(channel.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(60);
    const run = async (left: string) => {
      await app.database.query(
        `update channels set expires_at = now() + $2::interval where id = $1`,
        [me.channel, left],
      );
      await app.database.query("insert into jobs.job (name) values ('channels.warn_of_ends')");
    };
    const warned = async (days: number | null) =>
      eventually(async () => {
        const { rows } = await app.database.query(
          'select warned_days from channels where id = $1',
          [me.channel],
        );
        expect(rows[0].warned_days).toBe(days);
      });
    const count = async () =>
      (await me.call('/api/notifications/')).body.results.filter(
        ({ kind }: { kind: string }) => kind === 'connection_ends',
      ).length;
    await run('13 days');
    await warned(14);
    expect(await count()).toBe(1);
    await run('12 days');
    await run('23 hours');
    await warned(1);
    expect(await count()).toBe(2);
    // Connected again, it is warned of again.
    await linkedin.reconnect(me.call, me.channel);
    await warned(null);
  });
});

describe('instagram', () => {
  test('a carousel of a picture and a video, a reel, and a story', async () => {
    const me = await setUp(instagram);
    await me.send('Both', [await me.picture(), await me.video()], { comment: 'First!' });
    const [post, comment] = await me.posts();
    expect(post).toMatchObject({ content: 'Both', files: 2 });
    expect(comment).toMatchObject({ content: 'First!', parent: post?.id });
    await me.send('A reel', [await me.video()]);
    expect(instagram.list.at(-1)?.fields).toMatchObject({ media_type: 'REELS', caption: 'A reel' });
    await me.send('Unseen', [await me.picture()], { place: 'story' });
    expect(instagram.list.at(-1)?.fields).toEqual({
      media_type: 'STORIES',
      image_url: expect.any(String),
    });
  });

  test('a picture of another shape is cropped, and a text alone is refused', async () => {
    const me = await setUp(instagram);
    await me.send('Wide', [await me.picture({ width: 2400, height: 600 })]);
    const { width, height } = await (await import('sharp'))
      .default(instagram.list.at(-1)?.files[0])
      .metadata();
    expect(width / height).toBeLessThanOrEqual(1.91);
    expect(width).toBeLessThanOrEqual(1440);
    const { id } = await me.write({ content: 'Only a text' });
    expect(await me.errors(id)).toEqual(['Instagram needs a picture or a video']);
  });

  test('where it cannot fetch files, that is said when it is connected', async () => {
    instagram.containers.options.unreachable = true;
    const me = await setUp(instagram);
    instagram.containers.options.unreachable = false;
    const [channel] = (await me.call('/api/channels/')).body;
    expect(channel.limits).toMatchObject({ unreachable: true, daily: 100 });
    const { id } = await me.write({ content: 'A photo', media: [{ file: await me.picture() }] });
    expect(await me.errors(id)).toEqual([
      'Instagram can’t fetch files from this server: its address must be publicly reachable',
    ]);
    await me.call(`/api/channels/${me.channel}/refresh/`, 'POST');
    expect(await me.errors(id)).toEqual([]);
  });

  test('the account of a page is connected on the other road', async () => {
    const me = await setUp(instagram);
    const { status, body } = await logIn(me.call, 'instagram', 'brand', { way: 'page' });
    expect([status, body.channels[0]?.handle]).toEqual([200, expect.stringMatching(/^@of_178/)]);
    const { id } = await me.write({ content: 'By a page', media: [{ file: await me.picture() }] });
    const path = `/api/content/items/${id}/publications/` as const;
    const created = await me.call(path, 'POST', { channels: [body.channels[0].id] });
    await me.until(created.body[0].id, 'published');
  });

  test('what was prepared and is forgotten is prepared again', async () => {
    const me = await setUp(instagram);
    instagram.containers.options.processing = 3;
    const { id } = await me.write({ content: 'Forgotten', media: [{ file: await me.picture() }] });
    const publication = await me.publish(id);
    await eventually(() => {
      const made = instagram.containers.all().find(({ fields }) => fields.caption === 'Forgotten');
      expect(made?.status).toBe('IN_PROGRESS');
      if (made) made.status = 'EXPIRED';
    });
    instagram.containers.options.processing = 0;
    await me.until(publication, 'published');
    expect(await me.posts()).toHaveLength(1);
  });
});

describe('facebook', () => {
  test('of several pages one is connected; a video in chunks, a link, a comment', async () => {
    const me = await setUp(facebook);
    await me.send('A clip', [await me.video()], { comment: 'Below' });
    expect(await me.posts()).toMatchObject([
      { content: 'A clip', files: 1 },
      { content: 'Below', parent: facebook.list.at(-1)?.id },
    ]);
    await me.send('See https://example.org/a', []);
    expect(facebook.list.at(-1)).toMatchObject({ link: 'https://example.org/a' });
    await me.send('Two', [await me.picture(), await me.picture({ width: 800 })]);
    expect(facebook.photos.get(facebook.list.at(-1)?.photos[0] ?? '')?.alt).toBe('A photo');
  });
});

test.each([instagram, facebook, threads])(
  'a post whose outcome is unknown is looked for on every page of a list: $name',
  async (network) => {
    const me = await publisherOn(app, network);
    network.options.sparse = true;
    await network.fail(me.call, me.channel, 'accept_and_drop', 'accept_and_drop');
    await me.until(await me.publish(await me.thread(['Listed', 'Below'])), 'published');
    network.options.sparse = false;
    await me.expectThread(['Listed', 'Below']);
  },
);

describe('threads', () => {
  test('who may reply, a topic, a carousel, and the quota of the account', async () => {
    const me = await setUp(threads);
    await me.send('Both', [await me.picture(), await me.video()], {
      replies: 'mentioned_only',
      topic: 'Harbours',
    });
    expect(threads.list.at(-1)).toMatchObject({
      files: 2,
      fields: { media_type: 'CAROUSEL', reply_control: 'mentioned_only', topic_tag: 'Harbours' },
    });
    expect((await me.call('/api/channels/')).body[0].limits.daily).toBe(1250);
    const links = Array.from({ length: 6 }, (_, n) => `https://example.org/${n}`).join(' ');
    const { id } = await me.write({ content: links });
    expect(await me.errors(id, { topic: 'a.b' })).toEqual([
      'Threads allows up to five links per post',
      'A Threads topic can’t contain . or &',
    ]);
  });
});

describe('tiktok', () => {
  const chosen = { privacy: 'SELF_ONLY', consent: 'yes' };

  test('nothing is preset: what must be chosen, and what the account does not have', async () => {
    tiktok.options.duetDisabled = true;
    const me = await setUp(tiktok);
    const { id } = await me.write({ content: 'A clip', media: [{ file: await me.video() }] });
    expect(await me.errors(id)).toEqual([
      'Choose who can see it on TikTok',
      'Agree to TikTok’s Music Usage Confirmation',
    ]);
    expect(await me.errors(id, { mode: 'inbox' })).toEqual([]);
    expect(await me.errors(id, { ...chosen, duet: 'yes' })).toEqual([
      'TikTok doesn’t allow this option for this account: Allow duets',
    ]);
    expect(await me.errors(id, { ...chosen, privacy: 'FOLLOWER_OF_CREATOR' })).toEqual([
      'TikTok doesn’t allow this option for this account: Who can see it',
    ]);
    expect(await me.errors(id, { ...chosen, disclose: 'yes' })).toEqual([
      'Choose whether this promotes your own brand or another one',
    ]);
    expect(await me.errors(id, { ...chosen, disclose: 'yes', branded: 'yes' })).toEqual([
      'Branded content can’t be visible only to you',
    ]);
    const path = `/api/content/items/${id}/publications/` as const;
    const wrong = await me.call(path, 'POST', {
      channels: [me.channel],
      options: { [me.channel]: { ...chosen, stitch: 'perhaps' } },
    });
    expect([wrong.status, wrong.body.options]).toEqual([
      400,
      ["Allow stitches: expected 'yes', or nothing."],
    ]);
    tiktok.options.duetDisabled = false;
  });

  test('a large video goes in chunks, the last of which publishes it', async () => {
    const me = await setUp(tiktok);
    // What follows the video is data that it does not use.
    const rest = randomBytes(22 * 1024 * 1024);
    rest.writeUInt32BE(rest.length, 0);
    rest.write('mdat', 4);
    const bytes = Buffer.concat([await mp4({ codec: 'avc', seconds: 4 }), rest]);
    const file = await me.upload(bytes, 'large.mp4');
    await me.send('Large', [file], { ...chosen, comments: 'yes' });
    const post = tiktok.list.at(-1);
    expect(post?.bytes).toHaveLength(2);
    expect(Buffer.concat(post?.bytes ?? []).equals(bytes)).toBe(true);
    expect(post?.info).toMatchObject({
      privacy_level: 'SELF_ONLY',
      disable_comment: false,
      disable_duet: true,
    });
  });

  test('to the inbox, and a video that fails while it is processed', async () => {
    const me = await setUp(tiktok);
    await me.send('For later', [await me.video()], { mode: 'inbox' });
    expect(tiktok.list.at(-1)).toMatchObject({ inbox: true });
    tiktok.options.failure = 'frame_rate_check_failed';
    const { id } = await me.write({ content: 'Bad', media: [{ file: await me.video() }] });
    const publication = await me.publish(id, { options: { [me.channel]: chosen } });
    expect(await me.until(publication, 'stopped')).toMatchObject({
      reason: 'rejected',
      detail: 'TikTok refused this: frame rate check failed.',
    });
    tiktok.options.failure = null;
  });
});

describe('telegram and discord', () => {
  test('a caption is shorter than a text, and several files are a group', async () => {
    const me = await setUp(telegram);
    const media = [{ file: await me.picture() }];
    const { id } = await me.write({ content: 'a'.repeat(1100), media });
    expect(await me.errors(id)).toEqual(['The text is 76 characters over the limit for Telegram']);
    await me.send('a'.repeat(1100), []);
    await me.send('A group', [await me.picture(), await me.video()], { silent: 'yes' });
    expect(telegram.list.at(-1)?.silent).toBe(true);
    expect((await me.posts()).at(-1)).toMatchObject({ content: 'A group', files: 2 });
  });

  test('a bot that may not post there is not connected', async () => {
    const me = await setUp(telegram);
    const { token, chat } = telegram.addChannel();
    const known = telegram.chats.get(chat);
    if (known) known.mayPost = false;
    const fields = { token, chat };
    const refused = await me.call('/api/channels/', 'POST', { network: 'telegram', fields });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('may not post there: make it an administrator'),
    ]);
    const wrong = { token: 'nonsense', chat };
    const { body } = await me.call('/api/channels/', 'POST', {
      network: 'telegram',
      fields: wrong,
    });
    expect(body).toMatchObject({
      token: ['Expected a token such as 123456:ABC-DEF… from @BotFather.'],
    });
  });

  test('alt texts, and a text with a name that notifies nobody', async () => {
    const me = await setUp(discord);
    await me.send('Hello @everyone', [await me.picture()], { silent: 'yes' });
    expect(discord.list.at(-1)).toMatchObject({
      files: [{ name: 'photo.jpg', alt: 'A photo' }],
      flags: 4096,
    });
    const elsewhere = {
      webhook: 'https://evil.example.org/api/webhooks/12345/abcdefghijklmnopqrstuvwxyz',
    };
    const fields = { network: 'discord', fields: elsewhere };
    expect((await me.call('/api/channels/', 'POST', fields)).body).toMatchObject({
      webhook: [expect.any(String)],
    });
  });
});

test('an installation says what it lacks for each network', async () => {
  const me = await setUp(discord);
  const { body } = await me.call('/api/networks/');
  expect(body.every(({ ways }) => ways.every(({ missing }) => !missing.length))).toBe(true);
  const found = body.find(({ network }) => network === 'instagram');
  expect(found?.ways.map(({ way }) => way)).toEqual(['login', 'page']);
  expect(found?.setup).toEqual({
    redirect_uri: expect.stringContaining('/social-accounts/callback'),
    guide: 'docs/networks/instagram.md',
  });
});
