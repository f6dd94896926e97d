import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Person, test, toast } from './fixtures.ts';

async function api<Answer>(
  page: Page,
  { access }: Person,
  path: string,
  data: object,
  method = 'POST',
) {
  const headers = { authorization: `Bearer ${access}` };
  const response = await page.request.fetch(path, { method, headers, data });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return (await response.json()) as Answer;
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('an owner says how much figures of X may cost, and stops them', async ({
  page,
  person: _,
}) => {
  await page.goto('/social-accounts');
  await page.getByRole('button', { name: 'Connect Twitter', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to X' }).click();
  await page.getByLabel('Log in as').fill(`ada${Date.now()}`);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(toast(page, 'Success', 'is connected')).toBeVisible();

  const row = page.getByRole('listitem').filter({ hasText: 'of X' }).last();
  await expect(row).toContainText('Figures aren’t read: X charges for it.');
  await row.getByRole('button', { name: 'Read figures from X…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Read figures from X' });
  await expect(dialog.getByRole('row', { name: /^0 posts and parts/ })).toContainText('$0.00');
  await dialog.getByRole('button', { name: 'Set a limit' }).click();
  await expect(dialog.getByLabel('Limit a month')).toHaveAccessibleDescription(/^Set a limit/);
  await dialog.getByRole('button', { name: '$5', exact: true }).click();
  await expect(dialog.getByLabel('Limit a month')).toHaveValue('5.00');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sideways(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Read figures, up to $5 a month' }).click();
  await expect(toast(page, 'Success', 'Figures are read from X, up to $5 a month')).toBeVisible();
  await expect(row).toContainText('X · readings $0 of $5');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Change limit…' }).click();
  await dialog.getByRole('switch', { name: /^Read figures of/ }).click();
  await dialog.getByRole('button', { name: 'Stop reading figures' }).click();
  await expect(toast(page, 'Success', 'Figures aren’t read from X any more')).toBeVisible();
  await expect(row).toContainText('Figures aren’t read: X charges for it.');
});

test('a channel that lacks the permission for figures stays connected, and says what to do', async ({
  page,
  person,
}) => {
  const { id: channel } = await api<{ id: number }>(page, person, '/api/channels/', {
    network: 'practice',
    fields: { name: 'Harbour' },
  });
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, 'What became of it');
  await api(page, person, `/api/practice/${channel}/`, { figures: 'permission' }, 'PUT');
  await page.goto(`/content/preview/${id}`);
  await api(page, person, `/api/content/items/${id}/publications/`, { channels: [channel] });
  const panel = page.getByRole('region', { name: 'Figures' });
  await panel.getByRole('button', { name: 'Refresh figures' }).click();
  await panel.getByRole('link', { name: 'Connect Harbour again to see figures' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Harbour' }).last();
  await expect(row).toContainText('Connect again to see figures. Publishing goes on.');
  await expect(row.getByText('Connected', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Connect Harbour again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reconnect Practice' });
  await dialog.getByLabel('Name').fill('Harbour');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText('Connect again to see figures');
});
