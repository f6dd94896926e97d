import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Receiver } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { EVENT_TYPES, type EventType } from '#contract/automation/event-names.ts';
import { type TestApp, writer } from './app.ts';
import { eventually } from './eventually.ts';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks, which accepts all that no test answers otherwise. */
export function useReceiver(app: TestApp) {
  const received: Received[] = [];
  /** By path; emptied before each test. */
  const answers: Record<string, (response: ServerResponse) => void> = {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body });
    const answer = answers[path];
    if (answer) answer(response);
    else response.writeHead(204).end();
  });
  let paths = 0;
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    for (const path of Object.keys(answers)) delete answers[path];
  });

  async function addTo(me: { token: string }, events: readonly EventType[], fields: object = {}) {
    const path = `/hook-${++paths}`;
    const { status, body: webhook } = await app.post(
      '/api/webhooks/',
      { name: `Hook ${paths}`, url: base() + path, events: [...events], ...fields },
      me.token,
    );
    expect(status).toBe(201);
    /** What has arrived; it is noted a moment later. */
    const mine = () => received.filter((entry) => entry.path === path);
    return {
      path,
      webhook,
      one: `/api/webhooks/${webhook.id}/` as const,
      deliveries: `/api/webhooks/${webhook.id}/deliveries/` as '/api/webhooks/:id/deliveries/',
      mine,
      /** The events that have arrived, as their receiver reads them. */
      events: () =>
        mine().map(({ headers, body }) => {
          const sent = new Receiver(webhook.secret).verify(body, headers as Record<string, string>);
          return sent as { type: EventType; timestamp: string; data: Record<string, unknown> };
        }),
      types: () => mine().map(({ body }) => JSON.parse(body).type as string),
    };
  }

  return {
    received,
    answers,
    get base() {
      return base();
    },
    addTo,
    /** A member with a webhook at an address of its own. */
    listener: async (events: readonly EventType[] = EVENT_TYPES, fields: object = {}) => {
      const me = await writer(app);
      return { ...me, ...(await addTo(me, events, fields)) };
    },
    /** What was just changed is told at once. */
    settle: async () => {
      await eventually(async () => {
        const { rows } = await app.database.query(
          "select from event_readers where name = 'webhooks' and seq < (select max(coalesce(seq, 'infinity'::float8)) from events)",
        );
        expect(rows).toEqual([]);
      });
      await app.database.query(
        'update webhook_events set due_at = now() where body is null and due_at > now()',
      );
    },
    /**
     * Deliveries that wait for their time, and endpoints that are left alone, are tried now. A call
     * that has arrived is not noted yet: its turn ends before.
     */
    hurry: async () => {
      await eventually(async () => {
        const { rows } = await app.database.query(
          "select id from webhooks where state = 'on' and lease is not null",
        );
        expect(rows).toEqual([]);
      });
      await app.database.query(
        "update webhook_deliveries set next_at = now() where state = 'waiting' and isfinite(next_at)",
      );
      await app.database.query('update webhooks set held_until = null');
    },
  };
}
