import type { Page } from '@playwright/test';
import {
  allowFailures,
  blockLiveEvents,
  card,
  chooseOption,
  expect,
  expectAccessible,
  folderRow,
  hold,
  PASSWORD,
  register,
  signIn,
  test,
  toast,
} from './fixtures.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search content, titles, tags' });
const results = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Search Results (${count})` });
const order = (page: Page) => page.getByRole('article').getByRole('heading');
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('typing searches after a moment, and matches are highlighted', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const long = `${'Words that stand before it. '.repeat(20)}Here are the otters.${' And words behind it.'.repeat(20)}`;
  await person.item(folder.id, 'We open the Straße again', { description: 'Reopening' });
  await person.item(folder.id, long);
  await person.item(folder.id, 'Something else', { tags: ['otters'] });
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/search/')) asked.push(url.searchParams.get('q') ?? '');
  });
  await page.goto('/content');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(results(page, 3)).toBeVisible();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('strasse');
  await expect.poll(() => asked.at(-1)).toBe('strasse');
  await expect(results(page, 1)).toBeVisible();
  // Not every key searches. A change a moment ago has caused one event and one refetch.
  expect(new Set(asked).size).toBeLessThan('strasse'.length);
  await expect(page.locator('mark')).toHaveText(['Straße']);
  await expect(card(page, 'Reopening')).toBeVisible();
  await box(page).fill('otters');
  await expect(results(page, 2)).toBeVisible();
  const found = card(page, 'Words that stand');
  await expect(found.locator('mark')).toHaveText(['otters']);
  await expect(found).toContainText(/… .*Here are the otters\..*…/);
  await box(page).fill('otetrs');
  await expect(page.getByText('These are the results for otters.')).toBeVisible();
  await expect(results(page, 2)).toBeVisible();
  await box(page).fill('otters -words "');
  await expect(results(page, 1)).toBeVisible();
  await expectAccessible(page);
  await box(page).fill('\'; drop % & | ( "');
  await expect(results(page, 0)).toBeVisible();
  await expect(page.getByText('No content items found.')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms or filters.')).toBeVisible();
  await expectAccessible(page);
});

test('filters apply, chips remove them, and results are sorted', async ({ page, person }) => {
  const [one, two] = [await person.folder('One'), await person.folder('Two')];
  await person.item(one.id, 'B draft');
  await person.item(two.id, 'C in review', { status: 'review' });
  await person.item(one.id, 'A published', { status: 'published' });
  const { id } = await person.item(two.id, 'D archived', { status: 'archived' });
  const viewed = page.waitForResponse(/\/view\/$/);
  await page.goto(`/content/preview/${id}`);
  await viewed;
  await page.goto('/content?view=search');
  await expect(order(page)).toHaveText(['D archived', 'A published', 'C in review', 'B draft']);
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await chooseOption(sort, 'Title A-Z');
  await expect(order(page)).toHaveText(['A published', 'B draft', 'C in review', 'D archived']);
  await chooseOption(sort, 'Date Created (Oldest)');
  await expect(order(page)).toHaveText(['B draft', 'C in review', 'A published', 'D archived']);
  await chooseOption(sort, 'View Count (High to Low)');
  await expect(order(page).first()).toHaveText('D archived');

  const filters = page.getByRole('button', { name: 'Filters' });
  const toggle = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(toggle('Archived')).toBeHidden();
  await filters.click();
  await expect(page.getByRole('group', { name: 'Status' }).getByRole('button')).toHaveText([
    'Draft',
    'Review',
    'Published',
    'Archived',
  ]);
  await toggle('Review').click();
  await toggle('Archived').click();
  await expect(order(page)).toHaveText(['D archived', 'C in review']);
  await toggle('Two').click();
  await toggle('One').click();
  await toggle('Review').click();
  await expect(order(page)).toHaveText(['D archived']);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveText(['Archived', 'One', 'Two', 'Clear all']);
  await chips.getByRole('button', { name: 'Remove filter Two' }).click();
  await expect(page.getByText('No content items found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  await expectAccessible(page);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(results(page, 4)).toBeVisible();
  await expect(chips).toHaveCount(0);
});

test('tags filter the search, and many folders are chosen from a list', async ({
  page,
  person,
}) => {
  const top = await person.folder('Clients');
  for (let at = 1; at <= 10; at++) await person.folder(`Client ${at}`, { parent: top.id });
  const other = await person.folder('Elsewhere');
  await person.item(top.id, 'Tagged and here', { tags: ['spring'] });
  await person.item(other.id, 'Tagged and elsewhere', { tags: ['spring', 'sale'] });
  await person.item(top.id, 'Not tagged');
  await page.goto('/content?view=search');
  await page.getByRole('button', { name: 'Show posts tagged sale' }).click();
  await expect(order(page)).toHaveText(['Tagged and elsewhere']);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('button', { name: 'Remove filter #sale' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Tagged', { exact: true }).fill('spring');
  await page.keyboard.press('Enter');
  await expect(order(page)).toHaveText(['Tagged and elsewhere', 'Tagged and here']);
  await page.getByRole('combobox', { name: 'Folders' }).click();
  await page.keyboard.type('clients');
  await page.keyboard.press('Enter');
  await expect(order(page)).toHaveText(['Tagged and here']);
  await expect(page).toHaveURL(`/content?view=search&folder=${top.id}&tag=spring`);
  await expectAccessible(page);
  await page.reload();
  await expect(chips.getByRole('listitem')).toHaveText(['Clients', '#spring', 'Clear all']);
});

test('a search is in the URL: it can be shared, reloaded, and returned to', async ({
  page,
  person,
  context,
}) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'About otters');
  await person.item(folder.id, 'About beavers', { status: 'review' });
  await page.goto('/content');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await box(page).pressSequentially('abo', { delay: 20 });
  await expect(page).toHaveURL(/q=abo$/);
  await box(page).pressSequentially('ut', { delay: 20 });
  await expect(page).toHaveURL(/q=about$/);
  await chooseOption(page.getByRole('combobox', { name: 'Sort by' }), 'Title A-Z');
  await expect(order(page)).toHaveText(['About beavers', 'About otters']);
  expect(searchOf(page)).toEqual({ view: 'search', q: 'about', sort: 'title' });
  await page.reload();
  await expect(box(page)).toHaveValue('about');
  await expect(order(page)).toHaveText(['About beavers', 'About otters']);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(order(other)).toHaveText(['About beavers', 'About otters']);

  await box(page).fill('otters');
  await expect(results(page, 1)).toBeVisible();
  await page.getByRole('link', { name: 'About otters', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Edit Content' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Content' }).click();
  // It goes back to where the list was open.
  await expect(box(page)).toHaveValue('otters');
  await page.goBack();
  await expect(box(page)).toHaveValue('about');
  await expect(order(page)).toHaveText(['About beavers', 'About otters']);
  await page.goBack();
  expect(searchOf(page)).toEqual({ view: 'search', q: 'about' });
  await page.goBack();
  await expect(box(page)).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Folders' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goForward();
  await expect(results(page, 2)).toBeVisible();

  // The view is stored, and the URL of a folder leads to the folders.
  await page.goto('/content');
  await expect(box(page)).toBeVisible();
  await page.goto(`/content?folder=${folder.id}`);
  await expect(page.getByRole('heading', { name: 'Content in Launch' })).toBeVisible();
  await page.goto('/content?view=search&folder=999');
  await expect(results(page, 0)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Folder #999' })).toBeVisible();
});

test('results can be worked with, and a failing search can be retried', async ({
  page,
  person,
}) => {
  allowFailures(
    '500 GET /api/content/items/search/',
    'Error toast: Error API Error: 500 Internal Server Error',
  );
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'About otters');
  await person.thread(folder.id, ['Otters, a thread', 'More otters']);
  await page.goto('/content?view=search&q=otters');
  await expect(results(page, 3)).toBeVisible();
  await card(page, 'About otters').getByRole('button', { name: 'Delete About otters' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Success', 'Item deleted successfully')).toBeVisible();
  await expect(results(page, 2)).toBeVisible();
  await card(page, 'More otters')
    .getByRole('button', { name: /^Status: Draft/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Review' }).click();
  await expect(
    card(page, 'Otters, a thread').getByRole('button', { name: /^Status: Review/ }),
  ).toBeVisible();
  await card(page, 'More otters').getByRole('button', { name: 'View Thread' }).click();
  await expect(page.getByRole('dialog')).toContainText('Otters, a thread');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.route('**/api/content/items/search/*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await blockLiveEvents(page);
  await page.goto('/content?view=search&q=more');
  await expect(toast(page, 'Error', 'API Error: 500 Internal Server Error')).toBeVisible();
  await page.unroute('**/api/content/items/search/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(results(page, 1)).toBeVisible();
});

test('hundreds of results are loaded as they come into view', async ({ page, person, request }) => {
  const folder = await person.folder('Many');
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push((await person.item(folder.id, `Otter ${n}`)).id);
  const headers = { authorization: `Bearer ${person.access}` };
  for (let size = 4; size < 128; size *= 2) {
    const copies = (await person.items()).map(({ id }) => id);
    const data = { operation: 'duplicate', item_ids: copies.slice(0, size) };
    await request.post('/api/content/items/bulk_operations/', { headers, data });
  }
  await page.goto('/content?view=search&q=otter&sort=created_at');
  await expect(results(page, 128)).toBeVisible();
  const last = page.getByRole('list', { name: 'Content items' }).locator('[aria-posinset="128"]');
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(last).toBeVisible({ timeout: 200 });
  }).toPass();
});

test('the command palette finds actions, folders and content, by keyboard from anywhere', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Summer campaign');
  await person.item(folder.id, 'Otters in summer', { tags: ['summertime'] });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Find content, folders and actions' });
  const options = palette.getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expect(options.filter({ hasText: 'Create a post' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+k');
  await expect(palette).toHaveCount(0);

  await page.getByRole('button', { name: 'Search and commands' }).click();
  await page.keyboard.type('summ');
  await expect(options).toHaveText([
    'Summer campaign',
    'summertime',
    'Otters in summer',
    'Search content for “summ”',
  ]);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('summ');
  await expect(results(page, 1)).toBeVisible();

  await box(page).press('Control+k');
  await page.keyboard.type('summ');
  await expect(options).toHaveCount(4);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Content in Summer campaign' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('summ');
  await options.filter({ hasText: 'summertime' }).click();
  await expect(box(page)).toHaveValue('"summertime"');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('oters');
  await expect(options).toHaveText(['Otters in summer', 'Search content for “oters”']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit Content' })).toBeVisible();

  // From an edited text; leaving it asks.
  await page.getByLabel('Content *').fill('Not saved yet');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('theme dark');
  await expect(options).toHaveText(['Theme: dark', 'Search content for “theme dark”']);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByLabel('Content *')).toHaveValue('Not saved yet');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await expect(options).toHaveText(['Search content for “zzzz”']);
});

test('nothing that is typed or clicked in a hurry is lost', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'About otters');
  await page.goto('/content?view=search');
  await expect(results(page, 1)).toBeVisible();
  await box(page).pressSequentially('otters');
  await page.getByRole('button', { name: 'Folders' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(box(page)).toHaveValue('otters');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('fieldset button'))
      button.click();
  });
  await expect(
    page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'),
  ).toHaveCount(6);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();
  await box(page).fill('');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=search$/);
  await page.keyboard.type('seal');
  await expect(results(page, 0)).toBeVisible();
  await page.goBack();
  await expect(box(page)).toHaveValue('otters');
  await box(page).fill('seal');
  await expect(results(page, 0)).toBeVisible();
});

test('the palette acts on what is open, and on what is selected', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  await person.folder('Archive of ideas');
  const { id } = await person.item(folder.id, 'Open on the page');
  await person.item(folder.id, 'Another one');
  const palette = page.getByRole('dialog', { name: 'Find content, folders and actions' });
  const run = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
  };
  await page.goto(`/content/preview/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group').first()).toContainText('Submit for review');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await run('submit');
  await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
  expect((await person.items())[0]?.status).toBe('review');

  await page.goto(`/content/edit/${id}`);
  await expect(page.getByLabel('Content *')).toHaveValue('Open on the page');
  await run('move to');
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await run('new folder');
  await page.getByLabel('Folder Name *').fill('From the palette');
  await page.keyboard.press('Enter');
  await expect(folderRow(page, 'From the palette')).toBeVisible();

  await page.goto('/content');
  await page.getByRole('button', { name: 'Multi-item view' }).click();
  await page.getByRole('checkbox', { name: 'Select Another one' }).check();
  await run('duplicate');
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('what is typed while the palette loads and after that is one text', async ({
  page,
  person,
}) => {
  await person.folder('Ideas');
  const release = await hold(page, '**/assets/OpenPalette-*.js');
  await page.goto('/content');
  await expect(folderRow(page, 'Ideas')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('the');
  release();
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('me dark');
  await expect(field).toHaveValue('theme dark');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('');
});

test('Enter in the palette never opens a result of an earlier text', async ({ page, person }) => {
  const folder = await person.folder('Summer campaign');
  await person.item(folder.id, 'A walrus in winter');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog').getByRole('option');
  await page.keyboard.type('summ');
  await expect(options.filter({ hasText: 'Summer campaign' })).toBeVisible();
  const release = await hold(page, '**/autocomplete/*');
  await page.getByRole('dialog').getByRole('combobox').fill('walrus');
  await expect(options.filter({ hasText: 'Search content for “walrus”' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('walrus');
  release();
});

test('the next person in the same browser does not see the search of the one before', async ({
  page,
  context,
  request,
  person,
}) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'About otters');
  await page.goto('/content?view=search&q=otters');
  await expect(results(page, 1)).toBeVisible();
  await page.goto('/settings');
  const other = await context.newPage();
  await signIn(other, await register(request, 'Grace Hopper'));
  await expect(page.getByRole('button', { name: 'Grace Hopper', exact: true })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Content', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();

  await page.goto('/content?view=search&q=secret');
  await expect(results(page, 0)).toBeVisible();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeVisible();
  expect(searchOf(page).q).not.toBe('secret');
});
