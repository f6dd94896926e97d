import { expect, test } from 'vitest';
import { useApp } from '../../../../testing/app.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn } from '../../../../testing/publishing.ts';
import { runJob } from '../../../../testing/run-job.ts';

/** Rules that take the next post of an evergreen folder. */

const app = useApp({ RATE_LIMIT_FACTOR: '50' });

const runRules = () => runJob(app, 'rules.run');

/** An owner with a folder that takes two posts, and a rule that asks for one where a queue is low. */
async function start({ without_asking = true }) {
  const me = await publisherOn(app, practice);
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const named = { name: 'Short', channels: [me.channel] };
  const { body: set } = await me.call('/api/channel-sets/', 'POST', named);
  for (const content of ['Rinse the filter', 'Grind coarser']) {
    const { id } = await me.write({ content });
    await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
  }
  const path = `/api/content/folders/${me.folder}/evergreen/` as const;
  const settings = { channel_set: set.id, gap_days: 60, max_uses: 6, without_asking };
  await me.call(path, 'PUT', { ...settings, season_from: null, season_to: null, ends_on: null });
  // The folder itself takes none meanwhile.
  await app.database.query(
    "update evergreen_folders set next_at = now() + interval '1 day' where folder_id = $1",
    [me.folder],
  );
  const rule = {
    name: 'Queue low, take evergreen',
    trigger: { kind: 'queue_low', set: set.id, fewer_than: 3 },
    actions: [{ kind: 'evergreen', folder: me.folder }],
  };
  const rows = async () =>
    (
      await app.database.query<{ content: string; state: string }>(
        `select content, publications.state from publications
         join items on items.post_id = publications.post_id where channel_id = $1`,
        [me.channel],
      )
    ).rows;
  const switchOn = async () => {
    const { status, body } = await me.call('/api/rules/', 'POST', rule);
    expect(status, JSON.stringify(body)).toBe(201);
    const own = `/api/rules/${body.id}/` as const;
    await me.call(`${own}try/`, 'POST', {});
    await me.call(`${own}switch/`, 'PUT', { on: true });
  };
  return { ...me, rule, path, rows, switchOn };
}

test('A dry run says what a rule would take, and a run takes it once', async () => {
  const me = await start({});
  const { body: tried } = await me.call('/api/rules/try/', 'POST', me.rule);
  expect(tried.results).toMatchObject([
    {
      outcome: 'act',
      text: 'Would take “Rinse the filter”, for 1 channel',
      networks: ['practice'],
    },
  ]);
  expect(await me.rows()).toEqual([]);
  await me.switchOn();
  await Promise.all([runRules(), runRules()]);
  await runRules();
  expect(await me.rows()).toEqual([{ content: 'Rinse the filter', state: 'scheduled' }]);
  const { body: runs } = await me.call('/api/rule-runs/');
  expect(runs.results[0]).toMatchObject({ state: 'done', result: '1 post taken' });
  const run = `/api/rule-runs/${runs.results[0]?.id}/` as const;
  const { body } = await me.call(run);
  expect(body.steps.at(-1)?.result).toBe('“Rinse the filter” was scheduled.');
  await me.call(`${run}undo/`, 'POST', {});
  expect((await me.rows()).map(({ state }) => state)).toEqual(['cancelled']);
});

test('It proposes where the folder asks', async () => {
  const me = await start({ without_asking: false });
  await me.switchOn();
  await runRules();
  expect(await me.rows()).toEqual([{ content: 'Rinse the filter', state: 'proposed' }]);
});

test('It fails where the folder is not evergreen any more, and says so', async () => {
  const me = await start({});
  await me.switchOn();
  await me.call(me.path, 'DELETE');
  await runRules();
  const { body: runs } = await me.call('/api/rule-runs/');
  expect(runs.results[0]).toMatchObject({
    state: 'failed',
    result: 'The folder is not evergreen any more.',
  });
});

test('A folder of another workspace is not there', async () => {
  const me = await start({});
  const other = await publisherOn(app, practice);
  const { status } = await me.call('/api/rules/', 'POST', {
    ...me.rule,
    actions: [{ kind: 'evergreen', folder: other.folder }],
  });
  expect(status).toBe(404);
});
