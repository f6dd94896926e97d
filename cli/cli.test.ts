import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Made, PostWithPublications } from '#contract/publishing/composite-posts.ts';
import { useApp } from '../server/testing/app.ts';
import { atTerminal, printed } from '../server/testing/cli.ts';
import { startLossyProxy } from '../server/testing/lossy-proxy.ts';
import { jpeg } from '../server/testing/media-files.ts';
import { poster } from '../server/testing/whole-posts.ts';

const app = useApp();

/** A member with a channel, at a terminal that knows their key. */
async function member(fields: object = { scopes: ['read', 'write', 'publish'] }) {
  const me = await poster(app);
  const secret = await me.key(fields);
  const environment = { POSTFOLIO_URL: app.base, POSTFOLIO_KEY: secret };
  const shell = atTerminal(environment);
  return { ...me, secret, ...shell };
}

/** Times may be five years ahead. */
const YEAR = new Date().getUTCFullYear() + 1;

const HOSTILE = 'Title\u001b]0;owned\u0007 and \u001b[2J\u009b31m\ttab \u202egnp';

describe('signing in with a key', () => {
  test('keeps it in a file that nobody else reads, until it is revoked', async () => {
    const { key, call } = await poster(app);
    const secret = await key({});
    const shell = atTerminal();
    const words = ['login', '--server', `${app.base}/`, '--with-key'];
    const login = await shell.run(words, { input: `${secret}\n` });
    expect([login.code, login.stdout]).toEqual([0, '']);
    expect(login.stderr).toMatch(/^Signed in to http:\/\/127\.0\.0\.1:\d+ as Ada Byron, in '/);
    expect(login.stderr).not.toContain(secret.slice(12));
    expect(statSync(shell.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(shell.file)).mode & 0o777).toBe(0o700);
    // Neither a part nor a lock is left.
    expect(readdirSync(dirname(shell.file))).toEqual(['credentials.json']);

    const { body } = await app.get('/api/whoami/', secret);
    expect(printed(await shell.run(['whoami', '--json']))).toEqual(body);
    const plain = await shell.run(['whoami']);
    expect([plain.code, plain.stdout]).toEqual([0, expect.stringContaining('user\tAda Byron\n')]);
    expect(plain.stdout).not.toContain(secret.slice(12));

    await call(`/api/keys/${body.key?.id as 7}/`, 'DELETE');
    const refused = await shell.run(['whoami']);
    expect([refused.code, refused.stdout]).toEqual([4, '']);
    expect(refused.stderr).toBe('This key was revoked. Sign in: postfolio login\n');
    const logout = await shell.run(['logout']);
    expect([logout.code, logout.stderr]).toEqual([0, expect.stringContaining('revoke it at')]);
    expect(readFileSync(shell.file, 'utf8')).not.toContain(secret);
    const out = await shell.run(['whoami', '--server', app.base]);
    expect([out.code, out.stderr]).toEqual([4, expect.stringContaining('You are not signed in')]);
  });

  test('refuses what is no key, and says nothing of it', async () => {
    const shell = atTerminal({ POSTFOLIO_URL: app.base });
    for (const [input, code] of [
      ['', 2],
      ['not a key\nwith lines', 2],
      ['pf_AAAAAAAA_wrong', 4],
    ] as const) {
      const { code: ended, stderr } = await shell.run(['login', '--with-key'], { input });
      expect([input, ended]).toEqual([input, code]);
      if (input) expect(stderr).not.toContain(input);
    }
    expect(existsSync(shell.file)).toBe(false);
    const given = await shell.run(['whoami'], {
      environment: { POSTFOLIO_KEY: 'a\u0000b'.replace('\u0000', ' ') },
    });
    expect([given.code, given.stderr]).toEqual([
      2,
      'POSTFOLIO_KEY is not a key: expected a text such as pf_….\n',
    ]);
  });

  test('needs a server, with TLS unless it is this machine', async () => {
    const shell = atTerminal();
    const without = await shell.run(['whoami']);
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining('No server is named'),
    ]);
    for (const server of ['http://posts.example.org', 'ftp://127.0.0.1', 'posts', 'https://a:b@c'])
      expect((await shell.run(['whoami', '--server', server])).code).toBe(2);
    const allowed = ['whoami', '--server', 'http://posts.example.org', '--insecure-http'];
    expect((await shell.run(allowed)).code).toBe(4);
    const wrong = await shell.run(['whoami', '--server', `${app.base}/api`], {
      environment: { POSTFOLIO_KEY: 'pf_x' },
    });
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('without /api or /mcp'),
    ]);
    // Nobody listens there.
    const key = { POSTFOLIO_KEY: 'pf_x' };
    const away = await shell.run(['whoami', '--server', 'http://127.0.0.1:2'], {
      environment: key,
    });
    expect([away.code, away.stderr]).toEqual([
      1,
      'http://127.0.0.1:2 cannot be reached: ECONNREFUSED.\n',
    ]);
  });
});

describe('posts', () => {
  test('are written from standard input, shown, changed and deleted', async () => {
    const { run, call } = await member();
    const made = printed<Made>(
      await run(['posts', 'create', '--title', 'Mine', '--json'], { input: 'From a pipe\n' }),
    );
    const id = made.post?.id as number;
    expect(made.post).toMatchObject({ text: 'From a pipe', title: 'Mine', status: 'draft' });
    const { body } = await call(`/api/posts/${id}/`);
    expect(printed(await run(['posts', 'show', String(id), '--json']))).toEqual(body);
    expect(printed(await run(['posts', 'list', '--json']))).toEqual([body]);

    const edit = (...words: string[]) => run(['posts', 'edit', String(id), ...words, '--json']);
    expect(
      printed<PostWithPublications>(await edit('Anew', '--version', String(body.version))).text,
    ).toBe('Anew');
    expect(printed<PostWithPublications>(await edit('--title', 'Other')).text).toBe('Anew');
    const stale = await edit('Late', '--version', String(body.version));
    expect([stale.code, JSON.parse(stale.stderr)]).toMatchObject([
      5,
      { code: 'stale', current: { text: 'Anew' } },
    ]);

    const thread = ['posts', 'create', '--thread', '--json'];
    // Lines end in two ways.
    const input = 'First\r\nline\r\n---\r\nSecond\n';
    const parts = printed<Made>(await run(thread, { input })).post?.parts;
    expect(parts?.map(({ text }) => text)).toEqual(['First\nline', 'Second']);

    const gone = await run(['posts', 'delete', String(id)]);
    expect([gone.code, gone.stdout]).toEqual([0, '']);
    const missing = await run(['posts', 'show', String(id)]);
    expect([missing.code, missing.stdout, missing.stderr]).toEqual([
      1,
      '',
      expect.stringContaining(`${id}`),
    ]);
  });

  test('of others cannot move the cursor or set a title', async () => {
    const { run, call, folder } = await member();
    const { body: item } = await call('/api/content/items/', 'POST', {
      folder,
      content: `A ${HOSTILE.replaceAll('\u0007', '')}`,
    });
    const list = await run(['posts', 'list']);
    const lines = list.stdout.split('\n');
    expect(lines.map((line) => line.split('\t').length)).toEqual([6, 1]);
    const show = await run(['posts', 'show', String(item.id)]);
    for (const { stdout } of [list, show]) {
      expect(stdout).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
      expect(stdout).toContain('A Title');
    }
    const json = await run(['posts', 'show', String(item.id), '--json']);
    expect(json.stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(printed<PostWithPublications>(json).text).toBe(item.content);
  });
});

describe('publishing', () => {
  test('takes a text from a pipe, and a channel by its id, handle or network', async () => {
    const { run, call, channel, until } = await member();
    const { body: channels } = await call('/api/channels/');
    expect(printed(await run(['channels', '--json']))).toEqual(channels);
    const [{ handle, network }] = channels;
    expect((await run(['channels'])).stdout).toMatch(new RegExp(`^${channel}\t${network}\t`));
    for (const word of [String(channel), handle, `@${handle}`, network, `${network}/${handle}`]) {
      const words = ['publish', '--channel', word, '--json'];
      const made = printed<Made>(await run(words, { input: `To ${word}\n` }));
      expect(made.publications.map((publication) => publication.channel.id)).toEqual([channel]);
      if (word === network) await until(made.publications[0]?.id as number, 'published');
    }
    await call('/api/channels/', 'POST', { network });
    const two = await run(['publish', '--channel', network, 'A text']);
    expect([two.code, two.stdout]).toEqual([2, '']);
    expect(two.stderr).toMatch(/names 2 accounts\. Choose by the id:\n {2}\d+ {2}practice\//);
    const none = await run(['publish', '--channel', 'nobody', 'A text']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('names no account')]);
    expect((await run(['publish', 'A text'])).stderr).toContain('Say where: --channel');
  });

  test('refuses what a network would refuse, and makes nothing', async () => {
    const { run, channel, count } = await member();
    const words = ['publish', '--channel', String(channel)];
    const long = await run(words, { input: 'long '.repeat(1000) });
    expect([long.code, long.stdout]).toEqual([5, '']);
    expect(long.stderr).toMatch(/over the limit for Practice/);
    const json = await run([...words, '--json'], { input: 'long '.repeat(1000) });
    expect([json.code, JSON.parse(json.stderr)]).toMatchObject([
      5,
      { code: 'invalid', findings: [{ channel }] },
    ]);
    for (const input of ['', ' \n']) expect((await run(words, { input })).code).toBe(2);
    expect((await run(words, { input: Buffer.from([0xff, 0xfe, 0xfd]) })).stderr).toContain(
      'no text in UTF-8',
    );
    const dry = await run([...words, '--dry-run', 'A text']);
    expect([dry.code, dry.stdout, dry.stderr]).toEqual([0, '', 'Checked, and made nothing.\n']);
    expect(await count()).toBe(0);
  });

  test('schedules at a time, in a zone, in a queue, and publishes a post that is there', async () => {
    const { run, channel, thread } = await member();
    const schedule = (...words: string[]) =>
      run(['schedule', '-c', String(channel), '--json', ...words]);
    const berlin = printed<Made>(
      await schedule('--at', `${YEAR}-12-01 09:00`, '--zone', 'Europe/Berlin', 'A text'),
    );
    expect(berlin.publications[0]).toMatchObject({
      state: 'scheduled',
      zone: 'Europe/Berlin',
      due_at: expect.stringMatching(new RegExp(`^${YEAR}-12-01T08:00`)),
    });
    const instant = printed<Made>(await schedule('--at', `${YEAR}-12-01T09:00Z`, 'A text'));
    expect(instant.publications[0]?.due_at).toMatch(new RegExp(`^${YEAR}-12-01T09:00`));
    const post = await thread(['One', 'Two']);
    const [publication] = printed<Made['publications']>(
      await schedule('--at', `${YEAR}-12-02 09:00`, '--post', String(post)),
    );
    expect(publication).toMatchObject({ item: post, state: 'scheduled', parts: 2 });
    const check = await run([
      'schedule',
      '-c',
      String(channel),
      '--at',
      'queue',
      '--post',
      String(post),
      '--dry-run',
    ]);
    expect(check.code).toBe(0);
    for (const at of ['tomorrow', `${YEAR}-02-31 09:00`, `${YEAR}-12-01 24:00`, `${YEAR}-12-01`])
      expect((await schedule('--at', at, 'A text')).code).toBe(2);
    expect(
      (await schedule('--at', `${YEAR}-12-01 09:00`, '--zone', 'Nowhere', 'A text')).code,
    ).toBe(2);
    expect((await run(['schedule', '-c', String(channel), 'A text'])).stderr).toContain('Say when');
    const slots = printed<{ channel: number }[]>(await run(['queue', '--json']));
    expect(slots.map((queue) => queue.channel)).toEqual([channel]);
    expect((await run(['queue', String(channel)])).code).toBe(0);
  });

  test('by a key that writes drafts only proposes', async () => {
    const { run, channel } = await member({ drafts_only: true });
    const { code, stderr, stdout } = await run(['publish', '--channel', String(channel), 'A text']);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('Proposed: it waits for a person.'),
    ]);
    expect(stdout).toContain('\tproposed\t');
  });

  test('needs a key that a header can have, where one is given', async () => {
    const { run, channel, count } = await member();
    const proxy = await startLossyProxy(app.base, 1);
    const environment = { POSTFOLIO_URL: proxy.base };
    for (const key of ['', ' ', 'für☕', 'two\nlines', 'x'.repeat(300)]) {
      const words = ['publish', '-c', String(channel), 'Once', '--idempotency-key', key];
      const { code, stderr } = await run(words, { environment });
      expect([key, code, stderr]).toEqual([
        ...[key, 2],
        expect.stringContaining('--idempotency-key'),
      ]);
    }
    expect(await count()).toBe(0);
  });

  test('takes no empty value of a variable that is not set for an answer', async () => {
    const { run, secret, thread } = await member();
    const post = String(await thread(['One']));
    for (const words of [
      ['posts', 'list', '--folder', ''],
      ['posts', 'edit', post, '--folder', ' '],
      ['posts', 'create', '--file', ''],
      ['publish', '-c', '', 'x'],
      ['whoami', '--server', ''],
    ]) {
      const { code, stderr } = await run(words, { input: 'Piped' });
      expect([words, code, stderr]).toEqual([words, 2, expect.stringContaining('is empty')]);
    }
    // A title can be taken away.
    expect((await run(['posts', 'edit', post, '--title', ''])).code).toBe(0);
    await run(['login', '--with-key'], { input: secret });
    const blank = await run(['whoami'], { environment: { POSTFOLIO_KEY: ' \n' } });
    expect([blank.code, blank.stdout]).toEqual([2, '']);
  });

  test('is not kept from it by a dry run of the same words', async () => {
    const { run, channel, count } = await member();
    const words = ['publish', '-c', String(channel), '--json', '--idempotency-key', 'mine', 'Text'];
    printed(await run([...words, '--dry-run']));
    const made = await run(words);
    expect([made.code, made.stderr, await count()]).toEqual([0, '', 1]);
  });

  test('is done once, where the answer was lost', async () => {
    const { run, channel, count } = await member();
    const proxy = await startLossyProxy(app.base, 1);
    const environment = { POSTFOLIO_URL: proxy.base };
    const made = await run(['publish', '-c', String(channel), 'Once', '--json'], { environment });
    expect(printed<Made>(made).publications).toHaveLength(1);
    expect([proxy.lost(), await count()]).toEqual([1, 1]);
    // Nor where the command as a whole is tried again.
    const again = [
      'publish',
      '-c',
      String(channel),
      'Again',
      '--json',
      '--idempotency-key',
      'mine',
    ];
    const [first, second] = [printed<Made>(await run(again)), printed<Made>(await run(again))];
    expect(second.post?.id).toBe(first.post?.id);
    expect(await count()).toBe(2);
  });
});

describe('the other commands', () => {
  test('upload files, and attach them', async () => {
    const { run, home, channel } = await member();
    const file = join(home, 'photo.jpg');
    writeFileSync(file, await jpeg());
    const [stored] = printed<{ id: number; alt: string }[]>(
      await run(['media', 'upload', file, '--alt', 'A hill', '--json']),
    );
    expect(stored).toMatchObject({ alt: 'A hill', name: 'photo.jpg' });
    const other = join(home, 'other.jpg');
    writeFileSync(other, await jpeg({ seed: 7 }));
    const words = [
      'publish',
      '-c',
      String(channel),
      '--media',
      String(stored?.id),
      '--media',
      other,
      '--json',
      'With files',
    ];
    const made = printed<Made>(await run(words));
    expect(made.post?.parts[0]?.media).toHaveLength(2);
    // Larger than one request: in chunks. It is no picture, which the server says at their end.
    const large = join(home, 'large.jpg');
    writeFileSync(large, Buffer.alloc(26 * 1024 * 1024, 'x'));
    const refused = await run(['media', 'upload', large]);
    expect([refused.code, refused.stdout]).toEqual([5, '']);
    expect((await run(['media', 'upload', join(home, 'none.jpg')])).code).toBe(2);
    expect((await run(['media', 'upload'])).code).toBe(2);
  });

  test('look at all files before they upload one, and say what is uploaded', async () => {
    const { run, start, home, channel, call, count } = await member();
    const path = (name: string) => join(home, name);
    for (const [seed, name] of ['one.jpg', 'two.jpg'].entries())
      writeFileSync(path(name), await jpeg({ seed }));
    writeFileSync(path('empty.jpg'), '');
    writeFileSync(path('text.jpg'), 'no picture');
    // Sparse: it takes no room.
    writeFileSync(path('large.jpg'), '');
    truncateSync(path('large.jpg'), 900 * 1024 ** 3);
    const stored = async () => (await call('/api/media/')).body.results.map(({ name }) => name);
    for (const [bad, code] of [
      ['missing.jpg', 2],
      ['empty.jpg', 2],
      ['.', 2],
      ['large.jpg', 5],
    ] as const) {
      const upload = await run(['media', 'upload', path('one.jpg'), path(bad), '--json']);
      expect([bad, upload.code, upload.stdout]).toEqual([bad, code, '']);
      const words = ['--media', path('one.jpg'), '--media', path(bad), 'A text'];
      expect([bad, (await run(['publish', '-c', String(channel), ...words])).code]).toEqual([
        ...[bad, code],
      ]);
    }
    expect([await stored(), await count()]).toEqual([[], 0]);
    // What only the server can see.
    const words = ['media', 'upload', path('one.jpg'), path('text.jpg'), path('two.jpg')];
    const json = await run([...words, '--json']);
    expect([json.code, JSON.parse(json.stdout)]).toEqual([
      5,
      [expect.objectContaining({ name: 'one.jpg' })],
    ]);
    const plain = await run(words);
    expect([plain.code, plain.stdout]).toEqual([5, expect.stringMatching(/^\d+\t.*\tone.jpg\n$/)]);
    const id = JSON.parse(json.stdout)[0].id as number;
    const post = ['posts', 'create', '--media', path('one.jpg'), '--media', path('text.jpg'), 'A'];
    const refused = await run([...post, '--json']);
    expect([refused.code, JSON.parse(refused.stderr)]).toEqual([
      5,
      expect.objectContaining({ uploaded: [{ path: path('one.jpg'), file: expect.any(Number) }] }),
    ]);
    expect((await run(post)).stderr).toMatch(/one\.jpg as \d+\. To try again, give --media the id/);
    expect(await stored()).not.toContain('two.jpg');
    // Ctrl+C in the middle.
    const proxy = await startLossyProxy(app.base, 0, 0, '/api/media/?name=two.jpg');
    const both = ['media', 'upload', path('one.jpg'), path('two.jpg'), '--json'];
    const { child, ended } = start(both, { environment: { POSTFOLIO_URL: proxy.base } });
    await proxy.held;
    child.kill('SIGINT');
    const interrupted = await ended;
    expect([interrupted.code, JSON.parse(interrupted.stdout)]).toMatchObject([130, [{ id }]]);
  });

  test('say what needs a person, and what was counted', async () => {
    const { run, call, thread } = await member();
    const { body: attention } = await call('/api/attention/');
    expect(printed(await run(['attention', '--json']))).toEqual(attention);
    expect((await run(['attention'])).code).toBe(0);
    const post = await thread(['One']);
    expect(printed(await run(['figures', String(post), '--json']))).toMatchObject({
      publications: [],
    });
    expect(printed(await run(['figures', '--json']))).toMatchObject({ total: 0, rows: [] });
    expect((await run(['figures', '--from', '2026-01-01'])).code).toBe(2);
  });

  test('look for what is wrong, of a server and a key', async () => {
    const { run, secret } = await member({ scopes: ['read'] });
    const words = ['doctor', '--json', '--server', app.base];
    const found = printed<{ check: string; state: string; detail: string }[]>(await run(words));
    expect(found.map(({ check, state }) => `${check}: ${state}`)).toEqual([
      'version: ok',
      'reachable: ok',
      'key: ok',
      'scopes: warning',
    ]);
    expect(JSON.stringify(found)).not.toContain(secret.slice(12));
    const wrong = { environment: { POSTFOLIO_KEY: 'pf_wrong' } };
    const refused = await run(words, wrong);
    expect([refused.code, JSON.parse(refused.stdout).at(-1)]).toMatchObject([
      1,
      { check: 'key', state: 'error' },
    ]);
  });
});
