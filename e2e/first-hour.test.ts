import { expect, expectAccessible, forbidReloads, PASSWORD, test, toast } from './fixtures.ts';

test('a new person has a post published on Practice by the first steps, and closes them', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Nora Newcomer');
  await page.getByLabel('Email').fill(`nora-${process.pid}-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Registration successful!')).toBeVisible();
  forbidReloads(page);
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('1 of 5 done');
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Connect Practice' }).click();
  await expect(steps).toContainText('2 of 5 done');
  await steps.getByRole('link', { name: 'Write' }).click();
  await page.getByRole('textbox', { name: 'Content *' }).fill('The bakery opens at six.');
  await page.getByRole('link', { name: 'Back to Content' }).click();
  await expect(steps).toContainText('3 of 5 done');
  await steps.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(steps.getByRole('heading', { name: 'Your first post is published' })).toBeVisible();
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('article').filter({ hasText: 'The bakery' })).toBeVisible();
});
