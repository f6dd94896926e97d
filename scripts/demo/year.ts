import type { Database } from '../../server/database/pool.ts';
import { year } from './year-content.ts';

/** A year of posts, as the publisher would have left them: publishing them would take a minute. */

const WEEK_MS = 7 * 24 * 3600_000;
const HOUR_MS = 3600_000;
/** The weeks before those of `past`. */
const [FIRST, LAST] = [6, 52];
/** Of each account when its readers are there, and when they are not: hours since Monday, in UTC. */
const TIMES = [
  { good: 33, others: [15, 88, 61, 112] },
  { good: 84, others: [34, 58, 13, 105] },
  { good: 7, others: [66, 90, 42, 115] },
  { good: 130, others: [36, 82, 14, 63] },
];

/** The number that figures of Practice grow with (`metricsOf`). */
const luckOf = (id: number) => (id * 0.618_033_988_75) % 1;

/**
 * Two posts a week of each account; the luckier one is mostly sent when its readers are there.
 * Each is a copy of the first publication of its account, but for its text and time.
 */
export async function publishYear(database: Database, channels: readonly number[]) {
  const { rows: firsts } = await database.query<{ id: number }>(
    `select min(id) as id from publications where channel_id = any($1) and state = 'published'
     group by channel_id order by array_position($1, channel_id)`,
    [channels],
  );
  const weeks = LAST - FIRST;
  const { rows } = await database.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('practice_posts', 'id')) as id
     from generate_series(1, $1) order by 1`,
    [2 * weeks * channels.length],
  );
  const ids = rows.map(({ id }) => Number(id));
  const monday = Math.floor((Date.now() - 4 * 24 * HOUR_MS) / WEEK_MS) * WEEK_MS + 4 * 24 * HOUR_MS;
  const posts = firsts.flatMap(({ id: like }, account) => {
    const { begins = [], ends = [] } = year[account] ?? {};
    const { good = 9, others = [] } = TIMES[account] ?? {};
    return Array.from({ length: weeks }, (_, week) => {
      const [worse, better] = ids.splice(0, 2).toSorted((a, b) => luckOf(a) - luckOf(b));
      const isUsual = week % 5 > 0;
      const other = others[week % others.length] ?? 0;
      return [
        { remote: isUsual ? better : worse, hours: good },
        { remote: isUsual ? worse : better, hours: other },
      ].map(({ remote, hours }, nth) => {
        const n = 2 * week + nth;
        const [begin, end] = [n % begins.length, Math.floor(n / begins.length)];
        return {
          like,
          remote,
          text: `${begins[begin]} ${ends[(begin + end) % ends.length]}`,
          tags: year[account]?.tags,
          at: new Date(monday - (LAST - week) * WEEK_MS + hours * HOUR_MS).toISOString(),
        };
      });
    }).flat();
  });
  await database.query(COPY, [JSON.stringify(posts)]);
}

/** Rows of a table like those of the posts that are given, but for these columns. */
const copy = (table: string, columns: Record<string, string>, of: string) => {
  const changed = Object.entries(columns).map(([name, value]) => `'${name}', ${value}`);
  return `insert into ${table}
    select (jsonb_populate_record(former, jsonb_build_object(${changed.join(', ')}))).*
    from given join ${table} former on ${of}`;
};
const next = (table: string) => `nextval(pg_get_serial_sequence('${table}', 'id'))`;

const COPY = `
  with given as materialized (
    select ${next('posts')} as post, ${next('items')} as item, ${next('publications')} as publication,
      likes.post_id as like_post, root_id as like_item, sent.*
    from jsonb_to_recordset($1) as sent ("like" bigint, remote bigint, text text, tags text[], at timestamptz)
      join publications likes on likes.id = "like" join posts on posts.id = likes.post_id
  ), post as (
    insert into posts (id, workspace_id, folder_id, created_by, status, version, size, root_id, created_at, updated_at)
    select post, workspace_id, folder_id, created_by, status, version, 1, item, at, at
    from given join posts former on former.id = like_post
  ), item as (
    insert into items (id, post_id, root_id, workspace_id, folder_id, created_by, status, version, size, content, tags,
      created_at, updated_at, published_date)
    select item, post, item, workspace_id, folder_id, created_by, status, version, 1, text, given.tags, at, at, at
    from given join items former on former.id = like_item
  ), version as (
    ${copy(
      'item_versions',
      {
        ...{ item_id: 'item', created_at: 'at', content: 'text', tags: 'given.tags' },
        media: "'[]'::jsonb",
      },
      'former.item_id = like_item',
    )}
  ), publication as (
    ${copy(
      'publications',
      {
        ...{ id: 'publication', post_id: 'post', created_at: 'at', updated_at: 'at', due_at: 'at' },
        published_at: 'at',
        text: `jsonb_set(former.text, '{0}', former.text -> 0 || jsonb_build_object('content', given.text,
          'media', '[]'::jsonb))`,
      },
      'former.id = "like"',
    )}
  ), part as (
    ${copy(
      'publication_parts',
      {
        ...{ publication_id: 'publication', key: 'gen_random_uuid()', remote_id: 'remote::text' },
        ...{ content: 'text', media: "'[]'::jsonb", sent_at: 'at', made_at: 'at' },
      },
      'former.publication_id = "like"',
    )}
  ), plan as (
    ${copy('reading_plans', { publication_id: 'publication', next_at: 'null' }, 'former.publication_id = "like"')}
  )
  insert into practice_posts (id, account_id, content, created_at)
  select remote, remote_id::uuid, given.text, at from given
    join publications on publications.id = "like" join channels on channels.id = channel_id`;
