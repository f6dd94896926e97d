import {
  chooseOption,
  expect,
  expectAccessible,
  openAs,
  PASSWORD,
  test,
  toast,
} from './fixtures.ts';

test('a workspace begins in the zone of the browser, and its settings change it', async ({
  browser,
}) => {
  const page = await openAs(browser, undefined, {
    timezoneId: 'America/New_York',
    locale: 'en-US',
  });
  await page.goto('/register');
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.org`);
  await page.getByLabel('Full Name').fill('Ada Byron');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await expect(page.getByText(/^Times in New York \(E[SD]T\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Registration successful!')).toBeVisible();

  await page.goto('/calendar');
  await expect(page.getByText(/^Times in New York \(E[SD]T\)/)).toBeVisible();
  await expect(page.getByRole('columnheader').first()).toHaveAccessibleName('Sunday');

  await page.goto('/settings');
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Workspace' })).toBeVisible();
  await expectAccessible(page);
  await chooseOption(page.getByLabel('Time zone'), 'Europe/Lisbon');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'Workspace updated')).toBeVisible();
  await settings.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText(/^Times in Lisbon/)).toBeVisible();
  await expect(page.locator('td').filter({ hasText: /, \d{1,2}:\d\d\s[AP]M$/ })).not.toHaveCount(0);

  // Another workspace, in another zone than that of the browser.
  await page.getByRole('button', { name: /^Workspace: / }).click();
  await page.getByRole('menuitem', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Workspace' });
  await dialog.getByLabel('Workspace name *').fill('A client');
  await dialog.getByRole('button', { name: 'Change the time zone' }).click();
  await expect(dialog.getByLabel('Time zone')).toBeFocused();
  await chooseOption(dialog.getByLabel('Time zone'), 'Asia/Tokyo');
  await dialog.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: A client' })).toBeVisible();
  await page.goto('/calendar');
  await expect(page.getByText(/^Times in Tokyo/)).toBeVisible();
});

test('a page has one clock: that of the workspace, as the reader writes times', async ({
  browser,
  person,
  request,
}) => {
  const headers = { authorization: `Bearer ${person.access}` };
  // Half an hour off any zone of a browser here.
  const set = { headers, data: { time_zone: 'Australia/Adelaide' } };
  expect((await request.put('/api/workspace/', set)).status()).toBe(200);
  const folder = await person.folder('Launch');
  const { id, created_at: created } = (await person.item(folder.id, 'A text')) as {
    id: number;
    created_at: string;
  };
  const there = new Date(Date.parse(created) + 30 * 60_000);
  const minute = there.toISOString().slice(14, 16);
  for (const [locale, format] of [
    ['de-DE', new RegExp(`, \\d\\d:${minute}$`)],
    ['en-US', new RegExp(`, \\d{1,2}:${minute}\\s[AP]M$`)],
  ] as const) {
    const page = await openAs(browser, person, { locale, timezoneId: 'America/New_York' });
    await page.goto(`/content/preview/${id}`);
    const details = page.getByRole('region', { name: 'Details' });
    await expect(details.locator('dd').first()).toHaveText(format);
    await expect(details.getByText(/^Times in Adelaide/)).toBeVisible();
  }
});
