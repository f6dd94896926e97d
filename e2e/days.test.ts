import type { Locator, Page } from '@playwright/test';
import { jpeg } from '../server/testing/media-files.ts';
import { sampled } from '../server/testing/sampled.ts';
import { cell, entry, named, nextMonth } from './calendar-page.ts';
import {
  card,
  chooseOption,
  expect,
  folderRow,
  forbidReloads,
  type Person,
  said,
  test,
  toast,
} from './fixtures.ts';

/**
 * A morning's work over all pages, as people do it: each page has what the pages before have left
 * in the cache, in memory and on the device. `strict` of the fixtures fails on what breaks.
 */

/** `npm test` has a morning of one kind; `npm run test:slow` has the others. */
const [chosen] = sampled(['by mouse', 'by keyboard', 'on a phone'], 1, 'days');
const tagOf = (kind: string) => ({ tag: kind === chosen ? [] : '@slow' });

/** So many entries of the history are looked at again. */
const MOST_STEPS = 25;

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const publications = (page: Page) => page.getByRole('region', { name: 'Publications' });
const practicePosts = (page: Page) =>
  page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
const picture = async (name: string, seed: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpeg({ seed }),
});

/** Begins on the content page, which is the only one that is loaded. */
async function begin(page: Page, { name }: Person) {
  page.setDefaultTimeout(20_000);
  await page.goto('/content');
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await heading(page, 'All Content');
  forbidReloads(page);
}

/**
 * Back through the whole morning, and forward again: each page is drawn again by what is cached,
 * and each address has the page that it had.
 */
async function throughHistory(page: Page) {
  // The router counts its entries.
  const last: number = await page.evaluate(() => history.state.idx);
  expect(last).toBeGreaterThan(10);
  const seen: [path: string, title: string | null][] = [];
  const shown = async () => {
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([page.url(), await sideways()]).toEqual([page.url(), 0]);
    return title.textContent();
  };
  for (let step = 0; step < Math.min(last, MOST_STEPS); step++) {
    await page.goBack();
    seen.push([new URL(page.url()).pathname, await shown()]);
  }
  // Those of the content page have a title of their own; of the others the path says it.
  for (const [path] of seen.toReversed().slice(1)) {
    await page.goForward();
    await shown();
    expect(new URL(page.url()).pathname).toBe(path);
  }
}

test.describe('by mouse', tagOf('by mouse'), () => {
  const side = (page: Page, name: RegExp) =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name }).click();
  const content = (page: Page) => side(page, /^Content/);

  async function prepare(page: Page) {
    for (const name of ['Launch', 'Clients']) {
      await page.getByRole('button', { name: 'New folder' }).click();
      await page.getByLabel('Folder Name *').fill(name);
      await page.getByRole('button', { name: 'Create Folder' }).click();
      await expect(folderRow(page, name)).toBeVisible();
    }
    await side(page, /^Social Accounts/);
    await page.getByRole('button', { name: 'Add a practice account' }).click();
    const connecting = page.getByRole('dialog', { name: 'Connect Practice' });
    await connecting.getByLabel('Name').fill('Harbour');
    await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
    await said(page, 'Harbour is connected');
    await page.getByRole('link', { name: 'Add slots' }).click();
    await page.getByRole('button', { name: 'Add slot', exact: true }).click();
    const slot = page.getByRole('dialog', { name: 'New slot' });
    await slot.getByLabel('Time').fill('12:30');
    await slot.getByRole('button', { name: 'Tuesday' }).click();
    await slot.getByRole('button', { name: 'Save on 2 days' }).click();
    await expect(page.getByRole('button', { name: 'Monday 12:30, free' })).toBeVisible();
    await side(page, /^Media/);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await (await chooser).setFiles([await picture('harbour.jpg', 501)]);
    await page.getByRole('region', { name: 'Uploads' }).getByText('Describe').click();
    const file = page.getByRole('complementary', { name: 'harbour.jpg' });
    await file.getByLabel('Alt text').fill('Boats in the harbour');
    await expect(file.getByText('Saved')).toBeVisible();
    await file.getByRole('button', { name: 'Close the file' }).click();
  }

  async function write(page: Page) {
    await content(page);
    await folderRow(page, 'Launch').click();
    await page.getByRole('link', { name: 'Create Content' }).click();
    await page.getByLabel('Content *').fill('We open in May');
    await page.getByRole('button', { name: 'Add media from the library to the content' }).click();
    const library = page.getByRole('dialog', { name: 'From the library' });
    await library.getByRole('button', { name: 'harbour.jpg' }).click();
    await library.getByRole('button', { name: 'Add 1 file' }).click();
    await page.getByLabel('Tags').fill('launch,');
    await page.getByRole('button', { name: 'Create Content' }).click();
    await said(page, 'Item created successfully');
    // The calendar has it, and the list is as it was after that.
    await side(page, /^Calendar/);
    const drafts = page.getByRole('region', { name: 'Drafts' });
    await expect(drafts.getByRole('button', { name: /We open in May/ })).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.goBack();
    await expect(card(page, 'We open in May')).toBeVisible();
    await page.getByRole('link', { name: 'Create Content' }).click();
    await page.getByRole('tab', { name: 'Thread' }).click();
    await page.getByLabel('Thread item 1').fill('One of two');
    await page.getByRole('button', { name: 'Add Thread Item' }).click();
    await page.getByLabel('Thread item 2').fill('Two of two');
    await page.getByRole('button', { name: 'Create Thread' }).click();
    await said(page, 'Item created successfully');
    await expect(card(page, 'One of two').getByText('Thread (2)')).toBeVisible();
    await card(page, 'We open in May').getByRole('heading').click();
    await page.getByLabel('Content *').fill('We open in June');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Item updated successfully');
  }

  async function review(page: Page) {
    await card(page, 'We open in June')
      .getByRole('button', { name: /^Status: Draft/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Review' }).click();
    await page.getByRole('link', { name: 'Review, 1 waiting' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
    await toast(page, 'Success', 'Approved').getByRole('button', { name: 'Undo' }).click();
    await said(page, 'Back in review');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
    await page.goBack();
    await expect(
      card(page, 'We open in June').getByRole('button', { name: /^Status: Approved/ }),
    ).toBeVisible();
  }

  async function publish(page: Page) {
    await card(page, 'We open in June')
      .getByRole('link', { name: /^Preview/ })
      .click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
    await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
    await expect(publications(page)).toContainText('1 channel: 1 published');
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('Published');
    await side(page, /^Social Accounts/);
    await page.getByRole('link', { name: 'Open page' }).click();
    await expect(practicePosts(page).first()).toContainText('We open in June');
    await expect(practicePosts(page).first().getByRole('img')).toHaveAccessibleName(
      'Boats in the harbour',
    );
    // The thread goes into the queue.
    await content(page);
    await card(page, 'One of two')
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Publish…' }).click();
    await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
    await dialog.getByRole('radio', { name: 'Add to queue' }).check();
    await dialog.getByRole('button', { name: 'Add to the queue of Practice' }).click();
    await said(page, 'Added to the queue of Practice');
    await side(page, /^Social Accounts/);
    await page.getByRole('link', { name: '2 slots a week' }).click();
    const waiting = page.getByRole('region', { name: 'Next in the queue' }).getByRole('listitem');
    await expect(waiting).toContainText(['One of two']);
    await page.getByRole('button', { name: 'Pause queue' }).click();
    await expect(page.getByText('1 post is held.')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await expect(page.getByText('1 post is held.')).toBeHidden();
  }

  async function plan(page: Page) {
    const [from, to] = [nextMonth(14), nextMonth(16)];
    await side(page, /^Calendar/);
    await page.getByRole('button', { name: 'Later' }).click();
    await cell(page, from).hover();
    await cell(page, from)
      .getByRole('button', { name: /^New post on/ })
      .click();
    await page.getByLabel('Content *').fill('For the winter');
    await page.getByRole('button', { name: 'Create Content' }).click();
    await said(page, `Planned for ${named(from)}, 09:00`);
    await side(page, /^Calendar/);
    await page.getByRole('button', { name: 'Later' }).click();
    await entry(page, 'For the winter').dragTo(cell(page, to));
    await said(page, `Moved to ${named(to)}, 09:00`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cell(page, from).getByRole('button', { name: /winter$/ })).toBeVisible();
    for (const view of ['Week', 'List', 'Month'])
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click();
    await entry(page, 'For the winter').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open' }).click();
    await heading(page, 'Social Media Content');
  }

  async function tidy(page: Page) {
    await content(page);
    await heading(page, 'Content in Clients');
    await card(page, 'For the winter').dragTo(folderRow(page, 'Launch'));
    await expect(folderRow(page, 'Clients')).toHaveAccessibleName('Clients, 0 posts');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search content' }).fill('winter');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'Delete For the winter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Success', 'Item deleted').getByRole('button', { name: 'Undo' }).click();
    await said(page, 'Item restored');
    await expect(card(page, 'For the winter')).toBeVisible();
    await page.getByRole('button', { name: 'Folders' }).click();
    await folderRow(page, 'Launch').click();
    await card(page, 'For the winter')
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue(/For the winter/);
    await page.getByRole('link', { name: 'Back to Content' }).click();
    const copy = card(page, 'For the winter (Copy)');
    await expect(copy).toBeVisible();
    await copy.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Tags…' }).click();
    await page.getByRole('dialog', { name: 'Tags' }).getByLabel('Tags').fill('plums,');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(copy).toContainText('#plums');
    await page.getByRole('button', { name: 'Multi-item view' }).click();
    await page.getByRole('checkbox', { name: 'Select For the winter (Copy)' }).click();
    await page
      .getByRole('toolbar', { name: 'Bulk actions' })
      .getByRole('button', { name: 'Archive' })
      .click();
    await expect(copy.getByRole('button', { name: /^Status: Archived/ })).toBeVisible();
    await card(page, 'We open in June')
      .getByRole('link', { name: /^Preview/ })
      .click();
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('button', { name: /Created/ }).click();
    await history.getByRole('button', { name: 'Restore version 1' }).click();
    await said(page, 'Version 1 restored');
    await history.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('main')).toContainText('We open in May');
  }

  async function settle(page: Page, { name }: Person) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByLabel('Full Name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Someone mentions you: By email' }).click();
    await expect(
      page.getByRole('checkbox', { name: 'Someone mentions you: By email' }),
    ).not.toBeChecked();
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Workspace' }).click();
    await chooseOption(page.getByLabel('Time zone'), 'Europe/Berlin');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the time zone' }).click();
    await settings.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Harbour' })).not.toHaveCount(0);
    await side(page, /^Needs attention/);
    await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
  }

  test('a morning is spent on all pages without a reload', async ({ page, person }) => {
    test.setTimeout(240_000);
    await begin(page, person);
    await prepare(page);
    await write(page);
    await review(page);
    await publish(page);
    await plan(page);
    await tidy(page);
    await settle(page, person);
    await throughHistory(page);
  });
});

test.describe('by keyboard', tagOf('by keyboard'), () => {
  /** Presses a key until this has the focus. */
  async function reach(page: Page, target: Locator, key = 'Tab') {
    await expect(target).toBeVisible();
    for (let step = 0; step < 120; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`not reached: ${target}`);
  }
  const press = async (page: Page, target: Locator) => {
    await reach(page, target);
    await page.keyboard.press('Enter');
  };

  /** Runs a command of the palette. */
  async function run(page: Page, words: string, finds?: string) {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find content, folders and actions' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words);
    const first = palette.getByRole('option').first();
    if (finds) await expect(first).toHaveText(finds);
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  }

  /** Presses the button of the toast. */
  async function undo(page: Page) {
    await page.keyboard.press('F8');
    await press(page, page.getByRole('button', { name: 'Undo' }));
  }

  const row = (page: Page, text: string) => card(page, text).locator('[data-row]');
  /** The first row of the list, after the way to the main area. */
  async function enterList(page: Page, text: string) {
    await expect(row(page, text)).toBeVisible();
    // A page that was gone back to puts the focus where it was, perhaps only now.
    await expect(async () => {
      await page.getByRole('main').focus();
      await reach(page, row(page, text), 'j');
    }).toPass();
  }

  async function prepare(page: Page) {
    await run(page, 'new folder');
    await expect(page.getByLabel('Folder Name *')).toBeFocused();
    await page.keyboard.type('Launch');
    await page.keyboard.press('Enter');
    await expect(folderRow(page, 'Launch')).toBeVisible();
    await run(page, 'go to social');
    await press(page, page.getByRole('button', { name: 'Add a practice account' }));
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Harbour');
    await page.keyboard.press('Enter');
    await said(page, 'Harbour is connected');
    await press(page, page.getByRole('link', { name: 'Add slots' }));
    await press(page, page.getByRole('button', { name: 'Add a slot on Friday' }));
    await expect(page.getByLabel('Time', { exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    const slot = page.getByRole('button', { name: /^Friday \d\d:\d\d, free$/ });
    await reach(page, slot);
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Add a slot on Thursday' })).toBeFocused();
  }

  async function write(page: Page) {
    for (const text of ['By keys', 'By more keys']) {
      await page.keyboard.press('c');
      await reach(page, page.getByLabel('Content *'));
      await page.keyboard.type(text);
      await page.keyboard.press('Control+s');
      await said(page, 'Item created successfully');
      await press(page, page.getByRole('link', { name: 'Cancel' }));
      // Of the list, and not of the preview that is still there.
      await expect(row(page, text)).toBeVisible();
    }
    await run(page, 'go to calendar');
    const drafts = page.getByRole('region', { name: 'Drafts' });
    await reach(page, drafts.getByRole('button', { name: /By more keys/ }));
    await page.keyboard.press('m');
    const planned = page.getByRole('dialog', { name: 'Plan a draft' });
    await expect(planned.getByLabel('Date')).toBeFocused();
    await planned.getByLabel('Date').fill(nextMonth(10));
    await page.keyboard.press('Enter');
    await said(page, `Planned for ${named(nextMonth(10))}`);
    await press(page, page.getByRole('button', { name: 'Later', exact: true }));
    // One Tab stop, and arrows lead through its days.
    await expect(cell(page, nextMonth(11))).toBeVisible();
    await reach(page, page.locator('[role=grid] [tabindex="0"]'));
    await reach(page, entry(page, 'By more keys'), 'ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await said(page, `Moved to ${named(nextMonth(11))}`);
    await undo(page);
    await expect(cell(page, nextMonth(10)).getByRole('button', { name: /keys$/ })).toBeVisible();
    await page.goBack();
    await heading(page, /Content/);
  }

  async function review(page: Page) {
    await enterList(page, 'By keys');
    await page.keyboard.press('s');
    await expect(page.getByRole('menuitemradio', { name: 'Draft' })).toBeFocused();
    await page.keyboard.press('r');
    await expect(page.getByRole('menuitemradio', { name: 'Review' })).toBeFocused();
    await page.keyboard.press('Enter');
    await said(page, 'Item updated successfully');
    await run(page, 'go to review');
    await expect(page.getByRole('article', { name: 'By keys' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
    await undo(page);
    await said(page, 'Back in review');
    await expect(page.getByRole('article', { name: 'By keys' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
    await page.goBack();
  }

  async function publish(page: Page) {
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const channel = dialog.getByRole('checkbox', { name: 'Harbour on Practice' });
    await enterList(page, 'By keys');
    await page.keyboard.press('p');
    // The only one is chosen, and has the focus.
    await expect(channel).toBeChecked();
    await expect(channel).toBeFocused();
    await press(page, dialog.getByRole('button', { name: 'Publish now on Practice' }));
    await expect(dialog).toBeHidden();
    await expect(
      card(page, 'By keys').getByRole('button', { name: /^Status: Published/ }),
    ).toBeVisible();
    await enterList(page, 'By keys');
    await page.keyboard.press('Space');
    await expect(publications(page)).toContainText('1 channel: 1 published');
    await run(page, 'go to social');
    await press(page, page.getByRole('link', { name: 'Open page' }));
    await expect(practicePosts(page)).toHaveCount(1);
    await page.goBack();
    await press(page, page.getByRole('link', { name: '1 slot a week' }));
    await press(page, page.getByRole('button', { name: 'Pause queue' }));
    await said(page, 'Queue paused');
    await press(page, page.getByRole('button', { name: 'Resume' }).first());
    await said(page, 'Queue resumed');
  }

  async function tidy(page: Page) {
    await run(page, 'go to content');
    await enterList(page, 'By more keys');
    await page.keyboard.press('t');
    const tags = page.getByRole('dialog', { name: 'Tags' });
    await expect(tags.getByLabel('Tags')).toBeFocused();
    await page.keyboard.type('plums,');
    await press(page, tags.getByRole('button', { name: 'Save' }));
    await expect(card(page, 'By more keys')).toContainText('#plums');
    await page.keyboard.press('/');
    await page.keyboard.type('more');
    await expect(page.getByRole('article')).toHaveCount(1);
    await enterList(page, 'By more keys');
    await page.keyboard.press('#');
    const question = page.getByRole('dialog', { name: 'Delete Content' });
    await press(page, question.getByRole('button', { name: 'Delete' }));
    await expect(page.getByRole('article')).toHaveCount(0);
    await undo(page);
    await said(page, 'Item restored');
    await enterList(page, 'By more keys');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Content *')).toHaveValue('By more keys');
    await reach(page, page.getByLabel('Content *'));
    await page.keyboard.press('End');
    await page.keyboard.type(', changed');
    await page.keyboard.press('Control+s');
    await said(page, 'Item updated successfully');
    await run(page, 'changed', 'By more keys, changed');
    await press(page, page.getByRole('button', { name: 'History' }));
    const history = page.getByRole('dialog', { name: 'History' });
    await press(page, history.getByRole('button', { name: /Created/ }));
    await press(page, history.getByRole('button', { name: 'Restore version 1' }));
    await said(page, 'Version 1 restored');
    // The first Escape closes the toast.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();
    await expect(page.getByLabel('Content *')).toHaveValue('By more keys');
  }

  async function settle(page: Page) {
    await run(page, 'go to settings');
    await reach(page, page.getByLabel('Full Name'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeVisible();
    await run(page, 'go to media');
    await expect(page.getByText('No files yet.')).toBeVisible();
    await run(page, 'go to needs');
    await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
    await page.keyboard.press('n');
    const bell = page.getByRole('dialog', { name: 'Notifications' });
    await expect(bell).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bell).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const place of ['audit', 'members', 'trash', 'analytics']) {
      await run(page, `go to ${place}`);
      await heading(page, new RegExp(place, 'i'));
    }
  }

  test('a morning is spent on all pages without a reload', async ({ page, person }) => {
    test.setTimeout(240_000);
    await begin(page, person);
    await prepare(page);
    await write(page);
    await review(page);
    await publish(page);
    await tidy(page);
    await settle(page);
    await throughHistory(page);
  });
});

test.describe('on a phone', tagOf('on a phone'), () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  /** By the menu that is a drawer there. */
  async function menu(page: Page, name: RegExp) {
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog').getByRole('link', { name }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  async function prepare(page: Page) {
    await menu(page, /^Social Accounts/);
    await page.getByRole('button', { name: 'Add a practice account' }).tap();
    const connecting = page.getByRole('dialog', { name: 'Connect Practice' });
    await connecting.getByLabel('Name').fill('Harbour');
    await connecting.getByRole('button', { name: 'Connect', exact: true }).tap();
    await said(page, 'Harbour is connected');
    await page.getByRole('link', { name: 'Add slots' }).tap();
    await page.getByRole('button', { name: 'Add a slot on Monday' }).tap();
    await page.getByRole('button', { name: 'Save on 1 day' }).tap();
    await expect(page.getByRole('button', { name: /^Monday .*, free$/ })).toBeVisible();
    await menu(page, /^Media/);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload', exact: true }).tap();
    await (await chooser).setFiles([await picture('harbour.jpg', 502)]);
    await page.getByRole('region', { name: 'Uploads' }).getByText('Describe').tap();
    await page.getByLabel('Alt text').fill('Boats in the harbour');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.goBack();
  }

  async function write(page: Page) {
    await menu(page, /^Content/);
    await page.getByRole('link', { name: 'Create Content' }).tap();
    await page.getByLabel('Content *').fill('From the bus');
    await page.getByRole('button', { name: 'Add media from the library to the content' }).tap();
    const library = page.getByRole('dialog', { name: 'From the library' });
    await library.getByRole('button', { name: 'harbour.jpg' }).tap();
    await library.getByRole('button', { name: 'Add 1 file' }).tap();
    const dock = page.getByRole('toolbar', { name: 'Editor tools' });
    await dock.getByRole('button', { name: 'Preview' }).tap();
    await expect(page.getByRole('dialog', { name: 'Preview' })).toContainText('From the bus');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Create Content' }).tap();
    await said(page, 'Item created successfully');
    await menu(page, /^Calendar/);
    await page.getByRole('button', { name: 'Later', exact: true }).tap();
    await page.getByRole('button', { name: 'New post', exact: true }).tap();
    await page.getByLabel('Content *').fill('For next month');
    await page.getByRole('button', { name: 'Create Content' }).tap();
    await said(page, 'Item created successfully');
  }

  async function plan(page: Page) {
    await card(page, 'For next month').getByRole('heading').getByRole('link').tap();
    await page.getByRole('button', { name: 'Publish…' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByRole('checkbox', { name: 'Harbour on Practice' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Date and time' }).tap();
    await dialog.getByRole('button', { name: 'Go to the Next Month' }).tap();
    await dialog.getByRole('button', { name: / 15th, / }).tap();
    await dialog.getByRole('button', { name: /^Schedule on Practice for / }).tap();
    await said(page, 'Scheduled on Practice for');
    await menu(page, /^Calendar/);
    const planned = page.getByRole('button', { name: /For next month/ });
    await expect(async () => {
      if (await planned.isHidden()) await page.getByRole('button', { name: 'Later' }).tap();
      await expect(planned).toBeVisible({ timeout: 1000 });
    }).toPass();
    await planned.tap();
    await page.getByRole('button', { name: 'Move to…' }).tap();
    const moving = page.getByRole('dialog', { name: 'Move to…' });
    await moving.getByRole('button', { name: /^A week later/ }).tap();
    await moving.getByRole('button', { name: /^Move to / }).tap();
    await said(page, 'Moved to');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(planned).toBeVisible();
  }

  async function review(page: Page) {
    await menu(page, /^Content/);
    await card(page, 'From the bus')
      .getByRole('button', { name: /^Status: Draft/ })
      .tap();
    await page.getByRole('menuitemradio', { name: 'Review' }).tap();
    await said(page, 'Item updated successfully');
    await page.getByRole('button', { name: 'Search and commands' }).tap();
    await page.keyboard.type('go to review');
    await page.getByRole('option', { name: 'Go to review', exact: true }).tap();
    await page.getByRole('button', { name: /^From the bus/ }).tap();
    await page.getByRole('button', { name: 'Approve' }).tap();
    await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
    await toast(page, 'Success', 'Approved').getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('button', { name: /From the bus/ }).tap();
    await page.getByRole('button', { name: 'Approve' }).tap();
    await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
  }

  async function publish(page: Page) {
    await menu(page, /^Content/);
    await card(page, 'From the bus')
      .getByRole('button', { name: /^More actions/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Preview' }).tap();
    await page.getByRole('button', { name: 'Publish…' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByRole('checkbox', { name: 'Harbour on Practice' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Publish now on Practice' }).tap();
    await expect(publications(page)).toContainText('1 channel: 1 published');
    await menu(page, /^Social Accounts/);
    await page.getByRole('link', { name: 'Open page' }).tap();
    await expect(practicePosts(page).first()).toContainText('From the bus');
    await page.goBack();
    await page.getByRole('link', { name: '1 slot a week' }).tap();
    await page.getByRole('button', { name: 'Pause queue' }).tap();
    await said(page, 'Queue paused');
    await page.getByRole('button', { name: 'Resume' }).first().tap();
    await said(page, 'Queue resumed');
  }

  async function tidy(page: Page) {
    await menu(page, /^Content/);
    await page.getByRole('button', { name: /views, filters and folders/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Views and filters' });
    await sheet.getByRole('button', { name: 'Advanced search' }).tap();
    await page.getByRole('searchbox', { name: 'Search content' }).fill('month');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'More actions for For next month' }).tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    await toast(page, 'Success', 'Item deleted').getByRole('button', { name: 'Undo' }).tap();
    await said(page, 'Item restored');
    await card(page, 'For next month').getByRole('heading').getByRole('link').tap();
    await page.getByLabel('Content *').fill('For the month after');
    await page.getByRole('button', { name: 'Save Changes' }).tap();
    await said(page, 'Item updated successfully');
    await card(page, 'For the month after')
      .getByRole('button', { name: /^More actions/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Preview' }).tap();
    await page.getByRole('button', { name: 'History' }).tap();
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history.getByRole('button', { name: /Created/ })).toBeVisible();
    await history.getByRole('button', { name: 'Close' }).tap();
  }

  async function settle(page: Page, { name }: Person) {
    await page.getByRole('button', { name, exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Settings' }).tap();
    await page.getByLabel('Full Name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save Profile' }).tap();
    await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeVisible();
    await menu(page, /^Needs attention/);
    await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).tap();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    // A tap in the moment of opening is part of it.
    await expect(async () => {
      await page.getByRole('heading', { name: 'Needs attention' }).tap({ force: true });
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden({
        timeout: 1000,
      });
    }).toPass();
  }

  test('a morning is spent on all pages without a reload', async ({ page, person }) => {
    test.setTimeout(240_000);
    await person.folder('Launch');
    await begin(page, person);
    await prepare(page);
    await write(page);
    await plan(page);
    await review(page);
    await publish(page);
    await tidy(page);
    await settle(page, person);
    await throughHistory(page);
  });
});
