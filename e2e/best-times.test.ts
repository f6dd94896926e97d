import type { BestTimes, BestTimesGrid } from '../contract/analytics/best-times.ts';
import { expect, expectAccessible, forbidReloads, test, toast } from './fixtures.ts';

/** A channel of a person that is connected, without posts. */
async function connect(page: import('@playwright/test').Page, token: string) {
  const response = await page.request.post('/api/channels/', {
    headers: { authorization: `Bearer ${token}` },
    data: { network: 'practice', fields: { name: 'Harbour' } },
  });
  expect(response.status()).toBe(201);
  const { id, network, handle, name } = await response.json();
  return { id, network, handle, name } as BestTimes['channel'];
}

/** What is said of a channel with enough posts. */
const known = (channel: BestTimes['channel'], best: BestTimes['best']): BestTimes => ({
  channel,
  state: 'read',
  posts: 31,
  needed: 20,
  best,
});

test('of a channel with few posts it is said how many are missing, and a time can be tried', async ({
  page,
  person,
}) => {
  await connect(page, person.access);
  await page.goto('/content');
  forbidReloads(page);
  await page.getByRole('link', { name: /^Analytics/ }).click();
  await page.getByRole('tab', { name: 'Best times' }).click();
  await expect(page.getByRole('heading', { name: 'Not enough posts yet: 0 of 20' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add slot Tue, 09:00' }).click();
  await expect(page.getByText('slot at 09:00')).toBeVisible();
  await toast(page, 'Success', 'Slot added: Tue, 09:00')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByRole('button', { name: 'Add slot Tue, 09:00' })).toBeVisible();
});

test('the week of a channel is read by keys, and its best hours become slots', async ({
  page,
  person,
}) => {
  const channel = await connect(page, person.access);
  // Figures of half a year cannot be had from a server that is a minute old.
  const summary = known(channel, [{ weekday: 2, from: 9, to: 12 }]);
  const grid: BestTimesGrid = {
    ...summary,
    is_enough: true,
    cells: [
      { weekday: 1, block: 3, posts: 2, effect: 0.01, time: '09:30' },
      { weekday: 2, block: 3, posts: 14, effect: 0.48, time: '09:05' },
      { weekday: 2, block: 4, posts: 5, effect: -0.06, time: '12:30' },
    ],
    to_try: [],
  };
  await page.route('**/api/analytics/best-times/', (route) => route.fulfill({ json: [summary] }));
  await page.route(`**/api/analytics/best-times/${channel.id}/`, (route) =>
    route.fulfill({ json: grid }),
  );
  await page.goto('/analytics?view=best-times');
  const finding = `${channel.handle} does best on Tuesdays, 9 to 12`;
  await expect(page.getByRole('heading', { name: finding })).toBeVisible();
  await expectAccessible(page);
  const table = page.getByRole('table', { name: finding });
  await table.getByRole('cell', { name: '2 posts', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(table.getByRole('cell', { name: '+48% 14 posts' })).toBeFocused();
  await expect(page.getByText('Tue 9–12: 14 posts, +48% against the usual')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Tue 12–15: 5 posts, −6% against the usual')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Tue 15–18: no posts')).toBeVisible();
  await page.getByRole('button', { name: 'Add slot Tue, 09:05' }).click();
  await expect(page.getByText('slot at 09:05')).toBeVisible();
});

test('the publish dialog and the queue say the best hours, which take one click', async ({
  page,
  person,
}) => {
  const channel = await connect(page, person.access);
  const summary = known(channel, [
    { weekday: 2, from: 9, to: 12 },
    { weekday: 4, from: 12, to: 15 },
  ]);
  await page.route('**/api/analytics/best-times/', (route) => route.fulfill({ json: [summary] }));
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, 'At its best');
  await page.goto(`/content/edit/${id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const line = 'Your best hours on Practice: Tue 9–12, Thu 12–15';
  await expect(dialog.getByText(line)).toBeVisible();
  await dialog.getByRole('button', { name: /^Use (Tue|Thu) / }).click();
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue(/^(09|12):00$/);
  await dialog.getByRole('button', { name: /^Schedule on Practice for / }).click();
  await expect(toast(page, 'Success', 'Scheduled on Practice')).toBeVisible();
  await page.goto(`/social-accounts/${channel.id}/queue`);
  await expect(page.getByText(line)).toBeVisible();
});
