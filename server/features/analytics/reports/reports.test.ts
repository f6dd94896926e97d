import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { monthDayOf, resolveLocal } from '#contract/times.ts';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { runJob } from '../../../testing/run-job.ts';

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
  const zone = 'America/Los_Angeles';
  const { call, create } = await member();
  const { body: workspace } = await call('/api/workspace/');
  await call('/api/workspace/', 'PUT', { ...workspace, time_zone: zone });
  const { body: me } = await call('/api/users/me/');
  const { id } = await create({ recipients: [me.id] });
  const told = async () => (await call('/api/notifications/')).body.results.map(({ kind }) => kind);
  const month = Temporal.Instant.fromEpochMilliseconds(app.clock.now())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toPlainYearMonth();
  /** Runs the job at a time of the first day of a month, so many months from now. */
  const runAt = async (months: number, time: string) => {
    const { instant } = resolveLocal(`${month.add({ months })}-01T${time}`, zone);
    const aheadMs = Date.parse(instant) - app.clock.now();
    await app.clock.later(aheadMs, () => runJob(app, 'reports.tell'));
  };
  const createdAt = (local: string) =>
    app.database.query('update reports set created_at = $2 where id = $1', [
      id,
      resolveLocal(local, zone).instant,
    ]);
  // Not for the month in which it was made.
  await createdAt(`${month}-01T00:00`);
  await runAt(0, '09:00');
  expect(await told()).toEqual([]);
  // In UTC the month has begun.
  await createdAt(
    `${month.add({ months: 1 }).toPlainDate({ day: 1 }).subtract({ days: 1 })}T23:59`,
  );
  await runAt(1, '07:59');
  expect(await told()).toEqual([]);
  await runAt(1, '08:00');
  expect(await told()).toEqual(['report_ready']);
  await runAt(1, '09:00');
  expect(await told()).toEqual(['report_ready']);
  await runAt(2, '08:00');
  expect(await told()).toEqual(['report_ready', 'report_ready']);
});

test('who is named in a report later is told of the next month, in the zone of the workspace', async () => {
  const { call, create } = await member();
  const { body: workspace } = await call('/api/workspace/');
  const { body: me } = await call('/api/users/me/');
  // One of these zones has another day, and on the first of a month another month, than UTC.
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await call('/api/workspace/', 'PUT', { ...workspace, time_zone });
    const { id } = await create();
    await call(`/api/analytics/reports/${id}/` as const, 'PUT', { recipients: [me.id] });
    const { rows } = await app.database.query(
      'select told_for::text as month from reports where id = $1',
      [id],
    );
    expect(rows[0].month).toBe(monthDayOf(new Date(app.clock.now()), time_zone));
  }
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
