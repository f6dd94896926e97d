import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** Where templates propose their posts for. */

const app = useApp();
const PATTERN = { name: 'A pattern', items: [{ content: 'A' }] };

test('a template names channels and options, and can be used once its channel is gone', async () => {
  const me = await publisherOn(app, practice);
  const places = { channels: [me.channel], options: { x: { reply_settings: '' } } };
  const refused = await me.call('/api/templates/', 'POST', {
    ...PATTERN,
    options: { x: { no_such_option: 'yes' } },
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('There is no option'),
  ]);
  const { status, body } = await me.call('/api/templates/', 'POST', {
    ...PATTERN,
    ...{ folder: me.folder, channels: [...places.channels, ...places.channels] },
  });
  expect([status, body.channels, body.channel_set]).toEqual([201, [me.channel], null]);
  await me.call(`/api/channels/${me.channel}/`, 'DELETE');
  const { body: later } = await me.call(`/api/templates/${body.id}/`);
  expect(later.channels).toEqual([me.channel]);
  const used = await me.call(`/api/templates/${body.id}/use/`, 'POST', {});
  expect(used.status).toBe(201);
  const saved = await me.call(`/api/templates/${body.id}/`, 'PUT', {
    ...PATTERN,
    channels: later.channels,
  });
  expect(saved.status).toBe(200);
});

test('with a set it has no channels of its own, and none where the set was deleted', async () => {
  const me = await publisherOn(app, practice);
  const named = { name: 'Short', channels: [me.channel] };
  const { body: set } = await me.call('/api/channel-sets/', 'POST', named);
  const { body } = await me.call('/api/templates/', 'POST', {
    ...PATTERN,
    ...{ channel_set: set.id, channels: [me.channel] },
  });
  expect(body).toMatchObject({ channel_set: set.id, channels: [] });
  await me.call(`/api/channel-sets/${set.id}/`, 'DELETE');
  expect((await me.call(`/api/templates/${body.id}/`)).body.channel_set).toBe(null);
});

test('channels and sets of another workspace are not there', async () => {
  const [me, other] = [await publisherOn(app, practice), await publisherOn(app, practice)];
  const { body: set } = await other.call('/api/channel-sets/', 'POST', {
    ...{ name: 'Theirs', channels: [other.channel] },
  });
  for (const places of [{ channels: [other.channel] }, { channel_set: set.id }])
    expect((await me.call('/api/templates/', 'POST', { ...PATTERN, ...places })).status).toBe(404);
});
