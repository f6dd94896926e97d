import type { Locator, Page } from '@playwright/test';
import {
  allowFailures,
  card,
  chooseOption,
  expect,
  expectAccessible,
  folderRow,
  showReplies,
  test,
  toast,
} from './fixtures.ts';

type Box = { x: number; y: number; width: number; height: number };

const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();
/** The row that the keys act on. */
const row = (page: Page, text: string) => card(page, text).locator('[data-row]');
const dense = (page: Page) => page.getByRole('button', { name: 'Compact' }).click();

test('a thread stands below its root, in both densities, and stays closed or open', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const [root] = await person.thread(folder.id, ['The root', 'A reply', 'Another reply']);
  await person.item(folder.id, 'A single post');
  await page.goto('/content');
  await expect.poll(() => titles(page)).toEqual(['A single post', 'The root']);
  await showReplies(page, 'The root');
  await expect
    .poll(() => titles(page))
    .toEqual(['A single post', 'The root', 'A reply', 'Another reply']);
  await expect(card(page, 'Another reply')).toContainText('Reply #2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Content');
  // What is changed stays where it is.
  await person.update(root?.id ?? 0, { content: 'The changed root' });
  await expect.poll(() => titles(page)).toContain('The changed root');
  expect((await titles(page))[0]).toBe('A single post');
  await page.getByRole('button', { name: /changed, refresh/ }).click();
  await expect.poll(async () => (await titles(page))[0]).toBe('The changed root');

  await page.getByRole('button', { name: /^Hide the replies/ }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('v');
  await expect(page.getByRole('button', { name: 'Compact' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('article')).toHaveCount(2);
  await showReplies(page, 'The changed root');
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.keyboard.press('v');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(4);
  // A search that finds a reply shows it below its root.
  await page.getByRole('button', { name: /^Hide the replies/ }).click();
  await page.getByLabel('Search content').fill('another');
  await expect(card(page, 'Another reply')).toBeVisible();
  await expect(card(page, 'The changed root')).toBeVisible();
  await expect(card(page, 'A single post')).toHaveCount(0);
});

test('a long thread shows its first replies, and the others when they are asked for', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  await person.thread(folder.id, ['The root', 'One', 'Two', 'Three', 'Four']);
  await page.goto('/content');
  await showReplies(page, 'The root');
  await expect.poll(() => titles(page)).toEqual(['The root', 'One', 'Two']);
  await page.getByRole('button', { name: '2 more replies' }).click();
  await expect.poll(() => titles(page)).toEqual(['The root', 'One', 'Two', 'Three', 'Four']);
  // By keys: closed, opened, and opened whole.
  await row(page, 'The root').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('article')).toHaveCount(5);
});

test('the list is worked through by keys alone', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  for (const text of ['Fourth', 'Third', 'Second', 'First']) await person.item(folder.id, text);
  await page.goto('/content');
  await dense(page);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('main').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'First')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 'Second')).toBeFocused();
  // One Tab stop: the next is in the row, and none in another row.
  await expect(page.locator('[data-row][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Bulk actions' });
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar.getByRole('status')).toHaveText('4 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(row(page, 'Third')).toBeFocused();
  // The other density has the focus on the same row.
  for (const density of ['Comfortable', 'Compact']) {
    await page.keyboard.press('v');
    await expect(page.getByRole('button', { name: density })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(row(page, 'Third')).toBeFocused();
  }

  await page.keyboard.press('s');
  // What others do meanwhile moves nothing.
  await page.keyboard.press('ArrowDown');
  const [third] = await person.items('&search=Third');
  await person.update(third?.id ?? 0, { tags: ['meanwhile'] });
  await expect(card(page, 'Third')).toContainText('#meanwhile');
  await expect(page.getByRole('menuitemradio', { name: 'Review' })).toBeFocused();
  await page.getByRole('menuitemradio', { name: 'Approved' }).click();
  await expect(
    card(page, 'Third').getByRole('button', { name: /^Status: Approved/ }),
  ).toBeVisible();
  await expect(
    row(page, 'Third').or(card(page, 'Third').getByRole('button')).first(),
  ).toBeVisible();
  await row(page, 'Third').focus();
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Tags' }).getByLabel('Tags').fill('plums,');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Third')).toContainText('#plums');
  await expect(row(page, 'Third')).toBeFocused();

  await page.keyboard.press('#');
  await page.keyboard.press('Tab');
  await page
    .getByRole('dialog', { name: 'Delete Content' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const undo = toast(page, 'Success', 'Item deleted successfully').getByRole('button', {
    name: 'Undo',
  });
  // What is pointed at does not disappear.
  await undo.hover();
  await expect(card(page, 'Third')).toHaveCount(0);
  // The neighbour has the focus.
  await expect(row(page, 'Fourth')).toBeFocused();
  await undo.click();
  await expect(toast(page, 'Success', 'Item restored')).toBeVisible();
  await expect(card(page, 'Third')).toContainText('#plums');

  await row(page, 'Second').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Content *')).toHaveValue('Second');
  await page.goBack();
  await expect(row(page, 'Second')).toBeFocused();
});

test('folder, filters and search are in the address, and Back restores them', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  for (let n = 0; n < 30; n++)
    await person.item(folder.id, `Note ${n}\nWith a second line`, { tags: n % 2 ? ['odd'] : [] });
  await page.goto(`/content?folder=${folder.id}`);
  await page.getByLabel('Search content').fill('note');
  await expect(page).toHaveURL(/search=note/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'Draft', exact: true }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show posts tagged odd' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Filtered Content in Launch');
  await expect(
    page.getByRole('status').filter({ hasText: '15 result(s) for "note"' }),
  ).toBeVisible();
  const address = page.url();
  await page.evaluate(() => window.scrollTo(0, 900));
  await card(page, 'Note 13').getByRole('heading').click();
  await expect(page).toHaveURL(/\/content\/edit\//);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel('Search content')).toHaveValue('note');
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(900);
  // So does the way back of the editor.
  await card(page, 'Note 13').getByRole('heading').click();
  await expect(page).toHaveURL(/\/content\/edit\//);
  await page.getByRole('link', { name: 'Back to Content' }).click();
  await expect(page).toHaveURL(address);
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(900);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('button', { name: 'Remove filter #odd' }).click();
  await expect(page).not.toHaveURL(/tag=odd/);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(`/content?folder=${folder.id}`);
});

test('what was deleted is restored from the trash, also without its folder', async ({
  page,
  person,
}) => {
  const [kept, lost] = [await person.folder('Kept'), await person.folder('Lost')];
  await person.item(kept.id, 'First to go');
  await person.item(lost.id, 'Homeless');
  await page.goto('/content');
  await page.getByRole('button', { name: 'Delete First to go' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, 'First to go')).toHaveCount(0);
  await folderRow(page, 'Lost').hover();
  await page.getByRole('button', { name: 'Actions for Lost' }).click();
  await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Success', 'Folder deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/content/trash');
  const list = page.getByRole('list', { name: 'Deleted content' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Restore First to go' }).click();
  await expect(toast(page, 'Success', 'Item restored')).toBeVisible();
  await list.getByRole('button', { name: 'Restore Homeless' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore to…' });
  await chooseOption(dialog.getByLabel('Folder *'), 'Kept');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  expect((await person.items()).map(({ content }) => content).sort()).toEqual([
    'First to go',
    'Homeless',
  ]);
});

test('the tree is used by keys, counts its branches, and reveals the selected folder', async ({
  page,
  person,
}) => {
  const top = await person.folder('Northwind');
  const below = await person.folder('Evergreen', { parent: top.id });
  await person.folder('Harbor');
  await person.item(below.id, 'Deep down');
  await page.goto(`/content?folder=${below.id}`);
  const tree = page.getByRole('tree', { name: 'Folders' });
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveText(/Evergreen/);
  await expect(folderRow(page, 'Northwind')).toHaveAccessibleName('Northwind, 1 post');
  await folderRow(page, 'Evergreen').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(folderRow(page, 'Northwind')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(folderRow(page, 'Evergreen')).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(folderRow(page, 'Harbor')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Content in Harbor' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  // Content is dropped on a folder.
  await card(page, 'Deep down').dragTo(folderRow(page, 'Harbor'));
  await expect(folderRow(page, 'Harbor')).toHaveAccessibleName('Harbor, 1 post');
});

test('on a phone the posts come first, and the rest is in a sheet', async ({ page, person }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const [one, other] = [await person.folder('One'), await person.folder('Other')];
  await person.item(one.id, 'In one');
  await person.item(other.id, 'In the other');
  await page.goto('/content');
  await page.getByRole('button', { name: 'Skip these steps' }).click();
  const box = await card(page, 'In the other').boundingBox();
  expect(box?.y).toBeLessThanOrEqual(200);
  await page.getByRole('button', { name: /views, filters and folders/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Views and filters' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'One', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(card(page, 'In one')).toBeVisible();
  await expect(card(page, 'In the other')).toHaveCount(0);
});

test('on a phone the tools of the editor are in a dock, and the rest in sheets', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const folder = await person.folder('Launch');
  await person.folder('Later');
  await person.thread(folder.id, ['The root', 'A reply'], { status: 'review' });
  const [root] = await person.thread(folder.id, ['One', 'Another part'], { status: 'review' });
  await page.goto(`/content/edit/${root?.id}`);
  const dock = page.getByRole('toolbar', { name: 'Editor tools' });
  // It counts the part that is being written; the others count below themselves.
  await expect(dock).toContainText('3 / 280');
  await page.getByLabel('Thread item 2').click();
  await expect(dock).toContainText('12 / 280');
  await page.keyboard.type('. '.padEnd(300, 'word '));
  await dock.getByRole('button', { name: /^Split into \d items$/ }).click();
  await expect(page.getByLabel('Thread item 3')).toBeFocused();
  await dock.getByRole('button', { name: 'Add an emoji to item 3' }).click();
  await page.getByPlaceholder('Find an emoji by its name').fill('hot beverage');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Thread item 3')).toHaveValue(/☕/);
  await dock.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByText('Bluesky')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dock.getByRole('button', { name: 'Preview' })).toBeFocused();
  await dock.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await chooseOption(settings.getByLabel('Folder *'), 'Later');
  await expectAccessible(page);
  // A press beside a selection closes the selection alone, and the focus comes back into the sheet.
  await settings.getByRole('button', { name: 'New folder' }).click();
  const asked = page.getByRole('dialog', { name: 'Create New Folder' });
  await asked.getByLabel('Folder Name').fill('Half a name');
  await asked.getByLabel('Parent folder').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  // It listens for presses beside it from a moment after it opened: a person is never faster.
  await expect(async () => {
    if (await page.getByRole('option').count()) await page.mouse.click(180, 60);
    await expect(page.getByRole('option')).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(asked.getByLabel('Folder Name')).toHaveValue('Half a name');
  await page.keyboard.press('Escape');
  await expect(settings.getByRole('button', { name: 'New folder' })).toBeFocused();
  // A press beside a dialog closes it alone, and reaches nothing of the sheet below.
  const own = settings.getByLabel('Language');
  await settings.getByRole('button', { name: 'New folder' }).click();
  await expect(asked).toBeVisible();
  const { y } = (await asked.boundingBox()) as Box;
  await page.mouse.click(180, y - 12);
  await expect(asked).toHaveCount(0);
  await expect(own).toBeVisible();
  await expect(settings.getByRole('button', { name: 'New folder' })).toBeFocused();
  // What is half written stays.
  await settings.getByLabel('Tags').fill('half');
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await dock.getByRole('button', { name: 'Settings' }).click();
  await expect(settings.getByText('half')).toBeVisible();
  await page.keyboard.press('Escape');
  await dock.getByRole('button', { name: 'Preview' }).click();
  await preview.getByRole('button', { name: 'Customise for X' }).click();
  await expect(page.getByLabel('Custom text for X instead of thread item 1')).toBeFocused();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: /^Content in Later/ })).toBeVisible();
  // On a tablet both are in one drawer.
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto(`/content/edit/${root?.id}`);
  await expect(dock).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings and preview' }).click();
  await expect(settings.getByLabel('Folder *')).toHaveText('Later');
  await settings.getByRole('button', { name: 'Preview' }).click();
  await expect(preview.getByText('Bluesky')).toBeVisible();
  // It does not come back by itself.
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(preview).toHaveCount(0);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(page.getByRole('button', { name: 'Settings and preview' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const LONG =
  'Autumn Campaign for Instagram and everything that follows from it, at some length, until 100 chars!!';

test('nothing scrolls sideways from 320 pixels on, with names of 100 characters', async ({
  page,
  person,
}) => {
  const folder = await person.folder(LONG.slice(0, 100));
  const [root] = await person.thread(folder.id, ['x'.repeat(300), 'A reply'], {
    tags: ['y'.repeat(50)],
  });
  for (const path of [
    `/content?folder=${folder.id}`,
    `/content/edit/${root?.id}`,
    `/content/preview/${root?.id}`,
    '/content/trash',
    '/settings',
    '/content/review',
  ]) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    for (const width of [320, 360, 768, 1024, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const over = () =>
        page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
      await expect.poll(over, { message: `${path} at ${width}` }).toBe(0);
    }
  }
});

for (const width of [360, 1440]) {
  test(`no focused element is covered, ${width}`, async ({ page, person }) => {
    await page.setViewportSize({ width, height: 780 });
    const folder = await person.folder('Launch');
    const texts = Array.from({ length: 12 }, (_, n) => `Part ${n} of a thread, with some text.`);
    const [root] = await person.thread(folder.id, texts);
    for (const path of [`/content/edit/${root?.id}`, '/content']) {
      await page.goto(path);
      await expect(page.getByText('Part 0 of a thread').first()).toBeVisible();
      await page.getByRole('main').focus();
      for (let n = 0; n < 60; n++) {
        await page.keyboard.press('Tab');
        const covered = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || !document.getElementById('main')?.contains(element)) return null;
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const points = [0.1, 0.5, 0.9].map((part) => top + (bottom - top) * part);
          const seen = points.some((y) => {
            const hit = document.elementFromPoint((left + right) / 2, y);
            return hit && (element.contains(hit) || hit.contains(element));
          });
          return seen ? null : element.outerHTML.slice(0, 120);
        });
        expect([path, n, covered]).toEqual([path, n, null]);
      }
    }
  });
}

test('a link asks for folder and type, whatever text was kept; one text follows another', async ({
  page,
  person,
}) => {
  const [one, other] = [await person.folder('One'), await person.folder('Other')];
  await page.goto(`/content/create?folder=${one.id}`);
  await expect(page.getByLabel('Content *')).toBeFocused();
  await page.keyboard.type('Kept on this device');
  await expect(page.getByText('Editing…')).toBeVisible();
  await page.reload();
  await page.goto('/content');
  await folderRow(page, 'Other').click();
  await page.getByRole('link', { name: 'Create Content' }).click();
  await expect(page.getByLabel('Content *')).toHaveValue('Kept on this device');
  await expect(page.getByLabel('Folder *')).toHaveAttribute('data-value', String(other.id));
  await page.getByRole('button', { name: 'Save and write another' }).click();
  await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
  await expect(page.getByLabel('Content *')).toHaveValue('');
  await expect(page.getByLabel('Content *')).toBeFocused();
  await expect(page.getByLabel('Folder *')).toHaveAttribute('data-value', String(other.id));
});

test('the sign-in page says why a session has ended', async ({ page, person: _ }) => {
  allowFailures('401 GET /api/content/');
  await page.route('**/api/content/**', (route) =>
    route.fulfill({ status: 401, json: { detail: 'No.' } }),
  );
  await page.goto('/content');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
});

test('a popover is beside its button and within the window, whatever moves', async ({
  page,
  person,
}) => {
  await person.folder('Clients');
  await page.goto('/content');
  const box = async (locator: Locator) => (await locator.boundingBox()) as Box;
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  // In whole pixels: it is placed on one.
  const off = (is: number, wanted: number) => Math.floor(Math.abs(is - wanted));
  const offBelow = async () => {
    const [button, below] = [await box(filters), await box(panel)];
    return [
      off(below.x + below.width, button.x + button.width),
      off(below.y, button.y + button.height + 6),
    ];
  };
  await expect.poll(offBelow).toEqual([0, 0]);
  await page.setViewportSize({ width: 1000, height: 460 });
  await expect.poll(offBelow).toEqual([0, 0]);
  // Also where no event tells of it, as when a scrollbar goes.
  const { x } = await box(filters);
  await filters.evaluate((button) => button.style.setProperty('margin-right', '30px'));
  await expect.poll(async () => x - (await box(filters)).x).toBeGreaterThan(20);
  await expect.poll(offBelow).toEqual([0, 0]);

  // Without room below, it is above, and as high as there is room.
  const select = panel.getByRole('combobox', { name: 'Sort by' });
  await select.click();
  const options = page.getByRole('dialog', { name: 'Options' });
  await expect
    .poll(async () => {
      const [button, above] = [await box(select), await box(options)];
      return [off(above.y + above.height, button.y - 4), off(above.x, button.x), above.y >= 8];
    })
    .toEqual([0, 0, true]);
  // It follows what is scrolled below it.
  const { y } = await box(options);
  await panel.evaluate((element) => element.scrollBy(0, -40));
  await expect.poll(async () => (await box(options)).y - y).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(select).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(filters).toBeFocused();

  // Beside the sidebar, which is folded at this width.
  const folders = page.getByRole('button', { name: 'Folders', exact: true }).first();
  await folders.click();
  const tree = page.getByRole('dialog', { name: 'Folders' });
  await expect
    .poll(async () => {
      const [button, right] = [await box(folders), await box(tree)];
      return [off(right.x, button.x + button.width + 8), right.y + right.height <= 460];
    })
    .toEqual([0, true]);
  // A press outside closes it, and keeps the focus that it gave.
  await page.getByRole('searchbox', { name: 'Search content' }).click();
  await expect(tree).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search content' })).toBeFocused();
});

test('a menu that is higher than the window is scrolled', async ({ page, person }) => {
  const folder = await person.folder('Clients');
  await person.item(folder.id, 'Opening hours');
  await page.goto('/content');
  await page.setViewportSize({ width: 360, height: 320 });
  await page.getByRole('button', { name: 'More actions for Opening hours' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  // It is placed once it is drawn.
  await expect
    .poll(async () => {
      const { y, height } = (await menu.boundingBox()) as Box;
      return y >= 0 && y + height <= 320;
    })
    .toBe(true);
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Delete');
});

test('a select is used by keys alone, and searched from ten options on', async ({
  page,
  person,
}) => {
  const top = await person.folder('Clients');
  for (let at = 1; at <= 12; at++) await person.folder(`Client ${at}`, { parent: top.id });
  await person.folder('Über uns', { parent: top.id });
  const { id } = await person.item(top.id, 'To be moved');
  await page.goto(`/content/edit/${id}`);
  const folder = page.getByLabel('Folder *');
  await expect(folder).toHaveText('Clients');
  await folder.focus();
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('option');
  await expect(options).toHaveCount(14);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.type('uns');
  await expect(options).toHaveText(['Über unsClients']);
  await page.keyboard.press('Escape');
  await expect(folder).toBeFocused();
  await expect(folder).toHaveText('Clients');
  // The first letters open it.
  await page.keyboard.type('uber');
  await page.keyboard.press('Enter');
  await expect(folder).toHaveText('Über uns');
  await expect(folder).toBeFocused();

  // Of many options, too, the first that is found is chosen, however fast it is asked for.
  const language = page.getByLabel('Language');
  for (const [typed, name] of [
    ['swed', 'Swedish'],
    ['norw', 'Norwegian Bokmål'],
    ['a', 'Afrikaans'],
  ] as const) {
    await language.focus();
    await page.keyboard.type(typed, { delay: 60 });
    await page.keyboard.press('Enter');
    await expect(language).toHaveText(name);
    await expect(language).toBeFocused();
  }
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('End');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(language).toHaveText('Zulu');
  await expect(language).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Home');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(language).toHaveText('Not specified');

  // An empty value is an option as any other.
  await language.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(language).toHaveText('Afrikaans');
  await expect(language).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(language).toHaveText('Not specified');
  await expect(language).toBeFocused();

  // Few options are reached by their first letters, and nothing is saved by Enter.
  await page.getByLabel('Status').focus();
  await page.keyboard.press('r');
  await expect(options.filter({ hasText: 'Review' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Status')).toHaveText('Review');
  await expect(page).toHaveURL(`/content/edit/${id}`);

  // In a dialog, Escape closes the options alone.
  await page.goto('/content');
  await page.getByRole('button', { name: 'More actions for To be moved' }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByLabel('Folder *').click();
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(dialog).toBeVisible();
});
