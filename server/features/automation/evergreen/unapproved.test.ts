import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { runJob } from '../../../testing/run-job.ts';

const app = useApp();

test('A copy of a post that was published unapproved is sent with what it was sent with', async () => {
  const me = await publisherOn(app, practice);
  const editor = await colleague(app, me.folder, 'editor');
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const given = { name: 'Short', channels: [me.channel] };
  const { body: set } = await me.call('/api/channel-sets/', 'POST', given);
  const { body: item } = await editor.call('/api/content/items/', 'POST', {
    ...{ folder: me.folder, content: 'Words of {{author}}' },
  });
  await me.until(await me.publish(item.id), 'published');
  const [first] = await me.posts();
  // It was 30 days ago.
  await app.database.query(
    `update publications set due_at = due_at - interval '30 days',
       published_at = published_at - interval '30 days' where channel_id = $1`,
    [me.channel],
  );
  await editor.call('/api/users/me/', 'PUT', { name: 'A name that nobody has seen' });
  const ending = { name: 'Others', kind: 'text', text: 'Others' };
  const { body: snippet } = await editor.call('/api/snippets/', 'POST', ending);
  const channels = { channels: [me.channel] };
  await editor.call(`/api/snippets/${snippet.id}/channels/`, 'PUT', channels);
  const saved = await me.call(`/api/content/folders/${me.folder}/evergreen/`, 'PUT', {
    ...{ channel_set: set.id, gap_days: 7, max_uses: 6, without_asking: true },
    ...{ season_from: null, season_to: null, ends_on: null },
  });
  expect(saved.status).toBe(200);
  await runJob(app, 'evergreen.fill');
  const { rows } = await app.database.query(
    `update publications set due_at = now(), next_attempt_at = now()
     where channel_id = $1 and state = 'scheduled' returning id`,
    [me.channel],
  );
  expect(rows).toHaveLength(1);
  await me.until(Number(rows[0].id), 'published');
  const [, copy] = await me.posts();
  expect(copy?.content).toBe(first?.content);
});
