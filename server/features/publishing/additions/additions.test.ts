import { describe, expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What is added to a text is approved as it was shown, or not at all. */

const app = useApp();
const LATER = '2030-01-01T09:00:00Z';
const TEXT = 'By {{author}}, {{workspace}}: https://fennel.example/roast';

/** An editor's post that waits for review; `proposed`: for the channel, too. */
async function start({ content = TEXT, proposed = true } = {}) {
  const me = await publisherOn(app, practice);
  const utm = { source: '{folder}', medium: 'social', campaign: '{campaign}', content: '' };
  const links = { counts: false, adds_utm: true, utm: { ...utm, term: '' } };
  expect((await me.call('/api/workspace/links/', 'PUT', links)).status).toBe(200);
  const editor = await colleague(app, me.folder, 'editor');
  const fields = { name: 'Jo', kind: 'text', text: '— Jo' };
  const { body: snippet } = await editor.call('/api/snippets/', 'POST', fields);
  const snippetId = snippet.id as number;
  const saveSnippet = (text: string) =>
    editor.call(`/api/snippets/${snippetId}/`, 'PUT', { ...fields, text });
  const end = (channels: number[]) =>
    editor.call(`/api/snippets/${snippetId}/channels/`, 'PUT', { channels });
  await end([me.channel]);
  const { body: made } = await editor.call('/api/content/items/', 'POST', {
    ...{ folder: me.folder, content },
  });
  const item = made.id as number;
  const path = `/api/content/items/${item}/` as '/api/content/items/:id/';
  if (proposed)
    await editor.call(`${path}publications/` as '/api/content/items/:id/publications/', 'POST', {
      ...{ channels: [me.channel], at: LATER },
    });
  else await editor.call(path, 'PUT', { status: 'review' });
  const read = async () => {
    const { body } = await me.call('/api/content/workflow/pending/');
    const found = body.results.find(({ item: of }) => of === item);
    if (!found) throw new Error('There is no review');
    const { id, content: text, publications, additions } = found;
    return { id, additions, version: text.version, seen: publications };
  };
  type Read = Awaited<ReturnType<typeof read>>;
  const approve = ({ id, additions, ...seen }: Read, digest: string | undefined) =>
    me.call(`/api/content/workflow/approve/${id}/`, 'POST', { ...seen, additions: digest });
  const byItem = ({ version, seen }: Read, digest: string | undefined) =>
    me.call(
      `${path}workflow_transition/` as '/api/content/items/:id/workflow_transition/',
      'POST',
      {
        ...{ target_state: 'approved', version, seen, additions: digest },
      },
    );
  const statusOf = async () => (await me.call(path)).body.status;
  return {
    ...me,
    editor,
    item,
    path,
    saveSnippet,
    end,
    read,
    approve,
    byItem,
    statusOf,
    snippetId,
  };
}
type Me = Awaited<ReturnType<typeof start>>;

/** Who may not publish changes what is added to the text. */
const CHANGES: Record<string, (me: Me) => Promise<unknown>> = {
  'the name of the author': ({ editor }) => editor.call('/api/users/me/', 'PUT', { name: 'Evil' }),
  'the name of the folder': ({ editor, folder }) =>
    editor.call(`/api/content/folders/${folder}/`, 'PUT', { name: 'Evil' }),
  'the name of the workspace': ({ call }) => call('/api/workspace/', 'PUT', { name: 'Evil' }),
};
const ENDINGS: Record<string, (me: Me) => Promise<unknown>> = {
  'the snippet at the end': ({ saveSnippet }) => saveSnippet('Evil'),
  'which accounts it ends': ({ end }) => end([]),
};

const CHANGED = 'The names or endings that are added to the text have changed since';

describe.each([true, false])('what was approved is what was shown, proposed: %s', (proposed) => {
  // A proposal keeps what it ends with: only another account changes that.
  const changes = proposed ? CHANGES : { ...CHANGES, ...ENDINGS };
  test.each(Object.entries(changes))('but for %s', async (_, change) => {
    const me = await start({ proposed });
    const shown = await me.read();
    await change(me);
    for (const decide of [me.approve, me.byItem]) {
      const now = await me.read();
      expect(now.additions).not.toEqual(shown.additions);
      const { status, body } = await decide(now, shown.additions.digest);
      expect([status, body.detail]).toEqual([409, `${CHANGED} you read them.`]);
      expect(body.current).toEqual(now.additions);
      // A program that names none approves what was there when review was asked for.
      const without = await decide(now, undefined);
      expect([without.status, without.body.detail]).toEqual([
        409,
        `${CHANGED} its review was requested: pass the digest of the additions that you read.`,
      ]);
    }
    expect(await me.statusOf()).toBe('review');
    const now = await me.read();
    expect((await me.approve(now, now.additions.digest)).status).toBe(200);
    expect(await me.statusOf()).toBe('approved');
  });

  test('and nothing else is asked about', async () => {
    const me = await start({ content: 'By Grace', proposed });
    const shown = await me.read();
    await CHANGES['the name of the author']?.(me);
    await CHANGES['the name of the workspace']?.(me);
    expect(shown.additions.names).toEqual({
      folder: expect.any(String),
      campaign: expect.any(String),
    });
    expect((await me.approve(shown, shown.additions.digest)).status).toBe(200);
  });
});

test('what was shown is sent, with the account that it was shown for', async () => {
  const me = await start();
  const shown = await me.read();
  expect(shown.additions).toMatchObject({
    names: { author: 'Grace Hopper' },
    endings: [{ channel: me.channel, text: '— Jo' }],
  });
  const id = shown.seen[0]?.id as number;
  expect((await me.approve(shown, shown.additions.digest)).status).toBe(200);
  await me.editor.call('/api/users/me/', 'PUT', { name: 'Evil' });
  await me.saveSnippet('Evil');
  await app.database.query(
    'update publications set due_at = now(), next_attempt_at = now() where id = $1',
    [id],
  );
  await me.until(id, 'published');
  const [sent] = await me.posts();
  expect(sent?.content).toMatch(/^By Grace Hopper, .*\n\n— Jo$/s);
});

test('an ending that was taken off the post is not added', async () => {
  const me = await start({ proposed: false });
  await me.editor.call(me.path, 'PUT', { endings_off: [me.snippetId] });
  const { additions } = await me.read();
  expect(additions.endings).toEqual([]);
});

test('it is read for a post, and a publication of others is refused', async () => {
  const me = await start({ proposed: false });
  const additions = async () =>
    (await me.call(`${me.path}additions/` as '/api/content/items/:id/additions/')).body;
  const shown = await additions();
  expect(shown).toEqual((await me.read()).additions);
  const publish = (digest: string) =>
    me.call(`${me.path}publications/` as '/api/content/items/:id/publications/', 'POST', {
      ...{ channels: [me.channel], at: LATER, additions: digest },
    });
  await me.saveSnippet('Evil');
  const { status, body } = await publish(shown.digest);
  expect([status, body]).toMatchObject([409, { current: await additions() }]);
  expect((await publish((await additions()).digest)).status).toBe(201);
});

test('reviews that are requested in bulk are each of what was added then', async () => {
  const me = await start();
  const items: number[] = [];
  for (const content of [TEXT, 'Without names', TEXT])
    items.push(
      (await me.editor.call('/api/content/items/', 'POST', { folder: me.folder, content })).body.id,
    );
  const { status } = await me.editor.call('/api/content/items/bulk_operations/', 'POST', {
    ...{ operation: 'status_change', item_ids: items, params: { status: 'review' } },
  });
  expect(status).toBe(200);
  await me.end([]);
  await me.saveSnippet('Other');
  await me.end([me.channel]);
  await CHANGES['the name of the author']?.(me);
  const stored = async () => {
    const { rows } = await app.database.query(
      `select post_id, additions = additions_digest(post_additions(workspace_id, post_id)) as same
       from transitions where post_id = any(select post_id from items where id = any($1))`,
      [items],
    );
    return rows.map(({ same }) => same);
  };
  expect(await stored()).toEqual([false, false, false]);
  await me.saveSnippet('— Jo');
  expect(await stored()).toEqual([false, true, false]);
  for (const item of [items[0], items[2]]) {
    const path = `/api/content/items/${item}/` as '/api/content/items/:id/';
    const { version } = (await me.call(path)).body;
    const decided = await me.call(
      `${path}workflow_transition/` as '/api/content/items/:id/workflow_transition/',
      'POST',
      { target_state: 'approved', version, seen: [] },
    );
    expect(decided.status).toBe(409);
  }
});
