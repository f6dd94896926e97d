import { expect, test } from 'vitest';
import { useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { useReceiver } from '../../../testing/webhook-receiver.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
const { addTo, answers, hurry, settle } = useReceiver(app);

/** A member with two folders, and an endpoint limited to each. */
async function ofTwoFolders(events: Parameters<typeof addTo>[1]) {
  const me = await writer(app);
  const { body: other } = await app.post('/api/content/folders/', { name: 'Other' }, me.token);
  return {
    ...me,
    other: other.id,
    here: await addTo(me, events, { folders: [me.folder] }),
    there: await addTo(me, events, { folders: [other.id] }),
  };
}

test('a post that has left a folder when its change is read is an id there, and whole where it came to', async () => {
  const { token, write, other, here, there } = await ofTwoFolders(['post.updated']);
  const item = await write({ content: 'Public' });
  const one = `/api/content/items/${item.id}/` as const;
  await app.put(one, { content: 'Public!' }, token);
  await app.put(one, { folder: other }, token);
  await app.put(one, { content: 'Merger with Acme' }, token);
  await settle();
  await eventually(() => {
    expect(here.events()).toMatchObject([{ data: { id: item.id, gone: true } }]);
    expect(there.events()).toMatchObject([{ data: { content: 'Merger with Acme' } }]);
  });
  expect(here.mine()[0]?.body).not.toContain('Merger');
  const { body: list } = await eventually(async () => {
    const response = await app.get(here.deliveries, token);
    expect(response.body.results).toMatchObject([{ state: 'accepted', title: '' }]);
    return response;
  });
  const { body: details } = await app.get(
    `/api/webhooks/deliveries/${list.results[0]?.id}/` as '/api/webhooks/deliveries/:id/',
    token,
  );
  expect(details.body).toBe(here.mine()[0]?.body);
});

test('an endpoint that was added meanwhile is told of the next change within the same ten seconds', async () => {
  const me = await writer(app);
  const first = await addTo(me, ['post.updated']);
  const item = await me.write({ content: 'One' });
  const one = `/api/content/items/${item.id}/` as const;
  await app.put(one, { content: 'Two' }, me.token);
  const second = await addTo(me, ['post.updated']);
  await app.put(one, { content: 'Three' }, me.token);
  await settle();
  await eventually(() => {
    expect(first.events()).toMatchObject([{ data: { content: 'Three' } }]);
    expect(second.events()).toMatchObject([{ data: { content: 'Three' } }]);
  });
});

test('whatever is read late says nothing of a folder that the endpoint is not told of', async () => {
  const { token, write, folder, other, here, there } = await ofTwoFolders([
    'post.created',
    'post.deleted',
    'comment.created',
    'media.created',
    'publication.scheduled',
    'rule.told',
  ]);
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, token);
  const { id: item } = await write({ content: 'Secret', folder: other });
  const { body: comment } = await app.post(
    `/api/content/items/${item}/comments/`,
    { text: 'Secret' },
    token,
  );
  const { body: publications } = await app.post(
    `/api/content/items/${item}/publications/`,
    { channels: [channel.id], at: new Date(Date.now() + 86_400_000).toISOString() },
    token,
  );
  const workspace = await workspaceOf(app, folder);
  const { rows: files } = await app.database.query(
    `with blob as (
       insert into media_blobs (hash, type, size) values (sha256('secret'), 'image/jpeg', 4) returning hash)
     insert into media_files (workspace_id, folder_id, name, hash, source_hash)
     select $1, $2, 'Secret.jpg', hash, hash from blob returning id`,
    [workspace, other],
  );
  await eventually(() => expect(there.mine()).toHaveLength(4));
  const about = {
    'post.created': { item },
    'comment.created': { comment: comment.id },
    'publication.scheduled': { publication: publications[0]?.id },
    'media.created': { file: files[0]?.id },
    'rule.told': { rule: 1, name: 'A rule', text: 'A text', item },
    // What was known then.
    'post.deleted': { post: 1, item, folder, title: 'A title' },
  };
  // As where nobody read what happened in a folder, until it had moved.
  for (const [type, subject] of Object.entries(about))
    await app.database.query(
      `with event as (
         insert into webhook_events (workspace_id, type, subject_id, about, due_at)
         values ($1, $2, 1, $3, now()) returning id)
       insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at)
       select $1, $4, id, 'infinity' from event`,
      [workspace, type, subject, here.webhook.id],
    );
  await eventually(() => expect(here.mine()).toHaveLength(6));
  expect(JSON.stringify(here.mine().map(({ body }) => body))).not.toContain('Secret');
  const told = Object.fromEntries(here.events().map(({ type, data }) => [type, data]));
  expect(told['comment.created']).toEqual({ id: comment.id, gone: true });
  expect(told['post.deleted']).toEqual({ id: item, folder, title: 'A title' });
});

test('limits that a person sets count for what already waits, and for what is sent again', async () => {
  const { token, write, folder } = await writer(app);
  const { body: other } = await app.post('/api/content/folders/', { name: 'Other' }, token);
  const hook = await addTo({ token }, ['post.created']);
  answers[hook.path] = (response) => response.writeHead(500).end();
  const { id } = await write({ content: 'Merger', folder: other.id });
  await eventually(() => expect(hook.mine()).toHaveLength(1));
  delete answers[hook.path];
  const fields = { name: 'Limited', url: hook.webhook.url, events: ['post.created'] };
  await app.put(hook.one, { ...fields, folders: [folder] }, token);
  await hurry();
  await eventually(() => expect(hook.mine()).toHaveLength(2));
  const shown = async () => {
    const { body } = await app.get(hook.deliveries, token);
    const one =
      `/api/webhooks/deliveries/${body.results[0]?.id}/` as '/api/webhooks/deliveries/:id/';
    return { one, details: (await app.get(one, token)).body };
  };
  expect(hook.events()[1]?.data).toEqual({ id, gone: true });
  const { one, details } = await eventually(async () => {
    const found = await shown();
    expect(found.details.state).toBe('accepted');
    return found;
  });
  expect(details.body).toBe(hook.mine()[1]?.body);
  await app.post(`${one}again/` as '/api/webhooks/deliveries/:id/again/', {}, token);
  await eventually(() => expect(hook.mine()).toHaveLength(3));
  expect(hook.events()[2]?.data).toEqual({ id, gone: true });
  // All folders again.
  await app.put(hook.one, fields, token);
  await app.post(`${one}again/` as '/api/webhooks/deliveries/:id/again/', {}, token);
  await eventually(() => expect(hook.mine()).toHaveLength(4));
  expect(hook.events()[3]?.data).toMatchObject({ content: 'Merger' });
});

test('an endpoint whose folder was deleted is saved as it is read', async () => {
  const { token, other, here, there } = await ofTwoFolders(['post.created']);
  await app.delete(`/api/content/folders/${other}/`, token);
  const { body } = await app.get(there.one, token);
  const { name, url, events, folders } = body;
  expect((await app.put(there.one, { name, url, events, folders }, token)).status).toBe(200);
  // Another one cannot choose it.
  expect((await app.put(here.one, { name, url, events, folders }, token)).status).toBe(404);
});
