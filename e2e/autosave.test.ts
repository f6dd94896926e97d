import type { Page } from '@playwright/test';
import { allowFailures, expect, type Person, test, toast } from './fixtures.ts';

/** Drafts are saved while they are written (docs/domain/review.md, 'Autosave'). */

const TEXT = 'Content *';
const savedState = (page: Page) =>
  page.getByRole('status').filter({ hasText: /editing|sav(ed|ing)|kept/i });
const contents = async (person: Person) =>
  (await person.items()).map(({ content }) => content).sort();

test('a new text is a draft after a moment, and stays the same one until it is created', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Ideas');
  await page.goto(`/content/create?folder=${folder.id}`);
  const text = page.getByLabel(TEXT);
  const state = savedState(page);
  await text.pressSequentially('Written without a hand');
  await expect(state).toHaveText('Saved');
  // Address, crumb, page and button agree: its author has not created it yet.
  await expect(page).toHaveURL(/\/content\/create/);
  await expect(page.getByRole('heading', { name: 'Create Content' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Create New');
  await expect(page.getByRole('button', { name: 'Create Content' })).toBeEnabled();
  await expect(text).toBeFocused();
  await text.pressSequentially(', twice');
  await expect(state).toHaveText('Saved');
  expect(await contents(person)).toEqual(['Written without a hand, twice']);

  // It goes on after a reload, with what was not saved yet.
  await text.pressSequentially('!');
  await page.reload();
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
  await expect(text).toHaveValue('Written without a hand, twice!');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
  expect(await contents(person)).toEqual(['Written without a hand, twice!']);
});

test('a new text that was saved becomes a thread, and is created as one', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Ideas');
  await page.goto(`/content/create?folder=${folder.id}`);
  const state = savedState(page);
  await page.getByLabel(TEXT).fill('One');
  await expect(state).toHaveText('Saved');
  await page.getByRole('tab', { name: 'Thread' }).click();
  await page.getByRole('button', { name: 'Add Thread Item' }).click();
  await page.getByRole('textbox', { name: 'Item 2' }).fill('Two');
  await expect(state).toHaveText('Saved');
  await expect(page.getByRole('tab', { name: 'Single Content' })).toBeDisabled();
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
  expect(await contents(person)).toEqual(['One', 'Two']);
});

test('what was changed automatically is one version, and an approved text is left alone', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Ideas');
  const draft = await person.item(folder.id, 'First');
  await page.goto(`/content/edit/${draft.id}`);
  const state = savedState(page);
  for (const words of ['Second', 'Third']) {
    await page.getByLabel(TEXT).fill(words);
    await expect(state).toHaveText('Editing…');
    await expect(state).toHaveText('Saved');
  }
  await page.getByRole('button', { name: 'History' }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  // A second one where the tenth minute of the clock has passed in between.
  await expect(versions.first()).toHaveText(/3\. Saved automatically/);
  await expect(versions.last()).toHaveText(/1\. Created/);

  const approved = await person.item(folder.id, 'Approved', { status: 'approved' });
  await page.clock.install();
  await page.goto(`/content/edit/${approved.id}`);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && !/presence/.test(request.url())) saves.push(request.url());
  });
  await page.getByLabel(TEXT).fill('Approved, but');
  await page.clock.runFor(15_000);
  await expect(state).toHaveText('Not saved · kept on this device');
  expect(saves).toEqual([]);
});

test('where the server refuses or is away, the text stays on the device', async ({
  page,
  person,
}) => {
  allowFailures('net::ERR_FAILED PUT /api/content/items/:id/');
  const folder = await person.folder('Ideas');
  const draft = await person.item(folder.id, 'First');
  await page.goto(`/content/edit/${draft.id}`);
  const state = savedState(page);
  let attempts = 0;
  await page.route(`**/api/content/items/${draft.id}/`, (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    attempts++;
    return attempts === 1 ? route.abort() : route.continue();
  });
  await page.getByLabel(TEXT).fill('Second');
  await expect.poll(() => attempts).toBe(1);
  await expect(state).toHaveText('Offline, kept on this device');
  await expect(toast(page, 'Error')).toHaveCount(0);
  await expect(state).toHaveText('Saved');
  expect(attempts).toBe(2);
});

test('a lost answer to the first autosave creates nothing twice', async ({ page, person }) => {
  allowFailures('net::ERR_FAILED POST /api/content/items/');
  const folder = await person.folder('Ideas');
  let lost = 0;
  await page.route('**/api/content/items/', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/content/create?folder=${folder.id}`);
  await page.getByLabel(TEXT).fill('Only once');
  const state = savedState(page);
  await expect.poll(() => lost).toBe(1);
  await page.getByLabel(TEXT).fill('Only once, and longer');
  await expect(state).toHaveText('Saved', { timeout: 25_000 });
  expect(await contents(person)).toEqual(['Only once, and longer']);
});

test('a part that was removed, saved and put back is saved again', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  const [root] = await person.thread(folder.id, ['One', 'Two', 'Three']);
  await page.goto(`/content/edit/${root?.id}`);
  const state = savedState(page);
  await page.getByRole('button', { name: 'Remove item 2' }).click();
  const undo = toast(page, 'Item removed').getByRole('button', { name: 'Undo' });
  // Hovered, the toast stays.
  await undo.hover();
  await expect(state).toHaveText('Saved');
  await undo.click();
  await expect(state).toHaveText('Editing…');
  await expect(state).toHaveText('Saved');
  const parts = await person.parts(root?.id ?? 0);
  expect(parts.map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
});

test('one text follows another, and each is kept where it belongs', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  await page.goto(`/content/create?folder=${folder.id}`);
  const text = page.getByLabel(TEXT);
  const state = savedState(page);
  await text.fill('The first');
  await expect(state).toHaveText('Saved');
  // A new text is asked for: the first one stays as it is.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('create a post');
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('');
  await text.fill('The second');
  // A page that is closed saves it; the next one knows it, and creates nothing twice.
  await page.reload();
  await expect(text).toHaveValue('The second');
  await expect.poll(() => contents(person)).toEqual(['The first', 'The second']);
  await text.fill('The second, and last');
  await page.getByRole('button', { name: 'Create Content' }).click();
  await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
  expect(await contents(person)).toEqual(['The first', 'The second, and last']);
});

test('a new text whose item was deleted is created again', async ({ page, person, request }) => {
  allowFailures(
    '404 PUT /api/content/items/:id/',
    '404 GET /api/content/items/:id/',
    '404 PUT /api/content/items/:id/presence/',
  );
  const folder = await person.folder('Ideas');
  await page.goto(`/content/create?folder=${folder.id}`);
  const state = savedState(page);
  await page.getByLabel(TEXT).fill('Deleted meanwhile');
  await expect(state).toHaveText('Saved');
  const [item] = await person.items();
  await request.delete(`/api/content/items/${item?.id}/`, {
    headers: { authorization: `Bearer ${person.access}` },
  });
  await page.getByLabel(TEXT).fill('Deleted meanwhile, and back');
  await expect.poll(() => contents(person)).toEqual(['Deleted meanwhile, and back']);
});
