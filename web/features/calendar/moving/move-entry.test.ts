import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keys, queryClient } from '#web/api/query.ts';
import { moveEntry, planDraft } from '#web/features/calendar/entries/calendar-queries.ts';
import { entriesOf } from '#web/features/calendar/entries/entries.ts';
import { entryOf } from '#web/testing/samples.ts';
import { stubServer } from '#web/testing/server.ts';
import { useToast } from '#web/ui/overlays/toast.ts';

const server = stubServer();
const MOVE = 'POST /api/publications/move/';
const TIME = 'PUT /api/content/items/1/time/';
const MOVED = '2026-11-25T09:00:00Z';
const shown = () => useToast.getState().toast;
const CACHED = keys.calendarOf({});

function one(...given: Parameters<typeof entryOf>[0][]) {
  const members = given.map(entryOf);
  queryClient.setQueryData(CACHED, { entries: members, is_cut: false, notes: [] });
  const [entry] = entriesOf(members, 'UTC');
  if (!entry) throw new Error('no entry');
  return entry;
}
const toNextDay = { local: '2026-11-25T09:00', zone: 'UTC' };

beforeEach(() => queryClient.clear());
afterEach(() => useToast.setState({ toast: null }));

describe('an entry that is moved', () => {
  test('says its former time, and all publications of it move together', async () => {
    server.answers.set(MOVE, { body: [{ due_at: MOVED }] });
    const entry = one({ publication: 1 }, { publication: 2, channels: [2] });
    expect(await moveEntry(entry, toNextDay, 'UTC')).toBe(true);
    const [first] = entry.members;
    expect(server.requests[0]?.body).toEqual({
      moves: [1, 2].map((publication) => ({ publication, at: toNextDay, seen: first?.due_at })),
    });
    expect(shown()).toMatchObject({ title: 'Success', description: 'Moved to Wed 25 Nov, 09:00' });
  });

  test('is there at once, before the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
    server.answers.set(MOVE, () => promise);
    const done = moveEntry(one({}), toNextDay, 'UTC');
    const due = () =>
      queryClient.getQueryData<{ entries: { due_at: string }[] }>(CACHED)?.entries[0]?.due_at;
    await expect.poll(due).toBe(MOVED);
    resolve({ body: [{ due_at: MOVED }] });
    expect(await done).toBe(true);
  });

  test('keeps the zone that it has, at the time that was chosen in another', async () => {
    server.answers.set(MOVE, { body: [{ due_at: MOVED }] });
    const entry = one({ local_time: '2026-11-24T10:00', zone: 'Europe/Berlin' });
    await moveEntry(entry, toNextDay, 'UTC');
    expect(server.requests[0]?.body).toMatchObject({
      moves: [{ at: { local: '2026-11-25T10:00', zone: 'Europe/Berlin' } }],
    });
  });

  test('takes a slot without a zone', async () => {
    server.answers.set(MOVE, { body: [{ due_at: MOVED }] });
    await moveEntry(one({}), { ...toNextDay, slot: true }, 'UTC');
    expect(server.requests[0]?.body).toMatchObject({
      moves: [{ at: { local: '2026-11-25T09:00', slot: true } }],
    });
  });

  test('is moved alone where only some of its publications are meant', async () => {
    server.answers.set(MOVE, { body: [{ due_at: MOVED }] });
    await moveEntry(one({ publication: 1 }, { publication: 2 }), 'queue', 'UTC', new Set([2]));
    expect(server.requests[0]?.body).toMatchObject({ moves: [{ publication: 2, at: 'queue' }] });
  });

  test('goes back to the time, the zone and the slot that it had', async () => {
    server.answers.set(MOVE, { body: [{ due_at: MOVED }] });
    await moveEntry(
      one(
        { publication: 1, local_time: '2026-11-24T09:00', zone: 'UTC', queued: true },
        { publication: 2, local_time: '2026-11-24T09:00', zone: 'UTC' },
        { publication: 3 },
      ),
      toNextDay,
      'UTC',
    );
    shown()?.action?.run();
    await expect.poll(() => server.requests.length).toBe(2);
    expect(server.requests[1]?.body).toEqual({
      moves: [
        { publication: 1, at: { local: '2026-11-24T09:00', slot: true }, seen: MOVED },
        { publication: 2, at: { local: '2026-11-24T09:00', zone: 'UTC' }, seen: MOVED },
        { publication: 3, at: '2026-11-24T09:00:00.000Z', seen: MOVED },
      ],
    });
  });

  test('and does not come back says that', async () => {
    server.answers.set(MOVE, { body: [{ due_at: MOVED }] });
    await moveEntry(one({}), toNextDay, 'UTC');
    server.answers.delete(MOVE);
    shown()?.action?.run();
    await expect.poll(() => shown()?.description).toBe('Failed to move it back');
  });

  test('by somebody else says so, and is not moved', async () => {
    const detail = 'Ada moved this post in the meantime.';
    const current = { due_at: MOVED };
    server.answers.set(MOVE, { status: 409, body: { code: 'stale', detail, current } });
    expect(await moveEntry(one({}), toNextDay, 'UTC')).toBe(false);
    expect(shown()).toMatchObject({ title: 'Moved by someone else', description: detail });
  });

  test('and may be published already says what to do, without a word for programs', async () => {
    const detail = 'It may be at the network: look there first, and say so (sent: false).';
    server.answers.set(MOVE, { status: 409, body: { code: 'look_first', detail } });
    expect(await moveEntry(one({}), toNextDay, 'UTC')).toBe(false);
    expect(shown()).toMatchObject({
      title: 'Is it published?',
      description: expect.stringMatching(/Look at its account first, then open Needs attention/),
    });
  });

  test('and is published meanwhile is not said to be moved', async () => {
    const detail = 'A publication that is published can’t be moved.';
    server.answers.set(MOVE, { status: 409, body: { code: 'stale', detail } });
    expect(await moveEntry(one({}), toNextDay, 'UTC')).toBe(false);
    expect(shown()).toMatchObject({ title: 'Error', description: detail });
  });

  test('and is refused says why', async () => {
    const body = { code: 'invalid', detail: 'x', moves: ['The time has passed.'] };
    server.answers.set(MOVE, { status: 400, body });
    expect(await moveEntry(one({}), toNextDay, 'UTC')).toBe(false);
    expect(shown()).toMatchObject({ title: 'Error', description: 'The time has passed.' });
  });

  test('without a server says that nothing was changed', async () => {
    expect(await moveEntry(one({}), toNextDay, 'UTC')).toBe(false);
    expect(shown()?.description).toBe('That didn’t work. Nothing was changed.');
  });

  test('is a draft: its time is another one', async () => {
    server.answers.set(TIME, { body: { due_at: MOVED } });
    const draft = one({ publication: null, state: 'draft', zone: 'UTC' });
    expect(await moveEntry(draft, toNextDay, 'UTC')).toBe(true);
    expect(server.requests[0]?.body).toEqual({ at: toNextDay, seen: '2026-11-24T09:00:00.000Z' });
  });
});

describe('a draft that is planned', () => {
  test('says when, and loses its time by Undo', async () => {
    server.answers.set(TIME, { body: { due_at: MOVED, zone: 'UTC' } });
    server.answers.set('DELETE /api/content/items/1/time/', { status: 204 });
    await planDraft(1, { local: '2026-11-25T09:00' });
    expect(shown()?.description).toBe('Planned for Wed 25 Nov, 09:00');
    shown()?.action?.run();
    await expect.poll(() => server.names().at(-1)).toBe('DELETE /api/content/items/1/time/');
  });
  test('says that it failed where the server was not reached', async () => {
    await planDraft(1, { local: '2026-11-25T09:00' });
    expect(shown()).toMatchObject({ title: 'Error', description: 'Failed to plan the draft' });
  });
  test('says why not', async () => {
    server.answers.set(TIME, { status: 400, body: { detail: 'It has passed.', code: 'invalid' } });
    await planDraft(1, { local: '2026-11-25T09:00' });
    expect(shown()).toMatchObject({ description: 'It has passed.', variant: 'destructive' });
  });
});
