import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { startServer } from '../../../testing/process.ts';

/**
 * Many runs of a rule, while processes are killed and connections are cut. With CHAOS=full
 * (`npm run test:chaos`) as many as a rule has in a day.
 */

const isFull = process.env.CHAOS === 'full';
const RUNS = isFull ? 100 : 60;
const KILLS = isFull ? 20 : 6;
const CUT_MS = 15;
const DEADLINE_MS = isFull ? 300_000 : 120_000;

const dataDir = await mkdtemp(join(tmpdir(), 'chaos-rules-'));
const app = useApp({ DATA_DIR: dataDir });

test(
  'whatever fails, each action of a rule is done exactly once',
  async ({ signal }) => {
    const me = await writer(app);
    const { body: rule } = await app.post(
      '/api/rules/',
      {
        name: 'Chaos',
        trigger: { kind: 'post_tagged', tag: 'go' },
        actions: [
          { kind: 'comment', text: 'About {{title}}' },
          { kind: 'tags', add: ['seen'], remove: [] },
          { kind: 'notify', people: [me.id], author: false },
          { kind: 'draft', from: 'trigger', folder: me.folder },
        ],
        becomes: { kind: 'review' },
      },
      me.token,
    );
    await app.post(`/api/rules/${rule.id}/try/`, {}, me.token);
    await app.put(`/api/rules/${rule.id}/switch/`, { on: true }, me.token);
    for (let n = 0; n < RUNS; n++) await me.write({ content: `Text ${n}`, tags: ['go'] });

    const { database } = app;
    let isOver = false;
    let cuts = 0;
    /** A process that has died, or is frozen, has lost its lease: another one goes on at once. */
    const hurrying = (async () => {
      while (!isOver) {
        await database
          .query(
            `with taken as (update rule_runs set leased_until = now() - interval '1 second'
               where leased_until is not null)
             insert into jobs.job (name) values ('rules.run')`,
          )
          .catch(() => {});
        await delay(200);
      }
    })();
    const cutting = (async () => {
      while (!isOver) {
        await delay(CUT_MS);
        const { rowCount } = await database
          .query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()
               and application_name = 'postfolio' and state like 'idle in transaction%'
             order by random() limit 1`,
          )
          .catch(() => ({ rowCount: 0 }));
        cuts += rowCount ?? 0;
      }
    })();
    const environment = { DATABASE_URL: app.databaseUrl, SECRET: 'x'.repeat(32) };
    let kills = 0;
    try {
      while (kills < KILLS && !signal.aborted) {
        // One whose connection is cut while it starts ends: it is started again.
        const server = await startServer(dataDir, { environment }).catch(() => undefined);
        if (!server) continue;
        await delay(400);
        server.child.kill('SIGKILL');
        kills++;
        await server.exited;
      }
    } finally {
      isOver = true;
      await Promise.all([hurrying, cutting]);
    }
    const begun = Date.now();
    const open = async () =>
      (
        await database.query(
          "select count(*)::integer as count from rule_runs where state in ('due', 'running')",
        )
      ).rows[0].count as number;
    while ((await open()) > 0 && Date.now() - begun < DEADLINE_MS) {
      await database.query(
        "update rule_runs set leased_until = null where state in ('due', 'running')",
      );
      await database.query("insert into jobs.job (name) values ('rules.run')");
      await delay(2000);
    }

    const rowsOf = async (query: string, values: unknown[] = []) =>
      (await database.query(query, values)).rows;
    expect(await rowsOf('select state, count(*)::integer from rule_runs group by state')).toEqual([
      { state: 'done', count: RUNS },
    ]);
    // Each post has one comment, and its tag; each text has one draft, in review.
    expect(
      await rowsOf(
        `select count(*)::integer as posts, max(comments)::integer as most, min(comments)::integer as least
         from (select count(comments.id) as comments from items
           left join comments on comments.post_id = items.post_id
           where tags @> '{go,seen}' group by items.id) commented`,
      ),
    ).toEqual([{ posts: RUNS, most: 1, least: 1 }]);
    expect(
      await rowsOf(
        `select count(*)::integer as drafts, count(distinct content)::integer as texts
         from items where status = 'review' and not tags @> '{go}'`,
      ),
    ).toEqual([{ drafts: RUNS, texts: RUNS }]);
    expect(
      await rowsOf("select count(*)::integer from notifications where kind = 'rule_notice'"),
    ).toEqual([{ count: RUNS }]);
    expect(
      await rowsOf('select max(number)::integer, count(distinct number)::integer from rule_runs'),
    ).toEqual([{ max: RUNS, count: RUNS }]);
    expect(kills).toBe(KILLS);
    console.info(`${RUNS} runs, ${kills} processes killed, ${cuts} connections cut`);
  },
  DEADLINE_MS + 180_000,
);
