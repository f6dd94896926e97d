import { expect, test } from 'vitest';
import { resolveLocal } from '#contract/times.ts';
import { useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { listSources, sumByDay } from './sources.sql.ts';
import { insertVisits } from './visits.sql.ts';

/** Sums of all links are those of their rows, in each zone, however visits were written. */

const app = useApp({}, { still: true });
const HOUR_MS = 3600_000;
const LAST = Date.parse('2026-11-20T00:00:00Z');

const BY_ROWS = `
  select width_bucket(hour, $2::timestamptz[]) - 1 as day, sum(link_hours.visits) as visits,
    sum(link_hours.visitors) as visitors, sum(link_hours.bots) as bots
  from link_hours join tracked_links on tracked_links.id = link_id
    left join publications on publications.id = publication_id
  where link_hours.workspace_id = $1 and hour >= ($2::timestamptz[])[1]
    and hour < ($2::timestamptz[])[cardinality($2::timestamptz[])]
    and ($3::bigint is null or channel_id = $3)
  group by 1 order by 1`;

const SOURCES_BY_ROWS = `
  select source.kind, source.name, sum(link_sources.visits)::float8 as visits
  from link_sources join tracked_links on tracked_links.id = link_id
    left join publications on publications.id = publication_id
    left join channels on channels.id = channel_id
    cross join lateral (values ('network', coalesce(network, '')), ('referrer', referrer), ('device', device))
      as source (kind, name)
  where tracked_links.workspace_id = $1 and day between $2 and $3 and ($4::bigint is null or channel_id = $4)
  group by 1, 2 order by 1, 3 desc, 2`;

const anyOf = <Value>(values: readonly Value[]) =>
  values[Math.floor(Math.random() * values.length)] as Value;

/** A workspace with links on two accounts, and on none. */
async function withLinks() {
  const me = await writer(app);
  const workspaceId = await workspaceOf(app, me.folder);
  const { rows: channels } = await app.database.query<{ id: number }>(
    `insert into channels (workspace_id, network, remote_id, handle, name, state, credentials)
     select $1, network, 'x', '@x', 'X', 'connected', 'x'
     from unnest(array['mastodon', 'bluesky']) network returning id`,
    [workspaceId],
  );
  await app.database.query(
    `insert into publications (workspace_id, channel_id, state, due_at, published_at, version, text_hash)
     select $1, id, 'published', now(), now(), 1, sha256('x') from channels, generate_series(1, 3)
     where workspace_id = $1`,
    [workspaceId],
  );
  const { rows: links } = await app.database.query<{ id: number }>(
    `insert into tracked_links (workspace_id, code, target, address, is_manual, publication_id)
     select $1, translate(lpad((row_number() over () + $1 * 50)::text, 7, 'A'), '0', 'z'), 'https://example.org/',
       'https://example.org/' || n, id is null, id
     from (select id, n from publications, generate_series(1, 2) n where workspace_id = $1
       union all select null, n from generate_series(1, 3) n) given
     returning id`,
    [workspaceId],
  );
  return { workspaceId, channels: channels.map(({ id }) => id), links: links.map(({ id }) => id) };
}

const visitsOf = (links: readonly number[], count: number) =>
  JSON.stringify(
    Array.from({ length: count }, () => ({
      link: anyOf(links),
      at: new Date(LAST - Math.random() * 20 * 24 * HOUR_MS).toISOString(),
      visitor: anyOf(['aa', 'bb', 'cc', null]),
      is_bot: Math.random() < 0.2,
      referrer: anyOf(['', 'example.org', 'example.net']),
      device: anyOf(['phone', 'computer']),
      click: null,
    })),
  );

test('sums of days and sources are those of the rows of links, in each zone', async () => {
  const { database } = app;
  const { workspaceId, channels, links } = await withLinks();
  const other = await withLinks();
  // Processes write at the same time, in any order.
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      insertVisits(database, { visits: visitsOf(n % 4 ? links : other.links, 40) }),
    ),
  );
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia'])
    for (const channel of [null, ...channels]) {
      const starts = Array.from({ length: 22 }, (_, n) => {
        const day = new Date(LAST - (21 - n) * 24 * HOUR_MS).toISOString().slice(0, 10);
        return resolveLocal(`${day}T00:00`, zone).instant;
      });
      const sums = await sumByDay(database, { workspaceId, channel, starts });
      const { rows } = await database.query(BY_ROWS, [workspaceId, starts, channel]);
      expect(sums.toSorted((one, two) => one.day - two.day)).toEqual(rows);
      expect(rows.length).toBeGreaterThan(5);
      const [from, to] = ['2026-11-03', '2026-11-15'];
      const sources = await listSources(database, { workspaceId, channel, from, to });
      const expected = await database.query(SOURCES_BY_ROWS, [workspaceId, from, to, channel]);
      expect(sources).toEqual(expected.rows);
    }
});
