import type { Page } from '@playwright/test';
import {
  allowFailures,
  chooseOption,
  expect,
  expectAccessible,
  expectUnloadAsks,
  hold,
  said,
  test,
} from './fixtures.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'API keys', exact: true })
    .getByRole('row')
    .filter({ hasText: name });

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a key is made, copied, used, changed, rolled and revoked', async ({
  page,
  person,
  request,
}) => {
  await person.folder('Launch');
  await page.goto('/settings/api');
  await expect(page.getByText('No keys yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  const create = dialog(page, 'Create key');
  await expect(create.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);

  // What it may do follows each choice.
  const summary = create.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Proposes a time; a person decides');
  const publish = create.getByRole('checkbox', { name: /^Publish/ });
  await expect(publish).toHaveAttribute('aria-disabled', 'true');
  await expect(publish).toHaveAccessibleDescription('Not with “Drafts only”.');
  await publish.focus();
  await page.keyboard.press('Space');
  await expect(publish).not.toBeChecked();
  await create.getByRole('switch', { name: 'Drafts only' }).click();
  await publish.check();
  const lines = summary.getByRole('listitem');
  await expect(lines.filter({ hasText: 'Can: Publishes, schedules and cancels' })).toBeVisible();
  await chooseOption(create.getByRole('combobox', { name: 'Only these folders' }), 'Choose…');
  await create.getByRole('checkbox', { name: 'Launch' }).check();
  await expect(lines.filter({ hasText: 'Sees other folders' })).toBeVisible();
  await create.getByLabel('Only from these addresses').fill('203.0.113');

  // What is wrong is at its field, and what was typed stays.
  allowFailures('400 POST /api/keys/');
  await create.getByRole('button', { name: 'Create key' }).click();
  await expect(create.getByText('Give it a name.')).toBeVisible();
  await create.getByLabel('Name').fill('Import script');
  await create.getByRole('button', { name: 'Create key' }).click();
  await expect(create.getByText('203.0.113 is no address or range.')).toBeVisible();
  await create.getByLabel('Only from these addresses').fill('');
  await create.getByRole('button', { name: 'Create key' }).click();

  const shown = dialog(page, 'Copy this key now');
  const secret = await shown.getByLabel('The key').inputValue();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog(page, 'Close without copying?')).toBeVisible();
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(shown.getByText('Waiting for its first call…')).toBeVisible();
  const headers = { authorization: `Bearer ${secret}`, 'user-agent': 'n8n/1.98' };
  const whoami = await request.get('/api/whoami/', { headers });
  expect((await whoami.json()).scopes).toEqual(['read', 'write', 'publish']);
  await expect(shown.getByText(/^Worked: a call from /)).toBeVisible();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Import script')).toContainText('n8n/1.98');
  await expect(row(page, 'Import script')).toContainText('1 folder');
  await expectAccessible(page);

  await act(page, 'Import script', 'Edit');
  const edit = dialog(page, 'Edit key');
  await edit.getByLabel('Name').fill('Importer');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Importer')).toBeVisible();

  await act(page, 'Importer', 'Roll…');
  const roll = dialog(page, 'Roll Importer?');
  await roll.getByRole('button', { name: '1 hour' }).click();
  await expectAccessible(page);
  await roll.getByRole('button', { name: 'Roll', exact: true }).click();
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Importer')).toContainText('The old key works until');
  expect((await request.get('/api/whoami/', { headers })).status()).toBe(200);

  await act(page, 'Importer', 'Revoke…');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await said(page, 'Importer was revoked');
  expect((await request.get('/api/whoami/', { headers })).status()).toBe(401);
  await page.getByText('1 expired or revoked key').click();
  await expect(page.getByRole('table', { name: 'Expired or revoked keys' })).toContainText(
    'Importer',
  );
});

test('a key is created once, however often its form is sent', async ({ page, person }) => {
  const headers = { authorization: `Bearer ${person.access}` };
  const answer = await hold(page, '**/api/keys/', 'POST');
  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'Create key' }).click();
  const create = dialog(page, 'Create key');
  await create.getByLabel('Name').fill('n8n');
  // Both before the page is drawn again.
  await create.getByRole('button', { name: 'Create key' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  answer();
  await expect(dialog(page, 'Copy this key now')).toBeVisible();
  const keys = await (await page.request.get('/api/keys/', { headers })).json();
  expect(keys).toHaveLength(1);
});

test('the form of a key says what to choose, and asks before it is thrown away', async ({
  page,
  person,
}) => {
  await person.folder('Launch');
  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'Create key' }).click();
  const create = dialog(page, 'Create key');
  await create.getByLabel('Name').fill('n8n');
  await chooseOption(create.getByRole('combobox', { name: 'Only these folders' }), 'Choose…');
  await chooseOption(create.getByRole('combobox', { name: 'Expires' }), 'A date…');
  await create.getByRole('button', { name: 'Create key' }).click();
  await expect(create.getByText('Choose a folder, or all folders.')).toBeVisible();
  await expect(create.getByText('Choose a date.')).toBeVisible();

  await expectUnloadAsks(page);
  await page.keyboard.press('Escape');
  const question = dialog(page, 'Discard what you entered?');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(create.getByLabel('Name')).toHaveValue('n8n');
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(create).toBeHidden();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(create.getByLabel('Name')).toHaveValue('');
  // Without anything entered, nothing is asked.
  await page.keyboard.press('Escape');
  await expect(create).toBeHidden();
  await expect(question).toBeHidden();
});

test('a key keeps its end when it is renamed, and the focus returns to its menu', async ({
  page,
  person,
}) => {
  const headers = { authorization: `Bearer ${person.access}` };
  const expires = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const made = await page.request.post('/api/keys/', {
    headers,
    data: { name: 'n8n', scopes: ['read'], expires_at: expires },
  });
  const { id } = await made.json();
  const end = async () =>
    Date.parse((await (await page.request.get(`/api/keys/${id}/`, { headers })).json()).expires_at);
  await page.goto('/settings/api');
  await act(page, 'n8n', 'Edit');
  const edit = dialog(page, 'Edit key');
  await edit.getByLabel('Name').fill('Zapier');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Zapier' })).toBeFocused();
  expect(await end()).toBe(Date.parse(expires));
  await act(page, 'Zapier', 'Edit');
  await edit.getByLabel('Last day').fill('2099-05-01');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Zapier')).toContainText('2099');
  expect(await end()).toBe(Date.parse('2099-05-01T23:59:59Z'));
});

test('a service account is added while its key is created', async ({ page, person }) => {
  expect(person.name).toBe('Ada Byron');
  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'Create key' }).click();
  const create = dialog(page, 'Create key');
  await create.getByLabel('Name').fill('n8n');
  const owner = create.getByRole('combobox', { name: 'Acts as' });
  await owner.click();
  await page.getByRole('option', { name: 'New service account…' }).click();
  const add = dialog(page, 'Add service account');
  await add.getByLabel('Name').fill('Publishing bot');
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(add).toBeHidden();
  await expect(owner).toHaveText(/Publishing bot · Editor/);
  await expect(create.getByLabel('Name')).toHaveValue('n8n');
  await create.getByRole('button', { name: 'Create key' }).click();
  const shown = dialog(page, 'Copy this key now');
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'n8n')).toContainText('Publishing bot');
});

test('a service account gets a role and a key, on a phone', async ({ page, person }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(person.name).toBe('Ada Byron');
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Add service account' }).click();
  const add = dialog(page, 'Add service account');
  await add.getByLabel('Name').fill('Publishing bot');
  await expectAccessible(page);
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  const account = page.getByRole('row', { name: 'Service account Publishing bot' });
  await expect(account).toContainText('Never');
  // What lies under the head of the page would be too small a target.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);

  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'Create key' }).click();
  const create = dialog(page, 'Create key');
  await create.getByLabel('Name').fill('n8n');
  await chooseOption(create.getByRole('combobox', { name: 'Acts as' }), 'Publishing bot · Editor');
  await create.getByRole('switch', { name: 'Drafts only' }).click();
  await expect(create.getByRole('checkbox', { name: /^Review/ })).toHaveAccessibleDescription(
    'Publishing bot is an editor and can’t approve.',
  );
  await expectAccessible(page);
  await create.getByRole('button', { name: 'Create key' }).click();
  const shown = dialog(page, 'Copy this key now');
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'n8n')).toContainText('Publishing bot');
  await expectAccessible(page);

  // Without the account, its key ends.
  await page.goto('/settings/members');
  await expect(account.getByRole('link', { name: '1 key' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Publishing bot' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await expect(dialog(page, 'Remove Member')).toContainText('API key');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await said(page, 'Publishing bot was removed');
  await page.goto('/settings/api');
  await expect(page.getByText('No keys yet.')).toBeVisible();
});
