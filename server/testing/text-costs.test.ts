import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from './app.ts';
import { isWhole, sampled } from './sampled.ts';
import { createWorkspace } from './samples.ts';

/**
 * No text holds up the database: each column of a text is written with the worst texts that it takes,
 * and what its triggers, constraints, generated columns and indexes do then takes a short time.
 * A statement runs in another process: what is measured is its time, the best of several attempts.
 */
const app = useApp();

/** A plain text of 100,000 characters that is indexed for searches takes a tenth of this. */
const MAX_MS = 400;
const ATTEMPTS = 4;
const LENGTHS = [100_000, 20_000, 5000, 2000, 1000, 500, 200, 80, 30];
/** So many of them are tried with each column. */
const SAMPLES = 3;
/** What takes long in expressions, parsers and normalisation, when it is repeated. */
const UNITS = [
  ...['{{@a|x:b}}', '{{@Ada|bluesky:a.b|x:ada}} ', '{{@a', '{{@a|', '{{a}} ', '[[', '((', 'a', ' '],
  ...['#', '#a ', "'", '"', '\\', '&|!', ':*', 'e\u0301', '\u0301', '\u3042', '\u{1f600}', 'a\n'],
  ...['https://a.example/ ', '<b>', '-1.5e3 ', 'a@b.example '],
];

/** What PostgreSQL refuses: this text is none for the column. */
const isRefusal = (error: unknown) =>
  /^(22|23|42501|54|P0)/.test((error as { code?: string }).code ?? '');

type Column = { table: string; column: string; type: 'text' | 'text[]' | 'jsonb' };

const inColumn: Record<Column['type'], (text: string) => unknown> = {
  text: (text) => text,
  'text[]': (text) => [text],
  jsonb: (text) => JSON.stringify({ x: text }),
};

/** The time of a statement that writes this text into a row; undefined where there is no row. */
async function timeOf(client: pg.PoolClient, { table, column, type }: Column, text: string) {
  await client.query('begin');
  try {
    await client.query(`set local statement_timeout = '20s'`);
    const begun = performance.now();
    const { rowCount } = await client.query(
      `update ${table} set ${column} = $1 where ctid = (select ctid from ${table} limit 1)`,
      [inColumn[type](text)],
    );
    await client.query('set constraints all immediate');
    return rowCount ? performance.now() - begun : undefined;
  } finally {
    await client.query('rollback');
  }
}

/** The best time of the longest text that the column takes. */
async function worstOf(client: pg.PoolClient, column: Column, unit: string) {
  for (const length of LENGTHS) {
    // Neither trimmed, nor a prefix of what matches.
    const text = `x${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2)}!`;
    let best: number | undefined;
    try {
      for (let n = 0; n < ATTEMPTS && (best ?? MAX_MS) >= MAX_MS; n++) {
        const ms = await timeOf(client, column, text);
        if (ms === undefined) return undefined;
        best = Math.min(best ?? ms, ms);
      }
    } catch (error) {
      if (isRefusal(error)) continue;
      throw new Error(`${column.table}.${column.column} ${unit} × ${length}`, { cause: error });
    }
    return { length, ms: best ?? 0 };
  }
  return undefined;
}

let columns: Column[] = [];
beforeAll(async () => {
  await createWorkspace(app);
  const { rows } = await app.database.query<Column>(
    `select format('%I', relname) as table, format('%I', attname) as column, typed.name as type
     from pg_class join pg_attribute on attrelid = pg_class.oid
       cross join lateral (select format_type(atttypid, atttypmod) as name) typed
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
       and not attisdropped and attgenerated = '' and typed.name in ('text', 'text[]', 'jsonb')
     order by 1, 2`,
  );
  columns = rows;
});

describe('a text that is written', () => {
  test.each(sampled(UNITS, isWhole ? UNITS.length : 12, 'text costs'))('%j', async (unit) => {
    const client = await app.database.connect();
    const slow: string[] = [];
    let tried = 0;
    try {
      for (const column of columns) {
        const name = `${column.table}.${column.column}`;
        // Posts have most of what reads texts.
        const isMeant = column.table === 'items' || sampled(UNITS, SAMPLES, name).includes(unit);
        const worst = isMeant ? await worstOf(client, column, unit) : undefined;
        if (worst) tried++;
        if (worst && worst.ms > MAX_MS) slow.push(`${name}: ${worst.length}, ${worst.ms} ms`);
      }
    } finally {
      client.release();
    }
    expect(slow).toEqual([]);
    expect(tried).toBeGreaterThan(4);
  });

  test('mentions cost no more than words', async () => {
    const client = await app.database.connect();
    const content: Column = { table: 'items', column: 'content', type: 'text' };
    const mention = '{{@Ada|bluesky:a.b}} ';
    const best = async (text: string) => {
      const times = [];
      for (let n = 0; n < 5; n++) times.push((await timeOf(client, content, text)) ?? 0);
      return Math.min(...times);
    };
    try {
      // Words of our own: a text of different words takes the index longer than one word does.
      const words = Array.from({ length: 2700 }, (_, n) => `word${n}`.slice(0, 6)).join(' ');
      const plain = await best(words.slice(0, 900 * mention.length));
      expect(await best(mention.repeat(900))).toBeLessThan(3 * plain + 10);
    } finally {
      client.release();
    }
  });
});
