import { expect, expectAccessible, forbidReloads, test, toast } from './fixtures.ts';

test('a report is made, arranged, shared by a link that needs no account, and ended', async ({
  page,
  person: _,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/content');
  forbidReloads(page);
  await page.getByRole('link', { name: /^Analytics/ }).click();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'New report' }).click();
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { level: 1, name: /on social media$/ })).toBeVisible();
  await expectAccessible(page);

  const saved = page.getByRole('form', { name: 'Report' }).getByText('Saved', { exact: true });
  await page.getByLabel('Client').fill('Harbour Roasters');
  await page.getByLabel('Title').fill('A good month');
  await page.getByLabel('Comment').fill('The reel did it.\nThank you.');
  await expect(paper.getByRole('heading', { level: 1, name: 'A good month' })).toBeVisible();
  await expect(paper.getByText('Harbour Roasters')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Over time' }).uncheck();
  await page.getByRole('button', { name: 'Move Channels up' }).click();
  await expect(saved).toBeVisible();
  await expect(paper.getByRole('heading', { level: 2 })).toHaveText(['Channels', 'Top Content']);

  await page.getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this report' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Link copied')).toBeVisible();
  const url = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const guest = await (
    await browser.newContext({ viewport: { width: 360, height: 780 } })
  ).newPage();
  await guest.goto(url);
  await expect(guest.getByRole('heading', { level: 1, name: 'A good month' })).toBeVisible();
  await expect(guest.getByText('The reel did it.')).toBeVisible();
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(guest);

  await page.getByRole('link', { name: 'Reports' }).click();
  const row = page.getByRole('list', { name: 'Reports' }).getByRole('link');
  await expect(row).toContainText('Shared until');
  await row.click();
  await page.getByRole('button', { name: 'Share…' }).click();
  await page.getByRole('button', { name: 'End the link…' }).click();
  await page.getByRole('button', { name: 'End the link', exact: true }).click();
  await expect(toast(page, 'Success', 'Report link ended')).toBeVisible();
  await guest.reload();
  await expect(
    guest.getByRole('heading', { name: 'This report isn’t shared any more' }),
  ).toBeVisible();
  await guest.context().close();

  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No reports yet')).toBeVisible();
});
