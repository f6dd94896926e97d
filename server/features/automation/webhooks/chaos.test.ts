import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startServer } from '../../../testing/process.ts';

/** Events of many posts, while processes are killed and the receiver answers late. */

const POSTS = 200;
const KILLS = 6;
const LATE_MS = 150;
const DEADLINE_MS = 120_000;

const dataDir = await mkdtemp(join(tmpdir(), 'chaos-webhooks-'));
const app = useApp({ DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: 'true' });

test(
  'whatever fails, each event arrives at least once, with one id and one body',
  async () => {
    const bodies = new Map<string, Set<string>>();
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const id = String(request.headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
      await delay(LATE_MS);
      response.writeHead(Math.random() < 0.2 ? 500 : 204).end();
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const me = await writer(app);
    await app.post(
      '/api/webhooks/',
      { name: 'Chaos', url: `http://127.0.0.1:${port}/`, events: ['post.created'] },
      me.token,
    );
    const { database } = app;
    let isOver = false;
    /** What a process that has died held is free at once, and nothing waits to be tried again. */
    const hurrying = (async () => {
      while (!isOver) {
        await database.query(
          `with freed as (update webhooks set leased_until = now() - interval '1 second', held_until = null
             where leased_until is not null or held_until is not null),
           left_over as (update webhook_events set taken_at = null where body is null)
           update webhook_deliveries set next_at = now(), tries_left = 10
           where state = 'waiting' and isfinite(next_at)`,
        );
        await delay(300);
      }
    })();
    const environment = {
      DATABASE_URL: app.databaseUrl,
      SECRET: 'x'.repeat(32),
      ALLOW_PRIVATE_NETWORKS: 'true',
    };
    const writing = (async () => {
      for (let n = 0; n < POSTS; n++) await me.write({ content: `Text ${n}` });
    })();
    let kills = 0;
    try {
      while (kills < KILLS) {
        const server = await startServer(dataDir, { environment });
        await delay(600);
        server.child.kill('SIGKILL');
        kills++;
        await server.exited;
      }
      await writing;
      await eventually(async () => {
        const { rows } = await database.query(
          "select count(*)::integer as open from webhook_deliveries where state <> 'accepted'",
        );
        expect(rows[0].open).toBe(0);
      }, DEADLINE_MS);
    } finally {
      isOver = true;
      await hurrying;
      receiver.closeAllConnections();
      receiver.close();
    }
    const { rows: events } = await database.query(
      `select 'msg_' || replace(key::text, '-', '') as id, body from webhook_events`,
    );
    expect(events).toHaveLength(POSTS);
    for (const { id, body } of events)
      expect([id, [...(bodies.get(id) ?? [])]]).toEqual([id, [body]]);
    expect(bodies.size).toBe(POSTS);
  },
  DEADLINE_MS + 60_000,
);
