import { readFileSync } from 'node:fs';
import { allowFailures, chooseOption, expect, expectAccessible, test, toast } from './fixtures.ts';

test('the audit log shows who did what, can be filtered and exported', async ({
  page,
  person,
  request,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'We open in May.');
  await person.update(id, { content: 'We open in June.' });
  await request.post('/api/auth/login/', { data: { email: person.email, password: 'wrong' } });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL('/settings/audit');
  const entries = page.getByRole('row').filter({ has: page.locator('time') });
  await expect(entries).toHaveCount(5);
  await expect(entries.first()).toContainText('Failed sign-in');
  await expect(page.getByText('1–5 of 5')).toBeVisible();
  await expect(entries.nth(1)).toContainText('Item We open in June.');
  await expect(entries.nth(3)).toContainText('Folder Launch');
  await entries.nth(1).getByRole('button', { name: 'Changes: Content' }).click();
  await expect(page.locator('del')).toHaveText('May');
  await expect(page.locator('ins')).toHaveText('June');
  await expectAccessible(page);

  await chooseOption(page.getByLabel('Action', { exact: true }), 'Update');
  await expect(entries).toHaveCount(1);
  await expect(page).toHaveURL('/settings/audit?action=update');
  await page.reload();
  await expect(entries).toHaveCount(1);
  await expect(page.getByLabel('Action', { exact: true })).toHaveAttribute('data-value', 'update');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('update');

  await page.getByLabel('Address').fill('203.0.113.7');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByLabel('Address').fill('');
  await page.getByLabel('From').fill('2099-01-01');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  // The export is an entry, too.
  await expect(entries).toHaveCount(6);
  await expect(entries.first()).toContainText('Audit export');
});

test('failures are shown', async ({ page, person: _ }) => {
  allowFailures(
    '503 GET /api/content/audit-logs/summary/',
    '503 GET /api/content/audit-logs/',
    '503 GET /api/content/audit-logs/export/',
    'Error toast: Error Export failed: 503 Service Unavailable',
  );
  await page.route('**/api/content/audit-logs/**', (route) =>
    route.fulfill({ status: 503, json: {} }),
  );
  await page.goto('/settings/audit');
  await expect(page.getByText('Failed to fetch audit logs: Service Unavailable')).toBeVisible();
  await page.getByRole('button', { name: 'Export JSON' }).click();
  await expect(toast(page, 'Error', 'Export failed: 503 Service Unavailable')).toBeVisible();
});
