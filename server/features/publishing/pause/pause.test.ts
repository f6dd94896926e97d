import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { spawnCommand } from '../../../testing/command.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

/** A member with a practice channel, who pauses and resumes. */
async function pausing() {
  const me = await publisherOn(app, practice);
  const write = async (content: string) => (await me.write({ content })).id;
  const schedule = async (content: string, at: string | null) =>
    me.publish(await write(content), { at });
  const pause = (reason = 'Flood in Valencia, we wait.', ends_at: string | null = null) =>
    me.call('/api/pause/', 'PUT', { reason, ends_at });
  const state = async () => (await me.call('/api/pause/')).body;
  const preview = async (query = '') =>
    (await me.call(`/api/pause/preview/${query}` as '/api/pause/preview/')).body;
  const held = async () => (await me.call('/api/pause/held/')).body;
  const resume = (...decisions: object[]) => me.call('/api/pause/resume/', 'POST', { decisions });
  return { ...me, schedule, pause, state, preview, held, resume };
}

/** As if this time were that of a publication, or of the end of its pause. */
const setDue = (id: number, minutes: number) =>
  app.database.query(
    `update publications set due_at = now() + make_interval(mins => $2),
      next_attempt_at = now() + make_interval(mins => $2) where id = $1`,
    [id, minutes],
  );
const setEnd = (workspace: number, minutes: number) =>
  app.database.query(
    'update pauses set ends_at = now() + make_interval(mins => $2) where workspace_id = $1',
    [workspace, minutes],
  );

const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('a pause holds what is due, and nothing is lost: each is sent, moved or left as decided', async () => {
  const me = await pausing();
  const { workspace } = await colleague(app, me.folder, 'viewer');
  const { body: paused } = await me.pause();
  expect(paused.pause).toMatchObject({
    reason: 'Flood in Valencia, we wait.',
    paused_by: { name: 'Ada Byron' },
    ends_at: null,
    is_active: true,
    held: 0,
  });
  const now = await me.schedule('Sent at once', null);
  const moved = await me.schedule('Moved', null);
  const left = await me.schedule('See you tonight', null);
  const later = await me.schedule('Later', ahead(48));
  // Others publish meanwhile: the worker has been there.
  const other = await pausing();
  await other.until(await other.schedule('Elsewhere', null), 'published');
  await setDue(left, -2000);
  const held = await me.held();
  expect(held.map(({ publication, names_day: day }) => [publication.id, day])).toEqual([
    [left, 'tonight'],
    [now, null],
    [moved, null],
  ]);
  expect(held[0]?.next).toMatchObject({ slot: false });
  expect(Date.parse(held[0]?.next.at ?? '')).toBeGreaterThan(Date.now());
  expect(await me.state()).toMatchObject({ pause: { held: 3 } });
  expect(await me.preview()).toMatchObject({ due: 4, sending: 0, channels: 1 });
  for (const id of [now, moved, left])
    expect(await me.get(id)).toMatchObject({ state: 'scheduled', held: true });
  expect(await me.get(later)).toMatchObject({ held: false });

  const at = ahead(24);
  const resumed = await me.resume(
    { publication: now, do: 'now' },
    { publication: moved, do: 'move', at },
    { publication: left, do: 'leave' },
  );
  expect(resumed.body).toEqual({ pause: null, stays: [] });
  await me.until(now, 'published');
  expect(await me.get(moved)).toMatchObject({ state: 'scheduled', held: false });
  expect(Date.parse((await me.get(moved)).due_at)).toBe(Date.parse(at));
  expect(await me.get(left)).toMatchObject({ state: 'cancelled' });
  expect(await me.get(later)).toMatchObject({ state: 'scheduled', held: false });
  const { rows } = await app.database.query(
    "select action, changes -> 'reason' as reason from audit_log where workspace_id = $1 and action like '%_publishing' order by id",
    [workspace],
  );
  expect(rows).toEqual([
    { action: 'pause_publishing', reason: { before: null, after: 'Flood in Valencia, we wait.' } },
    { action: 'resume_publishing', reason: { before: 'Flood in Valencia, we wait.', after: null } },
  ]);
});

test('after its end publishing goes on, and what was due in between waits for a decision', async () => {
  const me = await pausing();
  const { workspace } = await colleague(app, me.folder, 'viewer');
  expect((await me.pause('Mourning', ahead(-1))).body).toMatchObject({
    ends_at: ['This time has passed.'],
  });
  expect((await me.pause('Mourning', ahead(1))).status).toBe(200);
  const id = await me.schedule('Due within the pause', null);
  expect(await me.preview(`?until=${ahead(2)}`)).toMatchObject({ due: 1 });
  expect(await me.state()).toMatchObject({ pause: { held: 1 } });
  await setDue(id, -10);
  await setEnd(workspace, -5);
  await me.until(await me.schedule('Afterwards', null), 'published');
  expect(await me.state()).toMatchObject({ pause: { is_active: false, held: 1 } });
  expect(await me.get(id)).toMatchObject({ state: 'scheduled', held: true });
  expect((await me.resume({ publication: id, do: 'now' })).body.pause).toBeNull();
  await me.until(id, 'published');
});

test('a second person is told who has resumed, and what was decided stays', async () => {
  const me = await pausing();
  const { body: first } = await me.pause();
  const id = await me.schedule('Held', null);
  const other = await colleague(app, me.folder, 'approver');
  await me.resume({ publication: id, do: 'leave' });
  const again = (decisions: object[], paused_at = first.pause?.paused_at) =>
    other.call('/api/pause/resume/', 'POST', { decisions, paused_at });
  const second = await again([{ publication: id, do: 'now' }]);
  expect([second.status, second.body.detail]).toEqual([409, 'Ada Byron has resumed already.']);
  expect(await me.get(id)).toMatchObject({ state: 'cancelled' });
  expect((await again([])).status).toBe(409);
  expect((await me.resume({ publication: id, do: 'now' })).body.detail).toBe(
    'No longer held: ‘Held’ (Practice). Look at the rest again.',
  );
  // A pause that nobody has seen is not ended.
  await me.pause('Another reason');
  const unseen = await again([]);
  expect([unseen.status, unseen.body.detail]).toEqual([
    409,
    'Publishing was paused anew meanwhile, for another reason.',
  ]);
  expect((await me.state()).pause?.is_active).toBe(true);
});

test('what was begun and is nowhere yet is held when somebody tries it again', async () => {
  const me = await pausing();
  await me.call(`/api/practice/${me.channel}/`, 'PUT', { fault: 'operator', times: 1 });
  const id = await me.schedule('Stopped before it was out', null);
  await me.until(id, 'stopped');
  await me.pause();
  const retried = await me.call(`/api/publications/${id}/retry/`, 'POST', {});
  expect([retried.status, retried.body]).toMatchObject([200, { held: true }]);
  const other = await pausing();
  await other.until(await other.schedule('Elsewhere', null), 'published');
  expect(await me.get(id)).toMatchObject({ held: true, sent: 0 });
  expect((await me.resume({ publication: id, do: 'now' })).status).toBe(200);
  await me.until(id, 'published');
});

test('what is being sent when a pause begins is finished, and what follows is held', async () => {
  const me = await pausing();
  const first = await me.publish(await me.thread(['One', 'Two', 'Three']), { at: null });
  await me.until(first, 'published');
  await app.database.query(
    `update publications set state = 'publishing', published_at = null, next_attempt_at = now()
     where id = $1`,
    [first],
  );
  await me.pause();
  await me.until(first, 'published');
  const warned = await me.call(
    `/api/content/items/${await me.thread(['A', 'B'])}/publications/check/`,
    'POST',
    {},
  );
  expect(warned.body[0].findings).toContainEqual({
    level: 'warning',
    text: 'All publishing is paused: this is held until someone resumes.',
  });
});

test('only who may publish pauses and resumes, and bad input says what is expected', async () => {
  const me = await pausing();
  const editor = await colleague(app, me.folder, 'editor');
  expect((await editor.call('/api/pause/', 'PUT', { reason: 'No' })).status).toBe(403);
  expect((await editor.call('/api/pause/resume/', 'POST', { decisions: [] })).status).toBe(403);
  expect((await editor.call('/api/pause/')).status).toBe(200);
  expect((await me.pause('  ')).body).toMatchObject({ reason: ['Reason is required'] });
  await me.pause();
  const id = await me.schedule('Held', null);
  const missing = await me.resume({ publication: id, do: 'move' });
  expect([missing.status, missing.body]).toMatchObject([
    400,
    { decisions: ['A time is missing.'] },
  ]);
  const past = await me.resume({ publication: id, do: 'move', at: ahead(-5) });
  expect(past.status).toBe(400);
  // All or nothing.
  expect(await me.state()).toMatchObject({ pause: { is_active: true, held: 1 } });
});

test('the operator pauses all workspaces at once', async () => {
  const [me, other] = [await pausing(), await pausing()];
  await other.pause('A reason of their own');
  const environment = { DATABASE_URL: app.databaseUrl };
  const command = await spawnCommand('server/commands/pause.ts', ['The', 'network'], environment);
  expect([command.code, command.output]).toEqual([
    0,
    expect.stringMatching(/^All publishing is paused in \d+ workspaces?\./),
  ]);
  expect((await me.state()).pause).toMatchObject({ reason: 'The network', paused_by: null });
  expect((await other.state()).pause?.reason).toBe('A reason of their own');
  const silent = await spawnCommand('server/commands/pause.ts', [], environment);
  expect([silent.code, silent.output]).toEqual([2, expect.stringContaining('Say why')]);
});
