import { describe, expect, test } from 'vitest';
import { canonicalZone } from '#contract/zones.ts';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { correctInstants } from './times.ts';

const app = useApp();

describe('a wall time', () => {
  test('is kept with its zone, and the zone is that of the workspace where none is named', async () => {
    const me = await publisherOn(app, practice);
    await me.call('/api/workspace/', 'PUT', { time_zone: 'Europe/Berlin' });
    const local = '2030-07-01T09:00';
    const summer = await me.get(await me.publish((await me.write()).id, { at: { local } }));
    expect([summer.due_at, summer.local_time, summer.zone]).toEqual([
      '2030-07-01T07:00:00Z',
      local,
      'Europe/Berlin',
    ]);
    const elsewhere = { at: { local, zone: 'Asia/Tokyo' } };
    const tokyo = await me.get(await me.publish((await me.write()).id, elsewhere));
    expect(tokyo.due_at).toBe('2030-07-01T00:00:00Z');
  });

  test.each([
    ['that is skipped moves forward', '2030-03-31T02:30', '2030-03-31T01:30:00Z'],
    ['that comes twice means the first', '2030-10-27T02:30', '2030-10-27T00:30:00Z'],
  ])('%s', async (_, local, instant) => {
    const me = await publisherOn(app, practice);
    const at = { local, zone: 'Europe/Berlin' };
    const { due_at } = await me.get(await me.publish((await me.write()).id, { at }));
    expect(due_at).toBe(instant);
  });

  test.each([
    [{ local: '2030-02-31T09:00' }, 'This time does not exist.'],
    [{ local: '2030-01-01T09:00', zone: 'Mars/Olympus' }, 'Expected a time zone'],
    [{ local: '2020-01-01T09:00' }, 'This time has passed.'],
    ['tomorrow', 'Expected an instant'],
  ])('%j is refused', async (at, message) => {
    const me = await publisherOn(app, practice);
    const { id: item } = await me.write();
    const path = `/api/content/items/${item}/publications/`;
    const { status, body } = await me.call(path, 'POST', { channels: [me.channel], at });
    expect([status, JSON.stringify(body).includes(message)]).toEqual([400, true]);
  });

  test('follows the rules of its zone when they change', async () => {
    const me = await publisherOn(app, practice);
    const at = { local: '2030-07-01T09:00', zone: 'Europe/Berlin' };
    const id = await me.publish((await me.write()).id, { at });
    await app.database.query("update publications set due_at = due_at + interval '1 hour'");
    expect(await correctInstants(app.database)).toBeGreaterThan(0);
    expect((await me.get(id)).due_at).toBe('2030-07-01T07:00:00Z');
    expect(await correctInstants(app.database)).toBe(0);
  });

  test('follows them as a draft, too, and its zone gets its present name', async () => {
    const me = await publisherOn(app, practice);
    const { id: item } = await me.write();
    const at = { local: '2030-07-01T09:00', zone: 'Europe/Kyiv' };
    await me.call(`/api/content/items/${item}/time/`, 'PUT', { at });
    const id = await me.publish((await me.write()).id, { at });
    await app.database.query(
      "update draft_times set due_at = due_at + interval '1 hour', zone = 'Europe/Kiev'",
    );
    await app.database.query("update publications set zone = 'europe/kiev' where id = $1", [id]);
    await app.database.query(
      "update workspaces set time_zone = 'Europe/Kiev' from folders where workspace_id = workspaces.id and folders.id = $1",
      [me.folder],
    );
    expect(await correctInstants(app.database)).toBe(3);
    expect((await me.call('/api/workspace/')).body.time_zone).toBe('Europe/Kyiv');
    const { body } = await me.call(`/api/content/items/${item}/time/`);
    expect(body.time).toMatchObject({ due_at: '2030-07-01T06:00:00Z', zone: 'Europe/Kyiv' });
    expect(await me.get(id)).toMatchObject({ due_at: '2030-07-01T06:00:00Z', zone: 'Europe/Kyiv' });
  });

  test.each(['Asia/Calcutta', 'asia/kolkata', 'GB', 'Europe/Kiev'])(
    'has one name of its zone, which the database need not know: %s',
    async (zone) => {
      const me = await publisherOn(app, practice);
      const { body } = await me.call('/api/workspace/', 'PUT', { time_zone: zone });
      expect(body.time_zone).toBe(canonicalZone(zone));
      for (const path of [
        '/api/calendar/outlook/',
        `/api/channels/${me.channel}/queue/`,
        `/api/content/items/content_volume_status/?tz=${encodeURIComponent(zone)}`,
      ])
        expect([path, (await me.call(path)).status]).toEqual([path, 200]);
    },
  );
});

test('a post is checked for every channel, without being scheduled', async () => {
  const me = await publisherOn(app, practice);
  const other = await me.call('/api/channels/', 'POST', { network: 'practice' });
  const at = { local: '2030-01-01T09:00', zone: 'UTC' };
  await me.publish((await me.write()).id, { at });
  const item = await me.thread(['Fine', 'x'.repeat(512)]);
  const path = `/api/content/items/${item}/publications/check/`;
  const { status, body } = await me.call(path, 'POST', { at });
  const long = {
    level: 'error',
    text: 'Part 2 is 12 characters over the limit for Practice',
    part: 1,
    mend: { label: 'Customise for Practice', network: 'practice' },
  };
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      channel: me.channel,
      parts: 2,
      is_customised: false,
      longest: 512,
      limit: 500,
      kinds: [],
      price: null,
      spent: 0,
      due_at: '2030-01-01T09:00:00Z',
      ending: null,
      findings: [
        long,
        {
          level: 'warning',
          text: 'Another post of this channel is due at 09:00',
          mend: { label: 'Move this one to 09:30', at: '2030-01-01T09:30' },
        },
      ],
    },
    {
      channel: other.body.id,
      parts: 2,
      is_customised: false,
      longest: 512,
      limit: 500,
      kinds: [],
      price: null,
      spent: 0,
      due_at: '2030-01-01T09:00:00Z',
      ending: null,
      findings: [long],
    },
  ]);
});

test('several posts are scheduled at once, and what is refused is named', async () => {
  const me = await publisherOn(app, practice);
  const items = [(await me.write()).id, (await me.write({ content: 'x'.repeat(501) })).id];
  const at = { local: '2030-01-01T09:00', zone: 'UTC' };
  const body = { items, channels: [me.channel], at, every: 30 };
  const headers = { 'idempotency-key': 'bulk' };
  const { status, body: done } = await me.call('/api/publications/', 'POST', body, headers);
  expect(status).toBe(201);
  expect(done.publications).toMatchObject([{ item: items[0], due_at: '2030-01-01T09:00:00Z' }]);
  expect(done.refused.map((entry: { item: number }) => entry.item)).toEqual([items[1]]);
  const again = await me.call('/api/publications/', 'POST', body, headers);
  expect(again.body.publications.map((publication: { id: number }) => publication.id)).toEqual([
    done.publications[0].id,
  ]);
  const unknown = await me.call('/api/publications/', 'POST', { ...body, items: [999_999] });
  expect([unknown.status, unknown.body.items]).toEqual([404, ['There is no item 999999.']]);
  const many = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const refused = await me.call('/api/publications/', 'POST', { ...body, items: many });
  expect([refused.status, refused.body.items]).toEqual([400, ['Expected at most 200 posts.']]);
});

test('another version than the one that was read is not published', async () => {
  const me = await publisherOn(app, practice);
  const { id: item, version } = await me.write({ content: 'Read' });
  await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Slipped in' });
  const path = `/api/content/items/${item}/publications/` as const;
  const { status } = await me.call(path, 'POST', { channels: [me.channel], version });
  expect(status).toBe(409);
});

test('a time that is too far away is refused', async () => {
  const me = await publisherOn(app, practice);
  const { id: item } = await me.write();
  const path = `/api/content/items/${item}/publications/` as const;
  for (const at of ['9999-12-31T23:59:59-14:00', { local: '2040-01-01T09:00', zone: 'UTC' }]) {
    const { status, body } = await me.call(path, 'POST', { channels: [me.channel], at });
    expect([status, body.at]).toEqual([400, ['Expected a time within the next five years.']]);
  }
});
