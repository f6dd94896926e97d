import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { rulesOf } from '../../../testing/rules.ts';
import { runJob } from '../../../testing/run-job.ts';

/** Rules that people run by hand, or let go on: with no more rights than they have. */

const app = useApp({ RATE_LIMIT_FACTOR: '50' });

async function someone() {
  const me = await publisherOn(app, practice);
  const editor = await colleague(app, me.folder, 'editor');
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const set = { name: 'Short', channels: [me.channel] };
  const { id } = (await me.call('/api/channel-sets/', 'POST', set)).body;
  const states = async () =>
    (
      await app.database.query<{ state: string }>(
        'select state from publications where channel_id = $1 order by id',
        [me.channel],
      )
    ).rows.map(({ state }) => state);
  return { ...me, ...rulesOf(app, me.token), editor, set: id as number, states };
}

test('An editor lets a waiting reply go on as a proposal', async () => {
  const me = await someone();
  const text = { name: 'Shop', kind: 'text', text: 'All of it' };
  const { body: snippet } = await me.call('/api/snippets/', 'POST', text);
  const rule = (unasked: boolean) => ({
    ...{ name: 'After', trigger: { kind: 'publication', became: 'published' } },
    ...{ first_run_waits: true },
    actions: [{ kind: 'reply', snippet: snippet.id, hours: 1, unasked }],
  });
  const { id } = await me.on(rule(true));
  const publication = await me.publish(await me.thread(['Our market opens']));
  await me.until(publication, 'published');
  await runJob(app, 'rules.run');
  const [run] = (await me.call('/api/rule-runs/')).body.results;
  expect(run?.state).toBe('waits');
  const path = `/api/rule-runs/${run?.id ?? 0}/go-on/` as const;
  expect((await me.editor.call(path, 'POST', {})).status).toBe(403);
  // The rule asks from now on; what the run does was decided before.
  expect((await me.call(`/api/rules/${id}/`, 'PUT', rule(false))).status).toBe(200);
  expect((await me.editor.call(path, 'POST', {})).status).toBe(200);
  expect((await me.get(publication)).afterwards).toMatchObject([{ state: 'proposed' }]);
});

test('What an editor takes by hand of an evergreen folder is proposed', async () => {
  const me = await someone();
  for (const content of ['Ever', 'Green']) {
    const { id } = await me.write({ content });
    await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
  }
  await me.call(`/api/content/folders/${me.folder}/evergreen/`, 'PUT', {
    ...{ channel_set: me.set, gap_days: 60, max_uses: 6, without_asking: true },
    ...{ season_from: null, season_to: null, ends_on: null },
  });
  const { body: rule } = await me.create({
    trigger: { kind: 'queue_low', set: me.set, fewer_than: 30 },
    actions: [{ kind: 'evergreen', folder: me.folder }],
  });
  await me.call(`/api/rules/${rule.id}/try/`, 'POST', {});
  const path = `/api/rules/${rule.id}/run/` as const;
  expect((await me.editor.call(path, 'POST', {})).status).toBe(200);
  expect(await me.states()).toEqual(['proposed']);
  expect((await me.call(path, 'POST', {})).status).toBe(200);
  expect(await me.states()).toEqual(['proposed', 'scheduled']);
});
