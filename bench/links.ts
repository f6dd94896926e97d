// Measures how many short links one process follows in a second, beside Fastify that answers the same
// from a map. Called by run.ts.
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import type { Server } from './subjects.ts';

export const CODE = 'Kp7sVbN';
export const TARGET = 'https://example.org/spring?utm_source=bench';
const CONNECTIONS = 10;
const SECONDS = 3;
const ROUNDS = 3;
/** Visits are written within a second. */
const WRITTEN_MS = 3000;

export type LinksResult = {
  ours: number;
  bare: number;
  ratio: number;
  counted: number;
  sent: number;
};

const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function follow({ base }: Server) {
  const result = await autocannon({
    url: `${base}/l/${CODE}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      referer: 'https://www.instagram.com/',
    },
  });
  if (result['3xx'] === 0 || result.non2xx !== result['3xx'])
    throw new Error('the link does not redirect');
  return { perSecond: result.requests.average, sent: result['3xx'] };
}

/** By turns, once both are warm. */
export async function measureLinks(
  pool: pg.Pool,
  workspace: number,
  servers: { ours: Server; bare: Server },
): Promise<LinksResult> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into tracked_links (workspace_id, code, target, address, is_manual)
     values ($1, $2, $3, $3, true) returning id`,
    [workspace, CODE, TARGET],
  );
  const rounds: { ours: number; bare: number }[] = [];
  let sent = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await follow(servers.ours);
    const bare = await follow(servers.bare);
    sent += ours.sent;
    if (round > 0) rounds.push({ ours: ours.perSecond, bare: bare.perSecond });
  }
  await delay(WRITTEN_MS);
  const counted = await pool.query<{ all: number }>(
    'select (visits + bots)::float8 as all from tracked_links where id = $1',
    [rows[0]?.id],
  );
  return {
    ours: middle(rounds.map(({ ours }) => ours)),
    bare: middle(rounds.map(({ bare }) => bare)),
    ratio: middle(rounds.map(({ ours, bare }) => ours / bare)),
    counted: counted.rows[0]?.all ?? 0,
    sent,
  };
}
