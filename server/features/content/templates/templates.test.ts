import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

const variable = (name: string, fields: object = {}) => ({
  ...{ name, label: name, kind: 'text', choices: [], default: null, is_required: true },
  ...fields,
});

/** A person with a channel, a template, and what makes drafts of it. */
async function withTemplate(fields: object) {
  const me = await publisherOn(app, practice);
  const { folder } = me;
  const given = { name: 'New coffee', folder, items: [{ content: 'A text' }], ...fields };
  const { status, body: template } = await app.post('/api/templates/', given, me.token);
  expect(status, JSON.stringify(template)).toBe(201);
  const use = (values: object, key?: string) =>
    app.request(`/api/templates/${template.id}/use/`, {
      method: 'POST',
      token: me.token,
      body: { values },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  return { ...me, template, use };
}

test('a use makes a draft in which what is declared is filled in, and remembers the values', async () => {
  const me = await withTemplate({
    tags: ['launch'],
    items: [
      { content: '{{notes}}. {{ origin }} on {{weekday}}', network_texts: { x: 'X: {{origin}}' } },
      { content: '{{farm}} and {{other}}' },
    ],
    variables: [
      variable('notes', { default: 'Plum' }),
      variable('origin', { label: 'Origin' }),
      variable('farm', { is_required: false }),
    ],
  });
  const { status: refused, body: why } = await me.use({});
  expect([refused, why.values]).toEqual([400, ['Origin is missing.']]);
  const { status, body } = await me.use({ origin: 'Huila {{notes}} {{weekday}}', farm: '' });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject([
    {
      content: 'Plum. Huila \\{{notes}} \\{{weekday}} on {{weekday}}',
      network_texts: { x: 'X: Huila \\{{notes}} \\{{weekday}}' },
      ...{ tags: ['launch'], status: 'draft', folder: me.folder },
    },
    { content: ' and {{other}}' },
  ]);
  const { body: after } = await app.get(`/api/templates/${me.template.id}/`, me.token);
  expect(after).toMatchObject({ uses: 1, last_values: { farm: '' } });
});

test('the same request makes one draft', async () => {
  const me = await withTemplate({});
  const [{ body: first }, { body: second }] = [await me.use({}, 'a'), await me.use({}, 'a')];
  expect(second[0].id).toBe(first[0].id);
  const { body } = await app.get('/api/templates/', me.token);
  expect(body).toMatchObject([{ uses: 1 }]);
});

test('the channels of a template are suggested for its draft, until it is scheduled', async () => {
  const me = await withTemplate({});
  const { name, folder, items } = { ...me.template, items: [{ content: 'A text' }] };
  const path = `/api/templates/${me.template.id}/` as const;
  const suggested = async (item: number) =>
    (await app.get(`/api/content/items/${item}/publications/suggested-channels/`, me.token)).body;
  const plain = (await me.use({})).body[0].id;
  const saved = await app.put(path, { name, folder, items, channels: [me.channel] }, me.token);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const made = (await me.use({}, 'k')).body[0].id;
  expect(await suggested(plain)).toEqual({ channels: [], options: {} });
  expect(await suggested(made)).toEqual({ channels: [me.channel], options: {} });
  // As the template was then; a channel set is read as it is now.
  const set = { name: 'A set', channels: [me.channel] };
  const { body: newSet } = await app.post('/api/channel-sets/', set, me.token);
  const ofSet = { name, folder, items, channel_set: newSet.id, channels: [], options: {} };
  expect((await app.put(path, ofSet, me.token)).status).toBe(200);
  const second = (await me.use({}, 'l')).body[0].id;
  expect(await suggested(second)).toEqual({ channels: [me.channel], options: {} });
  await me.publish(made);
  expect(await suggested(made)).toEqual({ channels: [], options: {} });
});

test('values are checked by their kind', async () => {
  const me = await withTemplate({
    items: [{ content: '{{day}} {{link}} {{size}}' }],
    variables: [
      variable('day', { kind: 'date' }),
      variable('link', { kind: 'link' }),
      variable('size', { kind: 'choice', choices: ['Small', 'Large'] }),
    ],
  });
  const wrong = { day: '2026-02-31', link: 'no link', size: 'Huge' };
  expect((await me.use(wrong)).body.values).toEqual([
    'day must be a day, such as 2026-01-31.',
    'link must be a link.',
    'size must be one of its choices.',
  ]);
  expect((await me.use({ other: 'x' })).body.values).toEqual([
    'The template has no variable {{other}}.',
  ]);
  const right = { day: '2026-11-26', link: 'northwind.coffee/huila', size: 'Small' };
  expect((await me.use(right)).body[0].content).toBe(
    '26 November 2026 northwind.coffee/huila Small',
  );
});

test('what is left is refused before it is published, and what is fixed is filled in when it goes out', async () => {
  const me = await publisherOn(app, practice);
  const { id: open } = await me.write({ content: 'Our {{closing}}' });
  const path = `/api/content/items/${open}/publications/check/` as const;
  const { body: checked } = await me.call(path, 'POST', { channels: [me.channel] });
  expect(checked[0].findings).toContainEqual(
    expect.objectContaining({
      level: 'error',
      text: '{{closing}} is not filled in. Write \\{{closing}} to publish it as it is',
    }),
  );
  const publishing = { channels: [me.channel], at: 'now' };
  const { status, body } = await me.call(
    `/api/content/items/${open}/publications/`,
    'POST',
    publishing,
  );
  expect(status, JSON.stringify(body)).toBe(400);
  const { id } = await me.write({
    content: 'On {{network}} by {{channel}}, \\{{date}} {{weekday}}',
    language: 'de',
  });
  await me.until(await me.publish(id), 'published');
  const [post] = await me.posts();
  expect(post?.content).toMatch(/^On Practice by .+, \{\{date\}\} \p{Lu}\p{Ll}+tag$|woch$/u);
});

test('a post becomes a template, which is changed, copied and deleted; what it made stays', async () => {
  const me = await withTemplate({});
  const [made] = (await me.use({})).body;
  const { status, body: saved } = await app.post(
    `/api/content/items/${made.id}/save-as-template/`,
    { name: 'From a post' },
    me.token,
  );
  expect(status, JSON.stringify(saved)).toBe(201);
  expect(saved).toMatchObject({ name: 'From a post', folder: me.folder, version: 1 });
  const fields = { name: 'Changed', folder: null, items: [{ content: 'New {{day}}' }] };
  const change = { ...fields, variables: [variable('day')], version: 1 };
  const path = `/api/templates/${saved.id}/` as const;
  expect((await app.put(path, change, me.token)).body).toMatchObject({ version: 2 });
  const stale = await app.put(path, change, me.token);
  expect([stale.status, (stale.body.current as { version: number }).version]).toEqual([409, 2]);
  const { body: copied } = await app.post(`/api/templates/${saved.id}/duplicate/`, {}, me.token);
  expect(copied).toMatchObject({ name: 'Changed (Copy)', variables: [{ name: 'day' }], uses: 0 });
  const list = async (query: string) =>
    (await app.get(`/api/templates/?${query}`, me.token)).body.map(
      ({ name }: { name: string }) => name,
    );
  expect(await list('sort=name')).toEqual(['Changed', 'Changed (Copy)', 'New coffee']);
  expect(await list('sort=used')).toEqual(['New coffee', 'Changed', 'Changed (Copy)']);
  expect(await list('search=COFFEE')).toEqual(['New coffee']);
  expect((await app.delete(`/api/templates/${me.template.id}/`, me.token)).status).toBe(204);
  expect((await app.get(`/api/content/items/${made.id}/`, me.token)).status).toBe(200);
  const { body: log } = await app.get('/api/content/audit-logs/', me.token);
  expect(log[0]).toMatchObject({ action: 'delete', object_type: 'template' });
});
