import type { Page } from '@playwright/test';
import { type Audience, allPages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import {
  allowFailures,
  blockLiveEvents,
  expect,
  expectAccessible,
  expectContrast,
  folderRow,
  hold,
  type Person,
  test,
  toast,
} from './fixtures.ts';

/** The paths of all pages without an id, by audience. */
const pathsFor = (...audiences: Audience[]) =>
  allPages
    .filter(([, { path, audience }]) => audiences.includes(audience) && !/:(id|token)$/.test(path))
    .map(([, { path }]) => path.replace(/:\w+\?/g, 'a'));
const publicPaths = [
  ...pathsFor('everybody', 'guest', 'link').filter((path) => path !== paths.socialCallback()),
  '/nowhere',
];
const memberPaths = [
  ...pathsFor('member'),
  paths.search('view=search&q=text'),
  paths.createThread(),
  '/content/nowhere',
];

/** In both themes, and as wide as a phone, a tablet and a screen. */
async function expectGoodPage(page: Page, path: string) {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByRole('main')).toHaveCount(1);
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // Polled: columns that depend on the width follow it a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
        message: `${path} fits a window of ${width} px`,
      })
      .toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  await expectContrast(page);
}

async function expectGoodPages(page: Page, all: string[]) {
  test.setTimeout(120_000);
  for (const path of all) await expectGoodPage(page, path);
}

/** Posts in every state, one of them in three parts. */
async function fillWorkspace(person: Person) {
  const folder = await person.folder('Ideas', { description: 'All of them' });
  const ids: number[] = [];
  for (const status of ['draft', 'review', 'approved', 'published', 'archived']) {
    ids.push(
      (await person.item(folder.id, `A text that is ${status}`, { status, tags: ['tag'] })).id,
    );
  }
  const [root] = await person.thread(folder.id, ['The beginning', 'x'.repeat(300), 'The end']);
  return { approved: ids[2] ?? 0, thread: root?.id ?? 0 };
}

/** So many pages share a workspace and a browser: to make these takes as long as a page. */
const GROUP = 6;
const grouped = (all: string[]) =>
  all.flatMap((_, at) => (at % GROUP ? [] : [all.slice(at, at + GROUP)]));

for (const some of grouped(memberPaths))
  test(`accessible, and fit their window: ${some.join(', ')}`, { tag: '@slow' }, async ({
    page,
    person,
  }) => {
    allowFailures('404 GET /content/nowhere');
    // Addresses are visited as patterns: what has no number there is not found.
    allowFailures('404 GET /api/rules/NaN/', '404 GET /api/webhooks/NaN/');
    // With their stream open, the network would never be idle.
    await blockLiveEvents(page);
    await fillWorkspace(person);
    await expectGoodPages(page, some);
  });

test('accessible, and fit their window: the editor and the preview', async ({ page, person }) => {
  await blockLiveEvents(page);
  const { approved, thread } = await fillWorkspace(person);
  const itemPaths = [approved, thread].flatMap((id) => [
    paths.editContent(id),
    paths.previewContent(id),
  ]);
  await expectGoodPages(page, itemPaths);
});

for (const some of grouped(publicPaths))
  test(`accessible, and fit their window, for everybody: ${some.join(', ')}`, { tag: '@slow' }, ({
    page,
  }) => {
    allowFailures('404 GET /nowhere');
    return expectGoodPages(page, some);
  });

test('no link is broken', async ({ page, request }) => {
  /** The page of each address. */
  const found = new Map<string, string>();
  for (const path of publicPaths.slice(0, -1)) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const link of await page.getByRole('link').all())
      found.set((await link.getAttribute('href')) ?? '', path);
  }
  // Most are on every page.
  for (const [href, path] of found) {
    expect([path, href.startsWith('/') || href.startsWith('#')]).toEqual([path, true]);
    if (href.startsWith('/')) expect((await request.get(href)).status()).toBe(200);
  }
});

test('headers, breadcrumbs and the page for unknown paths', async ({ page, person: _ }) => {
  allowFailures(
    '404 GET /api/content/items/:id/thread/',
    '404 GET /api/content/items/:id/transitions/',
    '404 GET /content/what',
  );
  const nav = page.getByRole('banner').getByRole('navigation');
  await page.goto('/');
  await expect(nav.getByRole('link')).toHaveText(['Content', 'Features', 'Pricing', 'About']);
  await page.goto('/features');
  await expect(nav.getByRole('link')).toHaveText(['Content']);
  await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  // The menu listens for clicks outside from a moment after it opened: a person is never faster.
  await expect(async () => {
    await page.mouse.click(400, 500);
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveCount(0, { timeout: 500 });
  }).toPass();

  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  for (const [path, label] of [
    ['/content/edit/7', 'Edit Content #7'],
    ['/content/what', 'Page Not Found'],
  ] as const) {
    await page.goto(path);
    await expect(crumbs.getByRole('listitem')).toHaveText(['Content', label]);
  }
  await page.goto('/content');
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  await expect(crumbs).toHaveCount(0);
  await page.goto('/content/what');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/content');
});

test('the sidebar folds to 64 pixels and back to 256, and remembers it', async ({
  page,
  person: _,
}) => {
  await page.goto('/content');
  const sidebar = page.getByRole('complementary');
  await expect(sidebar).toHaveCSS('width', '256px');
  await expect(sidebar).toContainText('Connect social media accounts');
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '64px');
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '64px');
  await expect(sidebar.getByRole('link', { name: 'Content', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '256px');
});

test('on a phone the sidebar is a drawer, and the work can be done', async ({ page, person }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await person.folder('Ideas');
  await page.goto('/social-accounts');
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Content/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Create Content' }).click();
  await page.getByLabel('Content *').fill('From the bus');
  await page.getByRole('button', { name: 'Create Content' }).click();
  await expect(page.getByRole('article')).toContainText('From the bus');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
});

test('the focus stays on a folder that is being created', async ({ page, person }) => {
  await person.folder('Ideas');
  await page.goto('/content');
  await expect(folderRow(page, 'Ideas')).toBeVisible();
  const release = await hold(page, '**/api/content/folders/', 'POST');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Folder Name *').fill('Typed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'New folder' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(folderRow(page, 'Typed')).toBeFocused();
  release();
  await expect(toast(page, 'Success', 'Folder created successfully')).toBeVisible();
  await expect(folderRow(page, 'Typed')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(folderRow(page, 'Ideas')).toBeFocused();
});

test('everything can be done by keyboard alone', async ({ page, person }) => {
  await person.folder('Ideas');
  await page.goto('/content');
  await expect(folderRow(page, 'Ideas')).toBeVisible();
  const reach = async (name: RegExp, role: 'link' | 'button' | 'textbox') => {
    const target = page.getByRole(role, { name }).first();
    for (let i = 0; i < 60; i++) {
      if (await target.evaluate((element) => element === document.activeElement)) return target;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${role} ${name} was not reached`);
  };
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await reach(/^New folder/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Folder Name *')).toBeFocused();
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await expect(folderRow(page, 'Typed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New folder' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(folderRow(page, 'Ideas')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(folderRow(page, 'Typed')).toBeFocused();
  await reach(/^Actions for Typed/, 'button');
  await page.keyboard.press('Enter');
  // The first menu of a visit may still be on its way, and each key moves the focus a moment later.
  const edit = page.getByRole('menuitem', { name: 'Edit Folder' });
  await expect(edit).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'New subfolder' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions for Typed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edit).toBeFocused();
  // A letter leads to the next item that begins with it, as in every menu.
  await page.keyboard.press('d');
  await expect(page.getByRole('menuitem', { name: 'Delete Folder' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Folder' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions for Typed' })).toBeFocused();
  await page.goto('/content/create');
  await reach(/^Content/, 'textbox');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await reach(/^Cancel/, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toContainText('By keyboard');
  await reach(/^Status: Draft/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Draft' })).toBeFocused();
  await page.keyboard.press('p');
  await expect(page.getByRole('menuitemradio', { name: 'Published' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Status: Published/ })).toBeVisible();
  await reach(/^Delete By keyboard/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete By keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await reach(/^Delete$/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('Escape closes a dialog at its first moment, and not the toast beneath it', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Ideas');
  await person.item(folder.id, 'A text');
  await page.goto('/content');
  await page.getByRole('button', { name: /^Status: Draft/ }).click();
  await page.getByRole('menuitemradio', { name: 'Published' }).click();
  await expect(toast(page, 'Success')).toBeVisible();
  // A key that comes with the focus, sooner than a person can press it.
  await page.evaluate(() => {
    const press = ({ target }: FocusEvent) => {
      if (!(target as Element).closest('[role=dialog]')) return;
      document.removeEventListener('focusin', press);
      const init = { key: 'Escape', bubbles: true, cancelable: true };
      target?.dispatchEvent(new KeyboardEvent('keydown', init));
    };
    document.addEventListener('focusin', press);
  });
  const remove = page.getByRole('button', { name: 'Delete A text' });
  await remove.click();
  await expect(remove).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(toast(page, 'Success')).toBeVisible();
});

test('a page for members has its frame before the application has arrived', async ({
  page,
  person,
}) => {
  await person.folder('Ideas');
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/content', { waitUntil: 'commit' });
  const frame = page.locator('#shell');
  await expect(frame.getByText('PF')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  await expect(frame).toBeHidden();
});

test('a page goes on without an extra that could not be loaded', async ({ page, person }) => {
  allowFailures('net::ERR_FAILED GET /assets/FirstSteps');
  const { id } = await person.folder('Ideas');
  await page.route('**/assets/FirstSteps-*.js', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed');
  await page.goto(`/content?folder=${id}`);
  await refused;
  await page.getByRole('link', { name: 'Create Content' }).first().click();
  await page.getByLabel('Content *').fill('Written without it');
  await page.getByRole('button', { name: 'Create Content' }).click();
  await expect(page.getByRole('article')).toContainText('Written without it');
});

test('the theme follows the system until one is chosen', async ({ page }) => {
  const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await dark()).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(dark).toBe(false);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(dark).toBe(true);
  await page.reload();
  expect(await dark()).toBe(true);
});

test('toasts: one at a time, closed after a time, paused while hovered, swiped away, reached by F8', async ({
  page,
  person: _,
}) => {
  allowFailures('Error toast: Cannot remove A thread must have at least one item');
  await page.clock.install();
  await page.goto('/content/create?mode=thread');
  const shown = toast(page, 'Cannot remove', 'A thread must have at least one item');
  const show = async () => {
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await expect(shown).toBeVisible();
    // It listens for the pointer from a moment after it is visible: a person is never faster.
    await page.clock.runFor(250);
  };
  await show();
  await show();
  await expect(shown).toHaveCount(1);
  // The fake clock also advances by itself: hence the distance to the 5000.
  await page.clock.runFor(3000);
  await expect(shown).toBeVisible();
  await page.clock.runFor(2100);
  await expect(shown).toHaveCount(0);

  await show();
  await shown.hover();
  await page.clock.runFor(20_000);
  await expect(shown).toBeVisible();
  await page.mouse.move(200, 200);
  await page.clock.runFor(5200);
  await expect(shown).toHaveCount(0);

  await show();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused();
  await page.clock.runFor(20_000);
  await expect(shown).toBeVisible();

  const swipe = async (distance: number) => {
    const box = await shown.boundingBox();
    if (!box) throw new Error('no toast');
    await page.mouse.move(box.x + 100, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 100 + distance, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(shown).toBeVisible();
  await swipe(80);
  await expect(shown).toHaveCount(0);

  // A toast that was dismissed while hovered does not pause later ones.
  await show();
  await shown.getByRole('button', { name: 'Dismiss' }).click();
  await expect(shown).toHaveCount(0);
  await show();
  await page.mouse.move(200, 200);
  await page.clock.runFor(5500);
  await expect(shown).toHaveCount(0);
});

test('a message of another page is shown on the sign-in page', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    history.replaceState(
      {
        ...history.state,
        usr: { message: 'Password reset successful! Please log in with your new password.' },
      },
      '',
    );
  });
  await page.reload();
  await expect(
    toast(page, 'Password reset successful! Please log in with your new password.'),
  ).toBeVisible();
});

test('frequent actions have shortcuts, and single-key shortcuts can be switched off', async ({
  page,
  person,
}) => {
  await person.folder('Ideas');
  await page.goto('/analytics');
  const list = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await expect(list.getByText('Add a post to the thread')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/analytics');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search content' })).toBeFocused();
  await page.keyboard.type('c?/');
  await expect(page.getByRole('searchbox', { name: 'Search content' })).toHaveValue('c?/');
  await page.getByRole('main').focus();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/content/create');
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await list.getByRole('checkbox', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('?');
  await page.reload();
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  await expect(list).toBeHidden();
});
