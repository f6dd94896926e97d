import type { Page } from '@playwright/test';
import {
  allowFailures,
  blockLiveEvents,
  card,
  chooseOption,
  expect,
  folderRow,
  hold,
  type Person,
  test,
  toast,
} from './fixtures.ts';

const failing = (page: Page, method: string, url: string, body: object = {}) =>
  page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: body })
      : route.fallback(),
  );

test.describe('when the server fails', () => {
  /** Delays the response until `release` is called, to see the optimistic state. */
  async function held(page: Page, method: string, url: string, body: object) {
    await failing(page, method, url, body);
    return hold(page, url, method);
  }

  test('a new folder appears at once, disappears on failure, and can be submitted again', async ({
    page,
    person,
  }) => {
    allowFailures('500 POST /api/content/folders/', 'Error toast: Error No room.');
    await person.folder('Kept');
    await page.goto('/content');
    const release = await held(page, 'POST', '**/api/content/folders/', { detail: 'No room.' });
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Folder Name *').fill('Lost');
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(folderRow(page, 'Lost')).toBeVisible();
    release();
    await expect(toast(page, 'Error', 'No room.')).toBeVisible();
    await expect(folderRow(page, 'Lost')).toHaveCount(0);
    await page.unroute('**/api/content/folders/');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Folder Name *')).toHaveValue('Lost');
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(toast(page, 'Success', 'Folder created successfully')).toBeVisible();
  });

  test('an edited folder gets its name back, a deleted one comes back with its items and its selection', async ({
    page,
    person,
  }) => {
    allowFailures(
      '500 PUT /api/content/folders/:id/',
      'Error toast: Error API Error: 500 Internal Server Error',
      '500 DELETE /api/content/folders/:id/',
    );
    const folder = await person.folder('Ideas');
    await person.item(folder.id, 'In the folder');
    await page.goto(`/content?folder=${folder.id}`);
    await expect(card(page, 'In the folder')).toBeVisible();
    let release = await held(page, 'PUT', '**/api/content/folders/*/', {});
    await page.getByRole('button', { name: 'Actions for Ideas' }).click();
    await page.getByRole('menuitem', { name: 'Edit Folder' }).click();
    await page.getByLabel('Folder Name *').fill('Renamed');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(folderRow(page, 'Renamed')).toBeVisible();
    release();
    await expect(toast(page, 'Error', 'API Error: 500 Internal Server Error')).toBeVisible();
    await expect(folderRow(page, 'Ideas')).toBeVisible();

    await page.goto('/content');
    await folderRow(page, 'Ideas').click();
    await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
    await expect(card(page, 'In the folder')).toBeVisible();
    await folderRow(page, 'Ideas').click();
    release = await held(page, 'DELETE', '**/api/content/folders/*/', {});
    await page.getByRole('button', { name: 'Actions for Ideas' }).click();
    await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(folderRow(page, 'Ideas')).toHaveCount(0);
    await expect(card(page, 'In the folder')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: 'Content in Ideas' })).toBeVisible();
    await expect(card(page, 'In the folder')).toBeVisible();
  });

  test('a failed change of a status is rolled back, a failed deletion restores the item', async ({
    page,
    person,
  }) => {
    allowFailures(
      '500 PUT /api/content/items/:id/',
      'Error toast: Error API Error: 500 Internal Server Error',
      '500 DELETE /api/content/items/:id/',
    );
    const folder = await person.folder('Ideas');
    await person.item(folder.id, 'Steadfast');
    await page.goto('/content');
    let release = await held(page, 'PUT', '**/api/content/items/*/', {});
    await page.getByRole('button', { name: /^Status: Draft/ }).click();
    await page.getByRole('menuitemradio', { name: 'Published' }).click();
    await expect(page.getByRole('button', { name: /^Status: Published/ })).toBeVisible();
    release();
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Status: Draft/ })).toBeVisible();

    release = await held(page, 'DELETE', '**/api/content/items/*/', {});
    await page.getByRole('button', { name: 'Delete Steadfast' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(card(page, 'Steadfast')).toHaveCount(0);
    release();
    await expect(card(page, 'Steadfast')).toBeVisible();
  });

  test('a text that cannot be saved stays in the editor', async ({ page, person }) => {
    allowFailures(
      '500 POST /api/content/items/',
      'Error toast: Error API Error: 500 Internal Server Error',
      'Error toast: Error Failed to create content. Please try again.',
      'net::ERR_FAILED PUT /api/content/items/:id/',
      'Error toast: Error Failed to update item',
      'Error toast: Error Failed to update content. Please try again.',
      'net::ERR_FAILED GET /api/content/items/:id/thread/',
      'net::ERR_FAILED GET /api/content/folders/',
      'net::ERR_FAILED GET /api/content/items/:id/transitions/',
    );
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?folder=${folder.id}`);
    await page.getByLabel('Content *').fill('Not lost');
    await failing(page, 'POST', '**/api/content/items/');
    await page.getByRole('button', { name: 'Create Content' }).click();
    await expect(toast(page, 'Error', 'Failed to create content. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Content *')).toHaveValue('Not lost');
    await person.item(folder.id, 'Before');
    // It stays on this device.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(toast(page, 'Not saved yet', 'kept on this device')).toBeVisible();
    await card(page, 'Before').getByRole('heading').click();
    await page.getByLabel('Content *').fill('After');
    // The server does not respond any more, background requests included.
    await page.route('**/api/content/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Error', 'Failed to update content. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Content *')).toHaveValue('After');
  });

  test('lists that cannot be loaded say so and can be retried', async ({ page, person }) => {
    allowFailures(
      '500 GET /api/content/folders/',
      'net::ERR_FAILED GET /api/content/items/',
      'Error toast: Error API Error: 500 Internal Server Error',
      // Which of the two is said last is chance.
      'Error toast: Error Failed to fetch items',
    );
    await person.folder('Ideas');
    await failing(page, 'GET', '**/api/content/folders/');
    await page.route('**/api/content/items/?*', (route) => route.abort());
    // Live events would refetch the lists at any time.
    await blockLiveEvents(page);
    await page.goto('/content');
    await expect(page.getByText('Failed to load folders')).toBeVisible();
    await expect(page.getByRole('main').getByText('Failed to fetch items')).toBeVisible();
    await page.unroute('**/api/content/folders/');
    await page.unroute('**/api/content/items/?*');
    await page
      .getByRole('region', { name: 'Folders' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(folderRow(page, 'Ideas')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No content items found.')).toBeVisible();
  });

  test('a page that cannot be rendered becomes the error screen, whose error can be copied', async ({
    page,
    person: _,
    context,
    browserName,
  }) => {
    allowFailures('Error: Minified React error');
    test.skip(browserName !== 'chromium');
    await page.route('**/api/content/folders/', (route) =>
      route.fulfill({ json: { results: [{ id: 1, parent: null, name: { not: 'a text' } }] } }),
    );
    await page.goto('/content');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByText('If this problem persists, please contact support.')).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy Error' }).click();
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of [
      'Error: ',
      'Stack: ',
      'Component stack: ',
      'Timestamp: 20',
      'User agent: Mozilla',
    ])
      expect(copied).toContain(part);
    await expect(page.getByRole('button', { name: 'Copy Error' })).toBeVisible();
    // Without the clipboard API, the legacy command is used.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = ((command: string) => {
        document.title = `${command}: ${(document.activeElement as HTMLTextAreaElement).value.slice(0, 7)}`;
        return true;
      }) as typeof document.execCommand;
    });
    await page.getByRole('button', { name: 'Copy Error' }).click();
    await expect(page).toHaveTitle('copy: Error: ');
    await page.getByRole('button', { name: 'Go Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('the content page', () => {
  async function many(person: Person, count: number) {
    const folder = await person.folder('Many');
    const write = (n: number) =>
      person.item(folder.id, `Post number ${n}`, { status: n % 2 ? 'published' : 'draft' });
    // The oldest one is the last of the list; others are made twenty at once, in any order.
    await write(0);
    for (let i = 1; i < count; i += 20)
      await Promise.all(Array.from({ length: Math.min(20, count - i) }, (_, j) => write(i + j)));
    return folder;
  }

  test('loads pages as they come into view, renders only what is visible, and counts the rest', async ({
    page,
    person,
  }) => {
    await many(person, 140);
    await page.goto('/content');
    await expect(page.getByRole('status').filter({ hasText: '140 items' })).toBeVisible();
    expect(await page.getByRole('article').count()).toBeLessThan(40);
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4000);
          return card(page, 'Post number 0').count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    expect(await page.getByRole('article').count()).toBeLessThan(40);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox', { name: 'Published' }).check();
    await expect(page.getByRole('status').filter({ hasText: '70 items' })).toBeVisible();
    await chooseOption(page.getByLabel('Updated'), 'Last 7 days');
    await expect(page.getByRole('status').filter({ hasText: '70 items' })).toBeVisible();
  });

  test('keeps its place where a row above grows, and in another density', async ({
    page,
    person,
  }) => {
    await many(person, 100);
    await page.goto('/content');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.mouse.move(700, 500);
    // So far that the compact list is shorter.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1000);
        return page.evaluate(() => window.scrollY);
      })
      .toBeGreaterThan(6000);
    const rows = page.getByRole('article');
    const boxes = () =>
      rows.evaluateAll((all) =>
        all
          .map((row) => ({ text: row.textContent ?? '', ...row.getBoundingClientRect().toJSON() }))
          .toSorted((a, b) => a.top - b.top),
      );
    const nameOf = ({ text }: { text: string }) => /Post number \d+/.exec(text)?.[0] ?? '';
    let before = await boxes();
    // The wheel scrolls on for a while.
    await expect(async () => {
      const former = before;
      before = await boxes();
      expect(before).toEqual(former);
    }).toPass({ intervals: [100] });
    const read = before.find(({ top }) => top > 140);
    const [above] = before;
    if (!read || !above || above.bottom > 0) throw new Error('the list was not scrolled');
    const reading = rows.filter({ hasText: new RegExp(`${nameOf(read)}(?!\\d)`) });
    const topOf = async () => (await reading.boundingBox())?.y;
    const item = (await person.items()).find(({ content }) => content === nameOf(above));
    await person.update(item?.id ?? 0, {
      content: `${nameOf(above)}\n${'A long text. '.repeat(20)}`,
    });
    const grown = rows.filter({ hasText: 'A long text.' });
    await expect
      .poll(async () => (await grown.boundingBox())?.height)
      .toBeGreaterThan(above.height + 20);
    await expect.poll(topOf).toBeCloseTo(read.top, 0);

    await page.keyboard.press('v');
    await expect(reading).toBeInViewport();
    await page.keyboard.press('v');
    await expect.poll(async () => (await reading.boundingBox())?.height).toBeGreaterThan(80);
    await expect(reading).toBeInViewport();
  });

  test('nests folders, opens the one in the URL, and remembers what is expanded', async ({
    page,
    person,
  }) => {
    const top = await person.folder('Top');
    const below = await person.folder('Below', { parent: top.id });
    await person.item(below.id, 'Deep down');
    await page.goto('/content');
    await expect(folderRow(page, 'Below')).toHaveCount(0);
    await page.locator('[data-toggle=Top]').click();
    await expect(folderRow(page, 'Below')).toBeVisible();
    await page.reload();
    await folderRow(page, 'Below').click();
    await expect(page.getByRole('heading', { name: 'Content in Below' })).toBeVisible();
    await folderRow(page, 'Below').click();
    await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
    await page.goto(`/content?folder=${below.id}`);
    await expect(page.getByRole('heading', { name: 'Content in Below' })).toBeVisible();
    await page.goto('/content?folder=999999');
    await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  });
});
