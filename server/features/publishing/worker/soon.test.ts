import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { checkSoon } from './soon.ts';

const app = useApp();

test('an hour before its time a post is checked once more', async () => {
  const me = await publisherOn(app, practice);
  const [soon, fine] = [await me.write({ content: 'Soon' }), await me.write({ content: 'Fine' })];
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const id = await me.publish(soon.id, { at: inMinutes(70) });
  await me.publish(fine.id, { at: inMinutes(40) });
  await me.call(`/api/content/items/${soon.id}/`, 'PUT', { content: 'x'.repeat(501) });
  const context = {
    database: app.database,
    live: { announce: () => {} },
    log: app.log,
    config: { linksUrl: undefined, origin: app.base },
  };
  expect(await checkSoon(context)).toBe(0);
  const move = (minutes: number) =>
    me.call(`/api/publications/${id}/`, 'PUT', { at: inMinutes(minutes) });
  await move(50);
  expect(await checkSoon(context)).toBe(1);
  expect(await checkSoon(context)).toBe(0);
  await move(40);
  expect(await checkSoon(context)).toBe(1);
  const { results } = (await me.call('/api/notifications/')).body;
  expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(
    Array(2).fill('publishing_at_risk'),
  );
  expect(results[0].text).toMatch(/^'x+…?' is due soon and can’t be published as it is$/);
});
