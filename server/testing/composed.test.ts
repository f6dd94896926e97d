import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { applyMigration, readMigrations } from '../database/migrate.ts';
import { person, useApp } from './app.ts';
import { eventually } from './eventually.ts';
import { jpeg } from './media-files.ts';
import { practice } from './networks/practice.ts';
import { publisherOn } from './publishing.ts';

/** The same letter is the same text, however a keyboard composes it (contract/http/marks.ts). */

const app = useApp();
const COMPOSED = 'Zürich 한 が ế';
const DECOMPOSED = COMPOSED.normalize('NFD');

const start = () => publisherOn(app, practice);
const countOf = async (me: Awaited<ReturnType<typeof start>>, query: string) =>
  (await me.call(`/api/content/items/?${query}`)).body.count;

test('what is written decomposed is stored and found composed', async () => {
  const me = await start();
  const folder = await me.call('/api/content/folders/', 'POST', { name: DECOMPOSED });
  expect(folder.body.name).toBe(COMPOSED);
  const file = await me.upload(await jpeg(), `${DECOMPOSED}.jpg`, DECOMPOSED);
  const item = await me.write({
    content: `About ${DECOMPOSED}`,
    description: DECOMPOSED,
    tags: [DECOMPOSED, COMPOSED],
    network_texts: { practice: DECOMPOSED },
    media: [{ file, alt: DECOMPOSED }],
  });
  expect(item).toMatchObject({
    content: `About ${COMPOSED}`,
    description: COMPOSED,
    tags: [COMPOSED],
    network_texts: { practice: COMPOSED },
    media: [{ alt: COMPOSED, name: `${COMPOSED}.jpg` }],
  });
  for (const text of [COMPOSED, DECOMPOSED].map(encodeURIComponent)) {
    expect(await countOf(me, `search=${text}`)).toBe(1);
    expect(await countOf(me, `tags=${text}`)).toBe(1);
    expect((await me.call(`/api/media/?search=${text}`)).body.count).toBe(1);
  }
});

test('an import finds a folder however its name is composed', async () => {
  const me = await start();
  const { body: folder } = await me.call('/api/content/folders/', 'POST', { name: 'Zürich' });
  const imported = await me.call('/api/calendar/import/', 'POST', {
    folder: me.folder,
    csv: `text,folder,tags\n${DECOMPOSED},Zu\u0308rich,"冬、焙煎，豆,夏"`,
  });
  expect(imported.body).toMatchObject({ imported: 1, error_count: 0 });
  const { results } = (await me.call(`/api/content/items/?folder=${folder.id}`)).body;
  expect(results).toMatchObject([{ content: COMPOSED, tags: ['冬', '焙煎', '豆', '夏'] }]);
});

test('the same text on a channel is noticed however it is composed', async () => {
  const me = await start();
  const { id: first } = await me.write({ content: DECOMPOSED });
  await me.publish(first, { at: '2030-01-01T09:00:00Z' });
  const { id: second } = await me.write({ content: COMPOSED.toUpperCase() });
  const { body } = await me.call(`/api/content/items/${second}/publications/check/`, 'POST', {
    channels: [me.channel],
    at: '2030-01-03T09:00:00Z',
  });
  expect(JSON.stringify(body)).toContain('Same text');
});

test('a password is the same from another keyboard, also one of before', async () => {
  const ada = await person(app);
  const password = 'Corr3ct-Zürich!';
  const login = (typed: string) =>
    app.post('/api/auth/login/', { email: ada.email, password: typed });
  const set = (typed: string) =>
    app.database
      .query('update users set password_hash = $2 where email = $1', [ada.email, typed])
      .then(() => undefined);
  const forms = [password, password.normalize('NFD')];
  await set(await hash(password));
  for (const typed of forms) expect((await login(typed)).status).toBe(200);
  // As passwords were hashed before.
  await set(await hash(password.normalize('NFD')));
  expect((await login(password.normalize('NFD'))).status).toBe(200);
  expect((await login(password)).status).toBe(401);
  const changed = await app.put(
    '/api/users/me/password/',
    {
      current_password: password.normalize('NFD'),
      new_password: password.normalize('NFD'),
      new_password_confirm: password,
    },
    ada.token,
  );
  expect(changed.status).toBe(204);
  for (const typed of forms) expect((await login(typed)).status).toBe(200);
});

test('the migration composes what was stored before, and keeps what is approved and what was sent', async () => {
  const me = await start();
  const { id: item } = await me.write({ content: 'Planned', tags: ['x'] });
  const { id: sent } = await me.write({ content: 'Sent' });
  const { id: withdrawn } = await me.write({ content: 'Withdrawn' });
  for (const id of [item, withdrawn])
    await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
  const planned = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
  const published = await me.publish(sent);
  await me.until(published, 'published');
  const query = (text: string, values: unknown[] = []) => app.database.query(text, values);
  // As the release before wrote them.
  await query(
    `update items set content = $1, tags = array[$1, normalize($1, nfc), E'a\\u200bb'] where id = any($2)`,
    [DECOMPOSED, [item, sent, withdrawn]],
  );
  // A mark at the beginning of a line, which is an escape sequence in JSON.
  const [broken, whole] = [DECOMPOSED, COMPOSED].map((text) => `a\n\u0303b\\ ${text}`);
  await query("update items set network_texts = jsonb_build_object('x', $1::text) where id = $2", [
    broken,
    withdrawn,
  ]);
  await query('alter table posts add column approved_hash bytea');
  await query(
    'update publications set text = post_parts(post_id), text_hash = post_text_hash(post_id)',
  );
  const compose = `update approvals set text_hash = post_text_hash(post_id)
    where post_id = (select post_id from items where id = $1)`;
  await query(compose, [item]);
  await query('update publication_parts set content = $1', [DECOMPOSED]);
  await query('update item_versions set content = $1 where item_id = $2', [DECOMPOSED, item]);
  const migration = (await readMigrations()).find(({ name }) => name.includes('composed_texts'));
  const client = await app.database.connect();
  await client.query('begin');
  await client.query("delete from migrations where name = '0041_composed_texts.sql'");
  await client.query('alter function composed rename to composed_before');
  await applyMigration(client, migration as never);
  // There were none when this migration was written, but this.
  await client.query('alter table posts drop column approved_hash');
  await client.query(compose, [item]);
  await client.query('commit');
  client.release();

  expect((await me.call(`/api/content/items/${item}/`)).body).toMatchObject({
    content: COMPOSED,
    tags: [COMPOSED, 'ab'],
    status: 'approved',
  });
  const { body: other } = await me.call(`/api/content/items/${withdrawn}/`);
  expect(other.network_texts).toEqual({ x: whole });
  const { rows } = await query(
    `select root_id, approval_of(posts.id) is not null as approved,
       (select text_hash = post_text_hash(posts.id) from publications where post_id = posts.id) as unchanged
     from posts where root_id = any($1) order by root_id`,
    [[item, sent, withdrawn]],
  );
  expect(rows).toMatchObject([
    { approved: true, unchanged: true },
    { approved: false, unchanged: true },
    // It was changed after its approval.
    { approved: false },
  ]);
  const parts = await query('select content from publication_parts where publication_id = $1', [
    published,
  ]);
  expect(parts.rows).toEqual([{ content: DECOMPOSED }]);
  const versions = await query('select content from item_versions where item_id = $1', [item]);
  for (const { content } of versions.rows) expect(content).toBe(DECOMPOSED);

  // A version of before is restored composed, and the approved text is sent.
  const before = await me.call(`/api/content/items/${item}/`, 'PUT', {
    content: COMPOSED,
    tags: ['y'],
  });
  expect(before.body.status).toBe('approved');
  await query('update publications set due_at = now(), next_attempt_at = now() where id = $1', [
    planned,
  ]);
  await me.until(planned, 'published');
  expect((await me.posts()).map(({ content }) => content)).toContain(COMPOSED);
  const { body: again } = await me.call(`/api/content/items/${item}/restore/`, 'POST', {
    version: 1,
  });
  expect(again.content).toBe(COMPOSED);
  await eventually(async () =>
    expect(await countOf(me, `search=${encodeURIComponent(DECOMPOSED)}`)).toBe(3),
  );
});

test('what a program writes has no character that nobody sees; what a person writes stays', async () => {
  const me = await start();
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  const content = `a\u{e0041}\u200b\u2066b ${flag} می\u200cخواهم`;
  const { body: key } = await me.call('/api/keys/', 'POST', { name: 'Agent', drafts_only: true });
  const written = { folder: me.folder, content, description: content };
  const program = await app.post('/api/content/items/', written, key.secret);
  const seen = `ab ${flag} می\u200cخواهم`;
  expect(program.body).toMatchObject({ content: seen, description: seen });
  expect((await me.write({ content })).content).toBe(content);
});
