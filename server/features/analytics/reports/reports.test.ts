import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';

const app = useApp();

/** A member, and a way to call the API as them. */
async function member() {
  const me = await writer(app);
  const call = (path: string, method = 'GET', body?: object) =>
    app.request<Body>(path, { method, token: me.token, ...(body && { body }) });
  const create = async (fields: object = {}) => {
    const { status, body } = await call('/api/analytics/reports/', 'POST', {
      title: 'November on social media',
      ...fields,
    });
    expect(status).toBe(201);
    return body as { id: number };
  };
  return { ...me, call, create };
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
  const path = `/api/analytics/reports/${report.id}/`;
  const changed = await call(path, 'PUT', {
    title: 'Winter',
    period: 'fixed',
    from_day: '2026-10-01',
    to_day: '2026-11-15',
    blocks: ['top_content'],
  });
  expect(changed.body).toMatchObject({
    title: 'Winter',
    comment: '',
    from_day: '2026-10-01',
    to_day: '2026-11-15',
    blocks: ['top_content'],
  });
  expect((await call('/api/analytics/reports/')).body).toEqual([changed.body]);
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
  const { call, create, id } = await member();
  await create({ recipients: [id] });
  const kinds = async () =>
    ((await call('/api/notifications/')).body.results as { kind: string }[]).map(
      ({ kind }) => kind,
    );
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
