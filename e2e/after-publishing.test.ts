import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Person, test, toast } from './fixtures.ts';

async function api<Answer>(page: Page, { access }: Person, path: string, data: object) {
  const headers = { authorization: `Bearer ${access}` };
  const response = await page.request.post(path, { headers, data });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return (await response.json()) as Answer;
}

const connect = (page: Page, person: Person) =>
  api<{ id: number }>(page, person, '/api/channels/', {
    network: 'practice',
    fields: { name: 'Harbour' },
  });

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('what was published says where, and leads there', async ({ page, person }) => {
  await connect(page, person);
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, `Out at once ${'w'.repeat(300)}`);
  await page.goto(`/content/preview/${id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  const published = toast(page, 'Published on Practice');
  await expect(published.getByRole('button', { name: 'Open' })).toBeVisible();
  await expect(page.getByText('Published by the schedule')).toBeVisible();
  await expect(page.getByText('Deleted user')).toHaveCount(0);

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'was published on Practice' }),
  ).toBeVisible();
  const link = page.getByRole('link', { name: 'Open on Practice' });
  await expect(link).toHaveAttribute('href', /\/practice\//);
  await expectAccessible(page);

  // The page of the practice account holds the longest word.
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(page.getByText(/^Out at once/)).toBeVisible();
    expect(await sideways(page)).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: /^Notifications/ }).click();
  }
});

test('figures of what was published are read again by hand, and say what is missing', async ({
  page,
  person,
}) => {
  const { id: channel } = await connect(page, person);
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, 'What became of it');
  await page.goto(`/content/preview/${id}`);
  await expect(page.getByText('Not published anywhere yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveCount(0);
  await api(page, person, `/api/content/items/${id}/publications/`, { channels: [channel] });
  const panel = page.getByRole('region', { name: 'Figures' });
  await expect(panel).toContainText('First reading at');
  await panel.getByRole('button', { name: 'Refresh figures' }).click();
  await expect(toast(page, 'Success', 'Figures are up to date')).toBeVisible();
  await expect(panel.getByRole('row', { name: /^Practice 0 0$/ })).toBeVisible();
  await expect(
    panel.getByRole('button', { name: /^Read a moment ago. Again from/ }),
  ).toBeDisabled();
  await expectAccessible(page);
});

test('a draft with a time is scheduled, in one word', async ({ page, person }) => {
  const { id: channel } = await connect(page, person);
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, 'Out later');
  const later = new Date(Date.now() + 400 * 24 * 60 * 60_000);
  await api(page, person, `/api/content/items/${id}/publications/`, {
    channels: [channel],
    at: later.toISOString(),
  });
  await page.goto('/content');
  const card = page.getByRole('article').filter({ hasText: 'Out later' });
  await expect(
    card.getByRole('button', { name: 'Status: Scheduled. Change status' }),
  ).toBeVisible();
  await expect(card).not.toContainText('Draft');
  await expect(card).toContainText(String(later.getUTCFullYear()));
});

test('the queue begins with a preset, has seven columns where they have room, and nothing leaves its cell', async ({
  page,
  person,
}) => {
  const { id } = await connect(page, person);
  await page.goto(`/social-accounts/${id}/queue`);
  await page.getByRole('button', { name: /^Every day 12/ }).click();
  await expect(toast(page, 'Success', 'Slots saved')).toBeVisible();
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/social-accounts/${id}/queue`);
    const monday = page.getByRole('button', { name: 'Monday 12:00, free' });
    await expect(monday).toBeVisible();
    expect(await monday.evaluate((slot) => slot.scrollWidth - slot.clientWidth)).toBe(0);
    await expectAccessible(page);
  }
});
