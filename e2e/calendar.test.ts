import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cell, entry, finger, named, nextMonth } from './calendar-page.ts';
import {
  allowFailures,
  card,
  expect,
  expectAccessible,
  join,
  openAs,
  type Person,
  register,
  test,
  toast,
} from './fixtures.ts';

async function api<Answer>(
  page: Page,
  person: Person,
  path: string,
  method: string,
  data?: object,
) {
  const headers = { authorization: `Bearer ${person.access}` };
  const response = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return (response.status() === 204 ? undefined : await response.json()) as Answer;
}

/** A person with a folder and a practice account. */
async function planner(page: Page, person: Person) {
  const { id: folder } = await person.folder('Launch');
  const connect = async (name: string) =>
    (
      await api<{ id: number }>(page, person, '/api/channels/', 'POST', {
        network: 'practice',
        fields: { name },
      })
    ).id;
  const channel = await connect('Harbour');
  const schedule = async (content: string, at: unknown, channels = [channel]) => {
    const { id } = await person.item(folder, content);
    const path = `/api/content/items/${id}/publications/`;
    const made = await api<{ id: number; due_at: string }[]>(page, person, path, 'POST', {
      channels,
      at,
    });
    return { item: id, publications: made };
  };
  return { folder, channel, connect, schedule };
}

const at = (day: string, time: string) => ({ local: `${day}T${time}` });

test('by mouse: an entry is dragged, keeps its time of day, and goes back', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  const [from, to] = [nextMonth(10), nextMonth(12)];
  await me.schedule('Dragged', at(from, '09:05'));
  await page.goto(`/calendar?day=${from}`);
  await expect(page.getByText('Times in UTC')).toBeVisible();
  await expectAccessible(page);
  await entry(page, 'Dragged').dragTo(cell(page, to));
  await expect(toast(page, 'Success', `Moved to ${named(to)}, 09:05`)).toBeVisible();
  await expect(cell(page, to).getByRole('button', { name: /Dragged$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, from).getByRole('button', { name: /Dragged$/ })).toBeVisible();

  // The popover, and the dialog that does the same.
  await entry(page, 'Dragged').click();
  const popover = page.getByRole('dialog', { name: `${named(from)}, 09:05` });
  await expect(popover.getByText('Harbour on Practice')).toBeVisible();
  await expectAccessible(page);
  await popover.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByLabel('Time', { exact: true }).fill('17:45');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: `Move to ${named(from)}, 17:45` }).click();
  await expect(entry(page, 'Dragged')).toHaveAccessibleName(
    `${named(from)} 17:45, Scheduled, Practice: Dragged`,
  );
});

/** Presses keys with Alt at what has the focus, all before the page does anything else. */
const pressAtOnce = (page: Page, ...pressed: string[]) =>
  page.evaluate((names) => {
    for (const key of names) {
      const event = new KeyboardEvent('keydown', { key, altKey: true, bubbles: true });
      document.activeElement?.dispatchEvent(event);
    }
  }, pressed);

test('by keyboard alone: arrows lead through days, Alt moves, M asks, Enter opens, Delete cancels', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  const day = nextMonth(10);
  await me.schedule('Moved', at(day, '09:00'));
  await page.goto(`/calendar?day=${day}`);
  await entry(page, 'Moved').focus();
  // Faster than the server answers: each press goes on from the one before.
  await pressAtOnce(page, 'ArrowRight', 'ArrowDown');
  await expect(cell(page, nextMonth(18)).getByRole('button', { name: /Moved$/ })).toBeFocused();
  // Escape would close it instead of the dialog, where it came after that.
  await expect(toast(page, 'Success', `Moved to ${named(nextMonth(18))}, 09:00`)).toBeVisible();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByRole('button', { name: /^A day earlier/ }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(entry(page, 'Moved')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `${named(nextMonth(18))}, 09:00` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry(page, 'Moved')).toBeFocused();
  // To the day beside it, and back.
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, nextMonth(17))).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(entry(page, 'Moved')).toBeFocused();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Unschedule this post?' });
  await question.getByRole('button', { name: 'Unschedule' }).press('Enter');
  await expect(toast(page, 'Success', 'Unscheduled')).toBeVisible();
  await expect(entry(page, 'Moved')).toHaveAccessibleName(/Cancelled/);
  // A new post on an empty day gets its time.
  await cell(page, nextMonth(20)).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/content/create\\?at=${nextMonth(20)}T09:00$`));
  await page.getByLabel('Content *').fill('Written for a day');
  await page.getByRole('button', { name: 'Create Content' }).click();
  await expect(toast(page, 'Success', `Planned for ${named(nextMonth(20))}, 09:00`)).toBeVisible();
  // The list says that nothing is scheduled by that.
  await expect(card(page, 'Written for a day')).toContainText(
    `Not scheduled yet · ${named(nextMonth(20))}, 09:00`,
  );
  await page.goto(`/calendar?day=${day}`);
  await expect(entry(page, 'Written for a day')).toHaveAccessibleName(
    `${named(nextMonth(20))} 09:00, Draft: Written for a day`,
  );
});

test('drafts beside the calendar are dragged in, and scheduled from there', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  await person.item(me.folder, 'Lies about');
  const day = nextMonth(15);
  await page.goto(`/calendar?day=${day}`);
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await drafts.getByRole('button', { name: /Lies about/ }).dragTo(cell(page, day));
  await expect(entry(page, 'Lies about')).toHaveAccessibleName(/09:00, Draft/);
  await expect(drafts.getByText('No drafts without a time.')).toBeVisible();
  await entry(page, 'Lies about').click();
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog
    .getByRole('button', { name: `Schedule on Practice for ${named(day)}, 09:00` })
    .click();
  await expect(entry(page, 'Lies about')).toHaveAccessibleName(/09:00, Scheduled, Practice/);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('an entry is dragged after a long press, and Escape puts it back', async ({
    page,
    person,
  }) => {
    const me = await planner(page, person);
    const [from, to] = [nextMonth(10), nextMonth(12)];
    await me.schedule('Dragged', at(from, '09:05'));
    await page.goto(`/calendar?day=${from}`);
    const { lift, move, release } = await finger(page);
    await lift(entry(page, 'Dragged'));
    await move(cell(page, to));
    await page.keyboard.press('Escape');
    await release();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await lift(entry(page, 'Dragged'));
    await move(cell(page, to));
    await release();
    await expect(toast(page, 'Success', `Moved to ${named(to)}, 09:05`)).toBeVisible();
    await expect(cell(page, to).getByRole('button', { name: /Dragged$/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('on a phone a queue is put in order, and still scrolls', async ({ page, person }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const me = await planner(page, person);
    const slots = [{ weekday: 1, time: '09:00' }];
    await api(page, person, `/api/channels/${me.channel}/slots/`, 'PUT', { slots });
    for (const content of ['First', 'Second', 'Third']) await me.schedule(content, 'queue');
    await page.goto(`/social-accounts/${me.channel}/queue`);
    const rows = page.getByRole('region', { name: 'Next in the queue' }).getByRole('listitem');
    await rows.nth(1).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    const { lift, move, release, swipe } = await finger(page);
    await swipe(rows.nth(1), 200);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before);
    await rows.nth(2).scrollIntoViewIfNeeded();
    await lift(rows.nth(2));
    await move(rows.nth(1));
    await release();
    await expect(rows).toContainText(['First', 'Third', 'Second']);
  });
});

test('what is published, and the past, stay as they are', async ({ page, person }) => {
  const me = await planner(page, person);
  await me.schedule('Out already', null);
  await page.goto('/calendar?view=week');
  await expect(entry(page, 'Out already')).toHaveAccessibleName(/Published/);
  await entry(page, 'Out already').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(toast(page, 'Not moved', 'Published posts can’t be moved.')).toBeVisible();
});

test('of two people who move one post, the second sees what happened', async ({
  browser,
  page,
  person,
}) => {
  allowFailures(
    '409 POST /api/publications/move/',
    'Error toast: Moved by someone else Ada Byron moved this post in the meantime. Their change was kept.',
  );
  const me = await planner(page, person);
  const grace = await register(page.request, 'Grace Hopper');
  await join(page.request, person, grace, 'approver');
  const day = nextMonth(10);
  const { publications } = await me.schedule('Wanted by two', at(day, '09:00'));
  const other = await openAs(browser, grace);
  await other.goto(`/calendar?day=${day}`);
  await page.goto(`/calendar?day=${day}`);
  // Live for all who look.
  await expect(entry(other, 'Wanted by two')).toBeVisible();
  await entry(page, 'Wanted by two').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(cell(other, nextMonth(11)).getByRole('button', { name: /two$/ })).toBeVisible();
  // As if the change had not arrived yet.
  await page.route('**/api/publications/move/', async (route) => {
    const body = route.request().postDataJSON();
    body.moves[0].seen = publications[0]?.due_at;
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.keyboard.press('Alt+ArrowRight');
  await expect(
    toast(
      page,
      'Moved by someone else',
      'Ada Byron moved this post in the meantime. Their change was kept.',
    ),
  ).toBeVisible();
  await expect(cell(page, nextMonth(11)).getByRole('button', { name: /two$/ })).toBeVisible();
  await other.context().close();
});

test('on a phone it is a list, with filters, without scrolling sideways', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  await page.setViewportSize({ width: 360, height: 740 });
  const day = nextMonth(10);
  const second = await me.connect('Stillpoint');
  await me.schedule('On the first', at(day, '09:00'));
  await me.schedule('On the second', at(day, '12:00'), [second]);
  await page.goto(`/calendar?day=${day}`);
  const section = page.getByRole('region', { name: named(day) });
  await expect(section.getByRole('button')).toHaveCount(2);
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Stillpoint' }).click();
  await page.keyboard.press('Escape');
  await expect(section.getByRole('button')).toHaveCount(1);
  await expect(page).toHaveURL(/channel=\d+/);
  await section.getByRole('button', { name: /On the second/ }).click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByRole('button', { name: /^A week later/ }).click();
  await dialog.getByRole('button', { name: /^Move to / }).click();
  await expect(toast(page, 'Success', `Moved to ${named(nextMonth(17))}, 12:00`)).toBeVisible();
});

test('the queue: slots are added, posts take them and exchange them, and it is paused', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  await page.goto('/social-accounts');
  await page.getByRole('link', { name: 'Add slots' }).click();
  await expect(page.getByRole('heading', { name: 'Queue of Harbour' })).toBeVisible();
  await page.getByRole('button', { name: 'Add slot', exact: true }).click();
  const popover = page.getByRole('dialog', { name: 'New slot' });
  await popover.getByLabel('Time').fill('12:30');
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await popover.getByRole('button', { name: day }).click();
  await expectAccessible(page);
  await popover.getByRole('button', { name: 'Save on 7 days' }).click();
  await expect(page.getByRole('button', { name: 'Monday 12:30, free' })).toBeVisible();
  // By keys: to the next day, and gone.
  await page.getByRole('button', { name: 'Monday 12:30, free' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Tuesday 12:30, free' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('list', { name: 'Slots' }).getByText('No slots')).toHaveCount(1);

  for (const content of ['First', 'Second', 'Third']) {
    const { id } = await person.item(me.folder, content);
    await page.goto(`/content/preview/${id}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
    await dialog.getByRole('radio', { name: 'Add to queue' }).check();
    await dialog.getByRole('button', { name: 'Add to the queue of Practice' }).click();
    await expect(toast(page, 'Success', 'Added to the queue of Practice')).toBeVisible();
  }
  await page.goto(`/social-accounts/${me.channel}/queue`);
  const rows = page.getByRole('region', { name: 'Next in the queue' }).getByRole('listitem');
  await expect(rows).toContainText(['First', 'Second', 'Third']);
  await rows.nth(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toContainText(['First', 'Third', 'Second']);
  await page.getByRole('button', { name: 'Later: First' }).click();
  await expect(rows).toContainText(['Third', 'First', 'Second']);
  await rows.nth(2).dragTo(rows.nth(0));
  await expect(rows).toContainText(['Second', 'Third', 'First']);
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByText('3 posts are held.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await expect(page.getByText('3 posts are held.')).toBeHidden();
});

/** The dialog for an import, on the page of this day. */
async function openImport(page: Page, person: Person, day: string) {
  await planner(page, person);
  await page.goto(`/calendar?day=${day}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV…' }).click();
  return page.getByRole('dialog', { name: 'Import posts' });
}

test('posts are imported from CSV once all rows are fine, and exported', async ({
  page,
  person,
}) => {
  const day = nextMonth(20);
  const dialog = await openImport(page, person, day);
  const choose = (csv: string) =>
    dialog.getByLabel(/Choose/).setInputFiles({
      name: 'posts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Template' }).click(),
  ]);
  expect(await readFile(await template.path(), 'utf8')).toContain('text,time,channels,folder,tags');
  await choose(`text,time\nImported,${day} 09:00\n,${day} 10:00\nLate,2020-01-01 09:00`);
  await expect(dialog.getByText('2 errors. Nothing is imported')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Errors' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await choose(`text,time\nImported,${day} 09:00`);
  await dialog.getByRole('button', { name: 'Import 1 draft' }).click();
  await expect(entry(page, 'Imported')).toHaveAccessibleName(/Draft/);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(await readFile(await exported.path(), 'utf8')).toContain('"Imported"');
});

test('the dialog shows how a table was understood, and imports what is chosen', async ({
  page,
  person,
}) => {
  const day = nextMonth(20);
  const dialog = await openImport(page, person, day);
  const choose = (buffer: Buffer, name = 'posts.csv') =>
    dialog.getByLabel(/Choose/).setInputFiles({ name, mimeType: 'text/csv', buffer });
  const shown = (label: string) => dialog.getByRole('combobox', { name: label });
  const pick = async (label: string, option: string) => {
    await shown(label).click();
    await page.getByRole('option', { name: option }).click();
  };

  await choose(Buffer.from('PK\u0003\u0004…'), 'posts.xlsx');
  await expect(dialog.getByRole('alert')).toContainText('This is a workbook. Save it as CSV first');

  // As Excel writes it in Germany.
  await choose(Buffer.from(`Spalte A;Spalte B\r\nGr\u00fc\u00dfe;${day} 09:00\r\n`, 'latin1'));
  await expect(shown('Encoding')).toHaveText('Western (Windows-1252)');
  await expect(shown('Separator')).toHaveText('Semicolon');
  await expect(dialog.getByText('No column is the text.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await pick('Column 1 becomes', 'Text');
  await pick('Column 2 becomes', 'Time');
  await expect(dialog.getByText("'Spalte B' is not a time.")).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'The first row is a heading' }).check();
  await expect(dialog.getByRole('cell', { name: 'Grüße' })).toBeVisible();
  await expect(dialog.getByText('1 row, all valid.')).toBeVisible();
  await expectAccessible(page);
  await pick('Encoding', 'Cyrillic (Windows-1251)');
  await expect(dialog.getByRole('cell', { name: 'GrьЯe' })).toBeVisible();
  await pick('Encoding', 'Western (Windows-1252)');
  await pick('Column 1 becomes', 'Text');
  await pick('Column 2 becomes', 'Time');
  await dialog.getByRole('checkbox', { name: 'The first row is a heading' }).check();
  await dialog.getByRole('button', { name: 'Import 1 draft' }).click();
  await expect(entry(page, 'Grüße')).toHaveAccessibleName(/Draft/);
});

test('a file that cannot be checked says so', async ({ page, person }) => {
  allowFailures('net::ERR_FAILED POST /api/calendar/import/');
  await planner(page, person);
  await page.goto('/calendar');
  await page.route('**/api/calendar/import/', (route) => route.abort());
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import posts' });
  await dialog.getByLabel(/Choose/).setInputFiles({
    name: 'posts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('text\nImported'),
  });
  await expect(dialog.getByRole('alert')).toHaveText('Failed to check the file');
});

test('a post is repeated as drafts, a note stands at its day, and an address is made and revoked', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  const { id } = await person.item(me.folder, 'Every week');
  await page.goto('/content');
  await page.getByRole('button', { name: /^More actions for Every week/ }).click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Repeat…' });
  const day = nextMonth(2);
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Copies').fill('3');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create 3 drafts' }).click();
  await expect(toast(page, 'Success', '3 drafts added to the calendar')).toBeVisible();
  await page.goto(`/calendar?day=${day}`);
  await expect(entry(page, 'Every week')).toHaveCount(3);
  expect(id).toBeGreaterThan(0);

  const more = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await more('Add a note…');
  const note = page.getByRole('dialog', { name: 'Add a note' });
  await note.getByLabel('Note').fill('Black Friday');
  await note.getByLabel('Day').fill(day);
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, day).getByRole('button', { name: 'Black Friday' })).toBeVisible();

  await more('Calendar address…');
  const address = page.getByRole('dialog', { name: 'Calendar address' });
  await address.getByRole('button', { name: 'Create an address' }).click();
  const url = await address.getByLabel('Address').inputValue();
  const path = new URL(url).pathname;
  expect(await (await page.request.get(path)).text()).toContain('SUMMARY:Draft: Every week');
  await address.getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Success', 'Address revoked')).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
});

test('the content page says what is next, and where gaps are', async ({ page, person }) => {
  const me = await planner(page, person);
  const soon = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString();
  await me.schedule('Out soon', soon);
  await page.goto('/content');
  const strip = page.getByRole('region', { name: 'What is next' });
  await expect(strip).toContainText('Out soon');
  await expect(strip).toContainText('1 planned in the next 7 days, nothing on');
  await strip.getByRole('link', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(/\/calendar$/);
});

test('on a laptop the month begins with this week, and its bar stays in sight', async ({
  page,
  person,
}) => {
  await planner(page, person);
  for (const [width, height] of [
    [1366, 650],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/calendar');
    // The address of the person is not confirmed.
    await expect(page.getByRole('region', { name: 'Confirmation pending' })).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('gridcell', { name: /, today, / })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
      // The line below the header.
    ).toBeLessThanOrEqual(1);
  }
});

test('several posts at one time of a week are one entry, with their number', async ({
  page,
  person,
}) => {
  const me = await planner(page, person);
  const day = nextMonth(10);
  for (let n = 1; n <= 5; n++) await me.schedule(`Post ${n}`, at(day, '09:00'));
  await page.goto(`/calendar?view=week&day=${day}`);
  const column = cell(page, day);
  await expect(column.getByRole('button', { name: /: Post \d$/ })).toHaveCount(1);
  await expectAccessible(page);
  await column.getByRole('button', { name: /^and 4 more/ }).click();
  const popover = page.getByRole('dialog');
  await expect(popover.getByRole('button', { name: /: Post \d$/ })).toHaveCount(5);
});
