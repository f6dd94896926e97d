import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { beginReading, countDue, passHours } from '../server/testing/pass-hours.ts';
import { card, chooseOption, expect, expectAccessible, type Person, test } from './fixtures.ts';
import { readEnvironment } from './process.ts';

const database = () => new pg.Pool({ connectionString: readEnvironment().DATABASE_URL });

async function api<Answer>(
  page: Page,
  { access }: Person,
  path: string,
  { method = 'GET', data }: { method?: string; data?: object } = {},
) {
  const headers = { authorization: `Bearer ${access}` };
  const response = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return (await response.json()) as Answer;
}

const post = <Answer>(page: Page, person: Person, path: string, data: object) =>
  api<Answer>(page, person, path, { method: 'POST', data });

const connect = (page: Page, person: Person) =>
  post<{ id: number }>(page, person, '/api/channels/', {
    network: 'practice',
    fields: { name: 'Harbour' },
  });

/** Publishes a post on a channel. */
async function publish(page: Page, person: Person, item: number, channel: number) {
  const [made] = await post<{ id: number }[]>(
    page,
    person,
    `/api/content/items/${item}/publications/`,
    { channels: [channel] },
  );
  await expect
    .poll(
      async () =>
        (await api<{ state: string }>(page, person, `/api/publications/${made?.id}/`)).state,
    )
    .toBe('published');
}

/** So many hours pass, and what is due then is read. */
async function readAfter(pool: pg.Pool, channel: number, hours: number) {
  await passHours(pool, channel, hours);
  await beginReading(pool);
  await expect.poll(() => countDue(pool, channel)).toBe(0);
}

const exact = (count: number) => count.toLocaleString('en');
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('figures replace the samples, and are the same in tile, chart, table, post, export and API', async ({
  page,
  person,
}) => {
  test.setTimeout(120_000);
  const { id: folder } = await person.folder('Launch');
  await page.goto('/analytics');
  await expect(page.getByRole('region', { name: 'Sample figures' })).toContainText('24,567');
  await expect(page.getByText('Your figures will replace these samples')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect an account' })).toBeVisible();
  await expectAccessible(page);

  const { id: channel } = await connect(page, person);
  await expect(page.getByRole('link', { name: 'Publish a post' })).toBeVisible();
  const first = await person.item(folder, 'The winter roast is back');
  await publish(page, person, first.id, channel);
  const second = await person.item(folder, 'How a bag is packed');
  await publish(page, person, second.id, channel);
  const pool = database();
  try {
    for (const hours of [1, 5, 18, 24, 24]) await readAfter(pool, channel, hours);
    // The page hears of it. The present day is in no range: two more pass.
    await expect(page.getByRole('button', { name: /^Total Views/ })).toBeVisible();
    await passHours(pool, channel, 48);
  } finally {
    await pool.end();
  }

  const third = await person.item(folder, 'Out later');
  await post(page, person, `/api/content/items/${third.id}/publications/`, {
    channels: [channel],
    at: new Date(Date.now() + 7 * 24 * 3600_000).toISOString(),
  });

  const tile = page.getByRole('button', { name: /^Total Views/ });
  await expect(page.getByRole('region', { name: 'Sample figures' })).toHaveCount(0);
  const overview = await api<{ totals: { views: { now: number }; engagements: { now: number } } }>(
    page,
    person,
    '/api/analytics/',
  );
  const views = overview.totals.views.now;
  expect(views).toBeGreaterThan(0);
  await expect(tile).toHaveAccessibleName(`Total Views ${exact(views)}`);
  await expect(page.getByText('Visits of links aren’t counted.').first()).toBeVisible();
  await expectAccessible(page);

  const chart = page.getByRole('application', { name: /^Views by day/ });
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/, [\d,]+ views\. .*posts?\.$/)).toBeAttached();
  await page.keyboard.press('t');
  const table = page.getByRole('figure').getByRole('table');
  const sums = await table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) => Number((row as HTMLTableRowElement).cells[2]?.textContent?.replace(',', ''))),
    );
  expect(sums.reduce((all, count) => all + count, 0)).toBe(views);
  await page.getByRole('button', { name: 'Show as chart' }).click();

  const top = page.getByRole('table', { name: 'Top Content' });
  await expect(top.getByRole('row')).toHaveCount(3);
  await page.getByRole('link', { name: 'Show all 2' }).click();
  await expect(page.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true');
  const posts = page.getByRole('table', { name: 'Posts' });
  await posts.getByRole('button', { name: 'Views' }).click();
  await expect(posts.getByRole('columnheader', { name: 'Views' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expectAccessible(page);
  const reach = posts.getByRole('columnheader', { name: 'Reach' });
  await expect(reach).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Reach' }).uncheck();
  await page.getByRole('button', { name: 'Move Views up' }).click();
  await page.keyboard.press('Escape');
  await expect(reach).toHaveCount(0);
  await expect(posts.getByRole('columnheader').nth(1)).toHaveText('Views');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Read \d+ minutes? ago\. Again from /)).toBeVisible();
  const { rows } = await api<{ rows: { item: number; metrics: { views: number } }[] }>(
    page,
    person,
    '/api/analytics/posts/?sort=views',
  );
  const [most, least] = rows.map(({ metrics }) => metrics.views) as [number, number];
  expect(most + least).toBe(views);
  await expect(posts.getByRole('row').nth(1)).toContainText(exact(most));

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  const exported = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8')) as {
    views: number;
  }[];
  expect(exported.map((row) => row.views).sort((a, b) => b - a)).toEqual([most, least]);

  await page.getByRole('button', { name: 'Report…' }).click();
  const report = page.getByRole('dialog', { name: 'New report' });
  await report.getByLabel('Title').fill('The roast');
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Create report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The roast' }).first()).toBeVisible();
  await page.goBack();

  await posts.getByRole('link', { name: 'The winter roast is back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The winter roast is back');
  const own = rows.find(({ item }) => item === first.id)?.metrics.views ?? 0;
  const byChannel = page.getByRole('table', { name: 'By channel' });
  await expect(byChannel.getByRole('row', { name: /Harbour/ })).toContainText(exact(own));
  await expect(page.getByText('5 readings, the next on')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the post' }).click();
  await page.getByRole('link', { name: 'What happened' }).click();
  await expect(page).toHaveURL(`/analytics/posts/${first.id}`);
});

test('two tags are compared, and what is compared is in the address', async ({ page, person }) => {
  test.setTimeout(120_000);
  const { id: folder } = await person.folder('Launch');
  const { id: channel } = await connect(page, person);
  for (const tag of ['brewing', 'launch']) {
    const { id } = await person.item(folder, `About ${tag}`);
    await api(page, person, `/api/content/items/${id}/`, { method: 'PUT', data: { tags: [tag] } });
    await publish(page, person, id, channel);
  }
  const pool = database();
  try {
    for (const hours of [1, 24, 143, 24]) await readAfter(pool, channel, hours);
  } finally {
    await pool.end();
  }
  await page.goto('/analytics');
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(page.getByText('Connect two accounts to compare them')).toBeVisible();
  await page.getByRole('button', { name: 'Tags' }).click();
  await expect(page).toHaveURL(/compare=tag&a=brewing&b=launch/);
  const table = page.getByRole('table', { name: 'Comparison' });
  const typical = table.getByRole('row', { name: /^Typical post/ });
  await expect(typical).toContainText('1 of 8 posts');
  await expect(typical).toContainText('too few');
  const viewsOf = async (tag: string) => {
    const path = `/api/analytics/?tag=${tag}`;
    const { totals } = await api<{ totals: { views: { now: number } } }>(page, person, path);
    return exact(totals.views.now);
  };
  const views = table.getByRole('row', { name: /^Views/ }).getByRole('cell');
  await expect(views).toContainText([await viewsOf('brewing'), await viewsOf('launch')]);
  await expectAccessible(page);

  await page.getByRole('application', { name: /^Both sides by day/ }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText(/: #brewing [\d,]+ views, #launch [\d,]+\.$/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^[^:]+: #launch [\d,]+ views\.$/)).toBeAttached();
  await page.keyboard.press('t');
  await expect(page.getByRole('columnheader', { name: 'A: #brewing' })).toBeVisible();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Exchange A and B' }).click();
  await expect(page).toHaveURL(/a=launch&b=brewing/);
  await expect(views).toContainText([await viewsOf('launch'), await viewsOf('brewing')]);

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  const exported = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8')) as {
    side: string;
    of: string;
  }[];
  expect(new Set(exported.map(({ side, of }) => `${side} ${of}`))).toEqual(
    new Set(['a launch', 'b brewing']),
  );

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toBe(0);
  await page.getByRole('button', { name: 'Ranges' }).click();
  await expect(page.getByRole('button', { name: /^A: Last 30 days/ })).toBeVisible();
  await expectAccessible(page);
});

test('a channel that lacks the permission says so, and the page fits a phone', async ({
  page,
  person,
}) => {
  test.setTimeout(120_000);
  const { id: folder } = await person.folder('Launch');
  const { id: channel } = await connect(page, person);
  const { id } = await person.item(folder, `Read once ${'w'.repeat(200)}`);
  await publish(page, person, id, channel);
  const pool = database();
  try {
    await readAfter(pool, channel, 30);
    await api(page, person, `/api/practice/${channel}/`, {
      method: 'PUT',
      data: { figures: 'permission' },
    });
    await readAfter(pool, channel, 30);
  } finally {
    await pool.end();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/analytics');
  await expect(page.getByText('connect again to see figures. Publishing goes on.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect again' }).first()).toHaveAttribute(
    'href',
    `/social-accounts?reconnect=${channel}`,
  );
  expect(await sideways(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Channels' }).click();
  await expect(page.getByText('Connect again to see figures.')).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Posts' }).click();
  await expect(page.getByRole('link', { name: /^Read once/ })).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.getByRole('menuitemradio', { name: 'Newest' }).click();
  await expect(page.getByRole('link', { name: /^Read once/ })).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: /Harbour/ }).click();
  await expect(page).toHaveURL(new RegExp(`channel=${channel}`));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Definitions' }).click();
  await page
    .getByRole('dialog', { name: 'Definitions' })
    .getByRole('button', { name: 'Usual' })
    .click();
  await expect(page.getByText('The median of the same channel’s posts')).toBeVisible();
  await expectAccessible(page);
});

test('the list of content shows views on networks, and is sorted by them', async ({
  page,
  person,
}) => {
  const { id: folder } = await person.folder('Launch');
  const { id: channel } = await connect(page, person);
  const seen = await person.item(folder, 'Seen by many');
  await publish(page, person, seen.id, channel);
  const draft = await person.item(folder, 'Seen by nobody');
  expect(draft.id).toBeGreaterThan(seen.id);
  const pool = database();
  try {
    await readAfter(pool, channel, 1);
    await pool.query(
      `update publication_figures set latest = '{"views": 12345}' from publications
       where publications.id = publication_id and channel_id = $1`,
      [channel],
    );
  } finally {
    await pool.end();
  }
  await page.goto('/content');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText([/^Seen by nobody/, /^Seen by many/]);
  const views = page.getByTitle('Views on networks, as read last');
  await expect(views).toHaveText('12.3K views');
  await expect(card(page, 'Seen by many')).toContainText('12.3K views');
  await page.getByRole('button', { name: 'Filters' }).click();
  await chooseOption(
    page.getByRole('combobox', { name: 'Sort by' }),
    'Network Views (High to Low)',
  );
  await expect(titles).toHaveText([/^Seen by many/, /^Seen by nobody/]);
  await expect(page).toHaveURL(/sort=-network_views/);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(views).toBeVisible();
  expect(await sideways(page)).toBe(0);
});
