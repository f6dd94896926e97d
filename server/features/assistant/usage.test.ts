import { expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../testing/app.ts';
import { extend, getUsage, reserve, settle } from './usage.ts';

const app = useApp();

test('a run counts for the day on which it was granted, also where midnight passes before its end', async () => {
  const me = await writer(app);
  await app.put('/api/settings/assistant/limits/', { day: 1000, month: 2500 }, me.token);
  const { id: userId, workspace: workspaceId } = await colleague(app, me.folder, 'editor');
  const member = {
    workspaceId,
    userId,
    role: 'editor',
    ip: '127.0.0.1',
    by: 'request',
    tab: '',
  } as const;
  const at = (instant: string) => ({
    database: app.database,
    clock: { now: () => Date.parse(instant) },
    live: { announce: () => {} },
  });
  const told = { action: 'improve', model: 'm', item: null };
  // The last second of a month.
  const [before, after] = [at('2026-11-30T23:59:59Z'), at('2026-12-01T00:00:00Z')];
  const first = await reserve(before, member, 900, 60_000);
  await expect(reserve(before, member, 200, 60_000)).rejects.toMatchObject({ kind: 'day_limit' });
  // From midnight on there is more for another run, and not for a second question of this one.
  const second = await reserve(after, member, 1000, 60_000);
  expect(await extend(after, member, first, 101)).toBe(false);
  expect(await extend(after, member, first, 100)).toBe(true);
  await settle(after, member, second, { ...told, tokens: 300 });
  await settle(after, member, first, { ...told, tokens: 950 });
  expect(await getUsage(before, member)).toMatchObject({
    day: { used: 950, resets_at: '2026-12-01T00:00:00Z' },
  });
  expect(await getUsage(after, member)).toMatchObject({
    day: { used: 300, resets_at: '2026-12-02T00:00:00Z' },
    month: { used: 300, resets_at: '2027-01-01T00:00:00Z' },
  });
  await expect(reserve(after, member, 701, 60_000)).rejects.toMatchObject({ kind: 'day_limit' });
});
