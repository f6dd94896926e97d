import { beforeAll, describe, test } from 'vitest';
import { MAX_REPLIES, MAX_TEXT_LENGTH } from '#contract/content/comments.ts';
import { MAX_FOLDERS } from '#contract/content/folders.ts';
import { MAX_CONTENT_LENGTH } from '#contract/content/items.ts';
import { features } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { NETWORKS } from '#contract/networks/names.ts';
import { MAX_INVITATIONS } from '#contract/people/members.ts';
import { useApp } from './app.ts';
import { insertPosts } from './insert-posts.ts';
import { expectShortTurns, sendTo } from './longest-turn.ts';
import { sampled } from './sampled.ts';
import { bodyOf, createWorkspace, fieldsOf, nameOf, pathOf, type Schema } from './samples.ts';

/**
 * No request holds up the others: for each endpoint, with the largest and worst input that it takes,
 * the longest turn of the event loop is short. Measured is processor time of this thread, which does
 * not depend on what else the machine does, and the best of several attempts counts.
 */
const app = useApp();
/** So many endpoints are tried by `npm test`. */
const ENDPOINTS = 60;
const endpoints = sampled(Object.values(features).flat(), ENDPOINTS, 'costs');

/** What takes long in parsers, counters and regular expressions, when it is repeated. */
const WORST = [' ', '\n', ',', ', ', ' / ', '[', '<b>', '#a ', '@a ', 'e\u0301', '---\n', 'a.co '];
/** So many of them are tried with each endpoint. */
const SAMPLES = 2;
const DEFAULT_BODY_LIMIT = 1024 * 1024;
const MAX_VALUES = 15_000;
const MAX_QUERY = 20_000;

/** A text of this length that begins and ends with a letter: it is not trimmed away. */
const repeated = (unit: string, length: number) =>
  length < 3 ? 'x'.repeat(length) : `x${unit.repeat(length).slice(0, length - 2)}x`;

type Bounded = Schema & {
  maxLength?: number;
  maxItems?: number;
  required?: string[];
  pattern?: string;
  format?: string;
};

/** The largest value of a field, of at most so many characters. */
function largest(given: Schema, unit: string, room: number): unknown {
  const schema = given as Bounded;
  const options = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'string') {
    const bytes = Buffer.byteLength(JSON.stringify(unit)) - 2;
    const length = Math.floor((room * unit.length) / bytes) - 100;
    return repeated(unit, Math.max(0, Math.min(schema.maxLength ?? length, length)));
  }
  if (schema.type === 'array') {
    const most = Math.min(schema.maxItems ?? 500, MAX_VALUES, Math.floor(room / 10));
    const one = largest(schema.items ?? {}, unit, Math.floor(room / most) - 10);
    return Array.from({ length: most }, () => one);
  }
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  if (options[0]) return largest(options[0], unit, room);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) =>
    schema.required?.includes(name),
  );
  return Object.fromEntries(
    properties.map(([name, member]) => [
      name,
      largest(member, unit, Math.floor(room / properties.length)),
    ]),
  );
}

/** The query for as much as an endpoint returns at once. */
function largestPageOf({ query }: Endpoint): string {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const given = { q: 'word', page_size: '100', from: day(0), to: day(60) };
  const known = Object.entries(given).filter(([name]) => name in fieldsOf(query));
  return known.length ? `?${new URLSearchParams(Object.fromEntries(known))}` : '';
}

/** The bodies of an endpoint that are as large as it takes: each field alone, and all of them. */
function* bodiesOf(endpoint: Endpoint, unit: string, sample: Record<string, unknown>) {
  const room = (endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT) - 10_000;
  const fields = Object.entries(fieldsOf(endpoint.body));
  const each = Math.floor(room / (fields.length || 1));
  const all = fields.map(([name, schema]) => [name, largest(schema, unit, each)] as const);
  yield { ...Object.fromEntries(all) };
  for (const [name, schema] of fields) {
    yield { ...sample, [name]: largest(schema, unit, room) };
    // As long as a text may be: what is longer is refused early.
    yield { ...sample, [name]: largest(schema, unit, MAX_CONTENT_LENGTH) };
    if (name !== 'csv') continue;
    for (const column of ['text', 'time', 'channels', 'folder', 'tags'])
      yield { ...sample, csv: `text,${column}\nx,"${repeated(unit, 900_000)}"`, check: true };
    yield { ...sample, csv: `text\n${repeated(unit, 7_000_000)}`, check: true };
    const row = unit.trim() || 'a';
    yield { ...sample, csv: `text\n${`${row}\n`.repeat(9900)}`, check: true };
  }
}

type Large = Awaited<ReturnType<typeof createLarge>>;
let large: Large;
beforeAll(async () => {
  large = await createLarge();
});

/** A workspace with long threads, many posts, many accounts, and full lists. */
async function createLarge() {
  const { token, ids } = await createWorkspace(app);
  const { folder } = ids;
  const { rows } = await app.database.query(
    'select workspace_id, created_by from items where id = $1',
    [ids.item],
  );
  const { workspace_id: workspace, created_by: author } = rows[0];
  const { body } = await app.post(
    '/api/content/items/thread/',
    {
      folder,
      items: Array.from({ length: 500 }, (_, n) => ({
        content: repeated(WORST[n % WORST.length] ?? '', 1990),
      })),
    },
    token,
  );
  const long = await app.post(
    '/api/content/items/',
    { folder, content: repeated('@a a.co ', MAX_CONTENT_LENGTH) },
    token,
  );
  const { rows: channels } = await app.database.query(
    `insert into channels (workspace_id, network, remote_id, handle, name, state, credentials)
     select $1, network, n, network || n, 'An account', 'reconnect', 'x'
     from unnest($2::text[]) network, generate_series(1, 5) n returning id`,
    [workspace, NETWORKS],
  );
  await app.database.query(
    insertPosts(
      `select ${workspace}::bigint as workspace_id, ${folder}::bigint as folder_id, ${author}::bigint as created_by,
         'A text of some length, such as people write it. ' || n || ' ' || repeat('word @a #b ', 40) as content,
         null::text as description, '{}'::text[] as tags from generate_series(1, 2000) n`,
    ),
  );
  await app.database.query(
    `insert into publications (workspace_id, channel_id, post_id, state, due_at, next_attempt_at, version, text_hash)
     select workspace_id, $2, post_id, 'scheduled', due, due, 1, sha256('text')
     from items cross join lateral (select now() + (1 + id % 300) * interval '1 hour' as due) at
     where workspace_id = $1 order by id desc limit 1900`,
    [workspace, ids.channel],
  );
  await app.database.query(
    `insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash)
     select workspace_id, post_id, id, 0, 'upgrade', post_text_hash(post_id)
     from publications where workspace_id = $1`,
    [workspace],
  );
  await fillLists(workspace, author, body[0].id);
  return {
    token,
    thread: body[0].id as number,
    long: long.body.id as number,
    ids,
    channels: channels.slice(0, 50).map(({ id }: { id: number }) => id),
  };
}

/** What is listed as a whole: as many as may be there, with the longest texts as JSON. */
async function fillLists(workspace: number, author: number, item: number) {
  await app.database.query(
    `insert into folders (workspace_id, name, description)
     select $1, n || repeat(chr(1), 90), repeat('"', 1000) from generate_series(3, $2::integer) n`,
    [workspace, MAX_FOLDERS],
  );
  await app.database.query(
    `insert into invitations (workspace_id, role, invited_by, expires_at)
     select $1, 'viewer', $2, now() + interval '1 day' from generate_series(2, $3::integer)`,
    [workspace, author, MAX_INVITATIONS],
  );
  await app.database.query(
    `with texts as (select $1::bigint as workspace_id, post_id, $2::bigint as user_id,
       repeat('"', $3) as text from items where id = $4),
     conversations as (
       insert into comments (workspace_id, post_id, user_id, text)
       select texts.* from texts, generate_series(1, 4) returning id)
     insert into comments (workspace_id, post_id, user_id, text, parent_id)
     select texts.*, id from texts, conversations, generate_series(1, $5)`,
    [workspace, author, MAX_TEXT_LENGTH, item, MAX_REPLIES],
  );
}

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test.runIf(endpoint.method !== 'GET')('takes the largest body', async () => {
      let { token, ids } = large;
      const isHarmless = endpoint.access === 'read' || endpoint.access === 'public';
      if (!isHarmless) ({ token, ids } = await createWorkspace(app));
      const path = pathOf(endpoint, ids);
      const sample = bodyOf(endpoint, ids);
      for (const unit of sampled(WORST, SAMPLES, nameOf(endpoint)))
        for (const body of endpoint.body ? bodiesOf(endpoint, unit, sample) : [undefined]) {
          const text = body && JSON.stringify(body);
          await expectShortTurns(
            `${JSON.stringify(unit)} ${text?.length} ${text?.slice(0, 60)}`,
            () => sendTo(app, endpoint.method, path, token, text),
          );
        }
    });

    test.runIf(endpoint.query)('takes the longest query', async () => {
      const { token, ids } = large;
      const path = pathOf(endpoint, ids);
      for (const unit of sampled(WORST, SAMPLES, nameOf(endpoint)))
        for (const field of Object.keys(fieldsOf(endpoint.query))) {
          const value = encodeURIComponent(repeated(unit, MAX_QUERY));
          await expectShortTurns(`${field} ${unit}`, () =>
            sendTo(app, endpoint.method, `${path}?${field}=${value}`, token),
          );
        }
    });

    test.runIf(endpoint.method === 'GET' || endpoint.path.includes('/check/'))(
      'reads the largest workspace',
      async () => {
        const { token, ids, thread, long, channels } = large;
        for (const item of [thread, long]) {
          const path = pathOf(endpoint, { ...ids, item });
          const body = endpoint.body && JSON.stringify({ channels });
          for (const query of ['', largestPageOf(endpoint)])
            await expectShortTurns(`large workspace ${query}`, () =>
              sendTo(app, endpoint.method, path + query, token, body),
            );
        }
      },
    );
  },
);
