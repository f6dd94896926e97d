// Measures searches in a workspace of 100,000 items in eleven languages, and checks their results.
// Called by run.ts.
import type pg from 'pg';
import { createTokens } from '../server/http/session.ts';
import { createSecrets } from '../server/secrets.ts';
import { insertPosts } from '../server/testing/insert-posts.ts';
import { NEEDLES, QUERIES, writePosts } from '../server/testing/posts.ts';

const POSTS = 100_000;
const BATCH = 5000;
const TIMES = 5;

export type SearchRow = {
  query: string;
  first: string;
  why: string;
  count: number;
  relevance: number;
  newest: number;
};

/** A workspace whose first items are the expected results. */
async function seed(pool: pg.Pool): Promise<{ user: number; workspace: number }> {
  const { rows } = await pool.query(
    `with person as (
       insert into users (email, name, password_hash) values ('search@example.org', 'S', 'none')
         returning id
     ), place as (
       insert into workspaces (name) values ('Search') returning id
     ), member as (
       insert into memberships (workspace_id, user_id, role) select place.id, person.id, 'owner'
         from place, person
     )
     select person.id as "user", place.id as workspace from person, place`,
  );
  const { user, workspace } = rows[0];
  const folder = await pool.query(
    "insert into folders (workspace_id, name) values ($1, 'Posts') returning id",
    [workspace],
  );
  const posts = [...NEEDLES, ...writePosts(POSTS)];
  for (let n = 0; n < posts.length; n += BATCH) {
    await pool.query(
      insertPosts(
        `select $1::bigint as workspace_id, $2::bigint as folder_id, $3::bigint as created_by, content, description, tags
         from json_to_recordset($4) as post(content text, description text, tags text[])`,
      ),
      [workspace, folder.rows[0].id, user, JSON.stringify(posts.slice(n, n + BATCH))],
    );
  }
  await pool.query('vacuum analyze posts, items, search_documents, search_vocabulary');
  return { user, workspace };
}

/** Asks each query several times, by relevance and by date; the median in milliseconds. */
export async function measureSearch(
  pool: pg.Pool,
  { base, secret }: { base: string; secret: string },
) {
  const { user } = await seed(pool);
  const headers = {
    authorization: `Bearer ${createTokens(createSecrets(secret)).sign(user, 'session-search')}`,
  };
  const ask = async (q: string, ordering: string) => {
    const taken: number[] = [];
    let found = { count: 0, results: [] as { title: string }[] };
    for (let n = 0; n < TIMES; n++) {
      const begun = performance.now();
      const response = await fetch(
        `${base}/api/content/items/search/?${new URLSearchParams({ q, ordering })}`,
        {
          headers,
        },
      );
      found = await response.json();
      taken.push(performance.now() - begun);
    }
    return { ...found, ms: taken.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0 };
  };
  const rows: SearchRow[] = [];
  for (const [query, first, why] of QUERIES) {
    const { count, results, ms: relevance } = await ask(query, 'relevance');
    if (results[0]?.title !== first)
      throw new Error(`'${query}' found '${results[0]?.title}' before '${first}'`);
    const { ms: newest } = await ask(query, '-created_at');
    rows.push({ query, first, why, count, relevance, newest });
  }
  const slowest = Math.max(...rows.map(({ relevance, newest }) => Math.max(relevance, newest)));
  console.log(
    `search in ${POSTS} items: ${rows.length} queries, the slowest ${slowest.toFixed(0)} ms`,
  );
  return rows;
}
