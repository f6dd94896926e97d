import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { freeName } from './read-file.ts';

const app = useApp();

const TEMPLATE = {
  name: 'New coffee',
  tags: ['coffee'],
  items: [
    { content: 'New: {{coffee}}', network_texts: { practice: 'Here: {{coffee}}' } },
    { content: 'More' },
  ],
  variables: [{ name: 'coffee', label: 'Coffee', kind: 'text' }],
};
const SNIPPET = { name: 'Jo', short_name: 'jo', kind: 'text', text: '— Jo' };

type Publisher = Awaited<ReturnType<typeof publisherOn>>;

const exported = async (me: Publisher, query = '') => {
  const { status, body } = await me.call(
    `/api/templates/export/${query}` as '/api/templates/export/',
  );
  return [status, typeof body === 'string' ? body : JSON.stringify(body)] as const;
};
const put = (me: Publisher, file: unknown) =>
  me.call('/api/templates/import/', 'POST', {
    file: typeof file === 'string' ? file : JSON.stringify(file),
  });

test('what is exported is imported elsewhere, and again with numbers', async () => {
  const [me, other] = [await publisherOn(app, practice), await publisherOn(app, practice)];
  const { body: made } = await me.call('/api/templates/', 'POST', TEMPLATE);
  await me.call('/api/snippets/', 'POST', SNIPPET);
  const [status, file] = await exported(me);
  expect(status).toBe(200);
  for (const _ of [1, 2]) {
    const answer = await put(other, file);
    expect([answer.status, answer.body]).toEqual([201, { templates: 1, snippets: 1 }]);
  }
  const { body: templates } = await other.call('/api/templates/?sort=name');
  expect(templates.map(({ name }) => name)).toEqual(['New coffee', 'New coffee (2)']);
  const { body: copy } = await other.call(`/api/templates/${templates[0]?.id ?? 0}/`);
  const { items, tags, variables, is_thread } = made;
  expect(copy).toMatchObject({ items, tags, variables, is_thread, folder: null });
  const { body: snippets } = await other.call('/api/snippets/');
  expect(snippets.map(({ name, short_name }) => [name, short_name])).toEqual([
    ['Jo', 'jo'],
    ['Jo (2)', 'jo-2'],
  ]);
  const [, single] = await exported(me, `?templates=${made.id}`);
  expect(JSON.parse(single)).toMatchObject({ templates: [{ name: 'New coffee' }], snippets: [] });
  expect((await exported(other, `?templates=${made.id}`))[0]).toBe(404);
});

test('bad input names the line or the field, and nothing of it stays', async () => {
  const me = await publisherOn(app, practice);
  const head = { format: 'postfolio-patterns', version: 1 };
  const why = async (file: unknown) => {
    const { status, body } = await put(me, file);
    expect(status).toBe(400);
    return JSON.stringify(body);
  };
  expect(await why('{\n"format": "postfolio-patterns",\n"version": one }')).toContain(
    'Line 3 is no',
  );
  expect(await why('{\n\n')).toContain('Line 3 is no JSON');
  expect(await why({ ...head, format: 'other' })).toContain(
    'format: Expected ‘postfolio-patterns’',
  );
  expect(await why({ ...head, version: 2 })).toContain('version: Expected 1');
  expect(await why([])).toContain('Expected an object.');
  const bad = { ...TEMPLATE, variables: [{ name: 'Bad name', label: 'x', kind: 'text' }] };
  expect(await why({ ...head, templates: [TEMPLATE, bad] })).toContain(
    'templates[1].variables[0].name: A variable is named',
  );
  expect(
    await why({ ...head, templates: [TEMPLATE], snippets: [{ ...SNIPPET, text: '' }] }),
  ).toContain('snippets[0].text: Enter a text');
  expect(await why('x'.repeat(1024 * 1024 + 1))).toContain('A file has at most 1 MB.');
  expect(await why('ü'.repeat(1024 * 600))).toContain('A file has at most 1 MB.');
  expect((await me.call('/api/templates/')).body).toEqual([]);
});

test('all of it or nothing: also where the workspace would have too many', async () => {
  const me = await publisherOn(app, practice);
  const snippets = Array.from({ length: 150 }, (_, n) => ({
    ...SNIPPET,
    name: `${n}`,
    short_name: null,
  }));
  const file = { format: 'postfolio-patterns', version: 1, templates: [TEMPLATE], snippets };
  expect((await put(me, file)).status).toBe(201);
  const second = await put(me, file);
  expect([second.status, JSON.stringify(second.body)]).toEqual([
    400,
    expect.stringContaining('A workspace has at most 200 snippets.'),
  ]);
  expect((await me.call('/api/templates/')).body).toHaveLength(1);
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await viewer.call('/api/templates/import/', 'POST', { file: '{}' })).status).toBe(403);
});

test('a number fits into the longest name', () => {
  const taken = new Set(['x'.repeat(10), `${'x'.repeat(6)} (2)`]);
  expect(freeName('x'.repeat(10), taken, 10)).toBe(`${'x'.repeat(6)} (3)`);
  expect(freeName('Free', taken, 10)).toBe('Free');
});
