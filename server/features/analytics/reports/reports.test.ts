import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

/** A member, and a way to call the API as them. */
async function member() {
  const me = await publisherOn(app, practice);
  const create = async (fields: object = {}) => {
    const { status, body } = await me.call('/api/analytics/reports/', 'POST', {
      title: 'November on social media',
      ...fields,
    });
    expect(status).toBe(201);
    return body;
  };
  return { ...me, create };
}

test('a report is made, changed and deleted', async () => {
  const { call, create } = await member();
  const report = await create({ comment: 'Two lines\nof text', client: 'Harbour Roasters' });
  expect(report).toMatchObject({
    title: 'November on social media',
    comment: 'Two lines\nof text',
    period: 'last_30',
    blocks: ['numbers', 'over_time', 'top_content', 'channels', 'definitions'],
    link_ends_at: null,
  });
  const path = `/api/analytics/reports/${report.id}/` as const;
  const changed = await call(path, 'PUT', {
    title: 'Winter',
    period: 'fixed',
    from_day: '2026-10-01',
    to_day: '2026-11-15',
    blocks: ['top_content'],
  });
  expect(changed.body).toMatchObject({
    title: 'Winter',
    comment: 'Two lines\nof text',
    from_day: '2026-10-01',
    to_day: '2026-11-15',
    blocks: ['top_content'],
  });
  expect((await call('/api/analytics/reports/')).body).toEqual([changed.body]);
  // Of a period its days are not left behind.
  expect(await call(path, 'PUT', { period: 'last_7' })).toMatchObject({
    status: 400,
    body: { to_day: [/of a fixed period/] },
  });
  const { body: audit } = await call('/api/content/audit-logs/?action=update');
  expect(audit[0]).toMatchObject({ object_type: 'report', title: 'Winter' });
  expect((await call(path, 'DELETE')).status).toBe(204);
  expect((await call(path)).status).toBe(404);
});

test.each([
  [{ title: '' }, 'title'],
  [{ comment: 'x'.repeat(2001) }, 'comment'],
  [{ period: 'fixed' }, 'to_day'],
  [{ period: 'fixed', from_day: '2026-01-02', to_day: '2026-01-01' }, 'to_day'],
  [{ period: 'fixed', from_day: '1926-01-02', to_day: '2026-01-01' }, 'to_day'],
  [{ period: 'ever' }, 'period'],
  [{ blocks: [] }, 'blocks'],
  [{ blocks: ['numbers', 'numbers'] }, 'blocks'],
])('%o is refused with the field that is wrong', async (fields, field) => {
  const { call } = await member();
  const { status, body } = await call('/api/analytics/reports/', 'POST', {
    title: 'A title',
    ...fields,
  });
  expect(status).toBe(400);
  expect(Object.keys(body)).toContain(field);
});

test('those who are named are told once a month, on its first day in the zone of the workspace', async () => {
  const { call, create } = await member();
  const { body: me } = await call('/api/users/me/');
  await create({ recipients: [me.id] });
  const kinds = async () =>
    (await call('/api/notifications/')).body.results.map(({ kind }) => kind);
  const run = () => app.database.query("insert into jobs.job (name) values ('reports.tell')");
  await run();
  // Not for the month in which it was made.
  await eventually(async () => {
    const { rows } = await app.database.query(
      "select count(*)::integer as open from jobs.job where name = 'reports.tell' and state in ('created', 'active', 'retry')",
    );
    expect(rows[0].open).toBe(0);
  });
  expect(await kinds()).toEqual([]);
  await app.database.query("update reports set created_at = created_at - interval '32 days'");
  await run();
  await eventually(async () => expect(await kinds()).toEqual(['report_ready']));
  await run();
  await eventually(async () => {
    const { rows } = await app.database.query(
      "select count(*)::integer as open from jobs.job where name = 'reports.tell' and state in ('created', 'active', 'retry')",
    );
    expect(rows[0].open).toBe(0);
  });
  expect(await kinds()).toEqual(['report_ready']);
});

test('a link shows the report without an account, until it ends', async () => {
  const { call, create } = await member();
  const report = await create({ comment: 'Well done', blocks: ['numbers', 'top_content'] });
  const link = `/api/analytics/reports/${report.id}/link/` as const;
  const { status, body } = await call(link, 'POST', { days: 30 });
  expect(status).toBe(201);
  const days = (Date.parse(body.link_ends_at) - app.clock.now()) / (24 * 3600_000);
  expect(Math.round(days)).toBe(30);
  const token = new URL(body.url).pathname.split('/').at(-1);
  const read = () => app.get(`/api/reports/${token}/` as '/api/reports/:token/');
  const shown = await read();
  expect(shown.status).toBe(200);
  expect(shown.body).toMatchObject({
    title: 'November on social media',
    comment: 'Well done',
    blocks: ['numbers', 'top_content'],
    top: [],
    channels: null,
  });
  expect(shown.headers.get('cache-control')).toContain('no-store');
  const own = await call(`/api/analytics/reports/${report.id}/content/` as const);
  expect(own.body).toEqual(shown.body);
  // A new link ends the former one, and an end ends it.
  const { body: next } = await call(link, 'POST', { days: 7 });
  expect((await read()).status).toBe(404);
  expect((await call(link, 'DELETE')).status).toBe(204);
  const gone = await app.get(
    `/api/reports/${new URL(next.url).pathname.split('/').at(-1)}/` as '/api/reports/:token/',
  );
  expect([gone.status, gone.body]).toMatchObject([
    404,
    { detail: 'This report isn’t shared any more.' },
  ]);
  expect(
    (await call(`/api/analytics/reports/${report.id}/` as const)).body.link_ends_at,
  ).toBeNull();
});
