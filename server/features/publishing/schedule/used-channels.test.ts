import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

test('the channels of a folder are listed, the one that was used last first', async () => {
  const me = await publisherOn(app, practice);
  const connect = async () =>
    (await me.call('/api/channels/', 'POST', { network: 'practice' })).body.id as number;
  const [second, third] = [await connect(), await connect()];
  const { body: elsewhere } = await me.call('/api/content/folders/', 'POST', { name: 'Elsewhere' });
  const at = { local: '2030-01-01T09:00', zone: 'UTC' };
  const { id: first } = await me.write();
  await me.publish(first, { at, channels: [me.channel] });
  await me.publish((await me.write()).id, { at, channels: [me.channel, second] });
  await me.publish((await me.write({ folder: elsewhere.id })).id, { at, channels: [third] });
  const used = async (item: number) =>
    (await me.call(`/api/content/items/${item}/publications/used-channels/`)).body;

  expect(await used((await me.write()).id)).toEqual([
    { channel: second, is_latest: true },
    { channel: me.channel, is_latest: true },
  ]);
  // What is cancelled does not count, nor what the post itself has.
  const { id: last } = await me.write();
  const cancelled = await me.publish(last, { at, channels: [second] });
  await me.call(`/api/publications/${cancelled}/`, 'DELETE');
  await me.publish(last, { at, channels: [me.channel] });
  expect(await used((await me.write()).id)).toEqual([
    { channel: me.channel, is_latest: true },
    { channel: second, is_latest: false },
  ]);
  expect(await used(last)).toEqual([
    { channel: second, is_latest: true },
    { channel: me.channel, is_latest: true },
  ]);
});
