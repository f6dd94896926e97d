import type { Page } from '@playwright/test';
import { card, expect, expectAccessible, hold, test, toast } from './fixtures.ts';

/** Finding posts, folders and actions by the words that people use. */

const options = (page: Page) => page.getByRole('option');

async function palette(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(text);
}

test('a search shows replies below their root, says nothing twice, and finds folders', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Harbour Yoga');
  await person.thread(folder.id, ['The first sentence', 'Nothing here', 'A zebra in a reply']);
  await person.item(folder.id, 'A zebra came. It stayed for tea.');
  await page.goto('/content');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const field = page.getByLabel('Search content, titles, tags');
  await expect(field).toBeFocused();
  await page.keyboard.type('zebra');
  await expect(page.getByRole('heading', { name: 'Search Results (2)' })).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    'A zebra came.',
    'The first sentence',
    'A zebra in a reply',
  ]);
  await expect(card(page, 'A zebra came.')).toContainText('It stayed for tea.');
  await expect(card(page, 'A zebra came.').getByText('zebra')).toHaveCount(1);
  await expect(card(page, 'A zebra in a reply')).toContainText('Reply #2');
  await expectAccessible(page);
  // Back to the search: the field has the focus, with what was searched for.
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('zebra');
  await field.fill('harbor yoga');
  const found = page.getByRole('list', { name: 'Folders found' });
  await found.getByRole('link', { name: 'Harbour Yoga' }).click();
  await expect(page.getByRole('heading', { name: 'Content in Harbour Yoga' })).toBeVisible();
});

test('the palette has the actions on the row first, and finds what people call it', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Northwind');
  await person.item(folder.id, 'The other post');
  await person.item(folder.id, 'The chosen post');
  await page.goto('/content');
  await card(page, 'The chosen post').locator('[data-row]').focus();
  await palette(page, 'schedule');
  await expect(page.getByRole('group', { name: 'The chosen post' })).toBeVisible();
  await expect(options(page).first()).toHaveText('Publish…P');
  for (const [words, name] of [
    ['upload', 'Go to media'],
    ['queue', 'Go to social accounts'],
    ['connect', 'Go to social accounts'],
    ['time zone', 'Go to workspace settings'],
    ['dark mode', 'Theme: dark'],
    ['norhtwind', 'Northwind'],
  ] as const) {
    await page.getByRole('combobox').fill(words);
    await expect(options(page).filter({ hasText: name })).toBeVisible();
  }
  await page.getByRole('combobox').fill('tags');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
});

test('after an undo in a toast the keys act on the list again', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  for (const text of ['Third', 'Second', 'First']) await person.item(folder.id, text);
  await page.goto('/content');
  await card(page, 'First').locator('[data-row]').focus();
  await page.keyboard.press('#');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Success', 'Item deleted successfully')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(card(page, 'Third').locator('[data-row]')).toBeFocused();
  // Duplicated by its key: the copy opens where its author still is, else the toast leads there.
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
  await page.goBack();
  const release = await hold(page, '**/bulk_operations/');
  await card(page, 'Third').first().locator('[data-row]').focus();
  await page.keyboard.press('d');
  await page.getByRole('link', { name: 'Calendar Plan and schedule' }).click();
  await expect(page.getByRole('heading', { name: /^Calendar|20\d\d$/ }).first()).toBeVisible();
  release();
  const created = toast(page, 'Success', 'Item created successfully');
  await created.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
});
