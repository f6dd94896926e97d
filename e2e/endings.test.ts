import type { Page } from '@playwright/test';
import { allowFailures, expect, expectAccessible, type Person, test, toast } from './fixtures.ts';

/** Calls the API as a person. */
async function api(page: Page, { access }: Person, path: string, data: object) {
  const headers = { authorization: `Bearer ${access}` };
  const response = await page.request.post(path, { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

const practice = (page: Page, person: Person) =>
  api(page, person, '/api/channels/', { network: 'practice', fields: { name: 'Harbour' } });

test('a snippet is always at the end on a channel, is counted and shown, and is taken off a post', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await practice(page, person);
  await api(page, person, '/api/snippets/', { name: 'Jo', kind: 'text', text: '— Jo, Harbour' });
  const folder = await person.folder('Launch');
  const item = await person.item(folder.id, 'We are open');
  await page.goto('/templates?view=snippets');
  const snippet = page.getByRole('region', { name: 'Jo' });
  await snippet.getByRole('checkbox', { name: /on Practice/ }).click();
  await expect(snippet.getByRole('checkbox', { name: /on Practice/ })).toBeChecked();
  await expectAccessible(page);

  await page.goto(`/content/edit/${item.id}`);
  const end = page.getByRole('region', { name: 'At the end on Practice' });
  await expect(end).toContainText('— Jo, Harbour');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByRole('article', { name: 'Post' })).toContainText('— Jo, Harbour');
  const counted = page.getByText('26 / 500 characters on Practice');
  await expect(counted).toBeVisible();
  await expectAccessible(page);

  await end.getByRole('button', { name: 'Take off' }).click();
  await expect(end).toContainText('Taken off this post on Practice');
  await expect(preview.getByRole('article', { name: 'Post' })).not.toContainText('— Jo');
  await expect(counted).toBeHidden();
  await end.getByRole('button', { name: 'Put back' }).click();
  await expect(counted).toBeVisible();

  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('Ends with “— Jo, Harbour”');
});

test('variations of a post are written, counted, kept, and undone as one step', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await practice(page, person);
  const folder = await person.folder('Tips');
  const item = await person.item(folder.id, 'Rinse the filter first');
  await page.goto(`/content/edit/${item.id}`);
  await page.getByRole('button', { name: 'Add variations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variations' });
  await dialog.getByRole('textbox', { name: 'Variation 1' }).fill('Rinse it');
  await dialog.getByRole('button', { name: 'Add a variation' }).click();
  await dialog.getByRole('textbox', { name: 'Variation 2' }).fill('Rinse it');
  await expect(dialog.getByRole('alert')).toContainText('Two variations are the same.');
  await expect(dialog.getByRole('button', { name: 'Keep these' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Variation 2' }).fill('x'.repeat(501));
  await expect(dialog.getByText('501 / 500')).toBeVisible();
  await expect(dialog.getByText(/^Practice: /)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Variation 2' }).fill('Filters want rinsing');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep these' }).click();
  await expect(page.getByRole('button', { name: '2 variations' })).toBeVisible();
});

test('templates and snippets come from a file, and what is wrong in it is named', async ({
  page,
  person,
}) => {
  allowFailures('400 POST /api/templates/import/');
  await person.folder('Launch');
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import templates and snippets' });
  const choose = async (text: string) => {
    await dialog.getByLabel('File').setInputFiles({
      ...{ name: 'templates.json', mimeType: 'application/json', buffer: Buffer.from(text) },
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
  };
  const head = { format: 'postfolio-patterns', version: 1 };
  await choose('{\n');
  await expect(dialog.getByRole('alert')).toContainText('Line 2 is no JSON.');
  await choose(JSON.stringify({ ...head, templates: [{ name: '', items: [{ content: 'A' }] }] }));
  await expect(dialog.getByRole('alert')).toContainText('templates[0].name: Enter a name');
  await expectAccessible(page);
  await choose(
    JSON.stringify({ ...head, templates: [{ name: 'A pattern', items: [{ content: 'A' }] }] }),
  );
  await expect(toast(page, 'Success', '1 template and 0 snippets imported')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Templates' })).toContainText('A pattern');
});
