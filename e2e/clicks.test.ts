import type { Page } from '@playwright/test';
import { cell, entry, nextMonth } from './calendar-page.ts';
import { card, expect, forbidReloads, type Person, test, toast } from './fixtures.ts';

/** Counts the clicks of the mouse on a page; returns how many there were since it was last asked. */
async function countClicks(page: Page) {
  let clicks = 0;
  await page.exposeFunction('clicked', () => clicks++);
  await page.addInitScript(() => {
    const { clicked } = window as unknown as { clicked: () => void };
    // A label clicks its box, and Enter a button, without a mouse. Playwright stops at the window
    // what it takes back, because its target has moved.
    document.addEventListener('pointerdown', () => clicked(), true);
  });
  return () => {
    const since = clicks;
    clicks = 0;
    return since;
  };
}

/** A workspace with everything that the jobs begin with; what is stopped was refused once. */
async function prepare(page: Page, person: Person) {
  const headers = { authorization: `Bearer ${person.access}` };
  const api = async (method: string, path: string, data: object) => {
    const response = await page.request.fetch(path, { method, headers, data });
    expect(response.status(), await response.text()).toBeLessThan(300);
    return response.status() === 204 ? undefined : await response.json();
  };
  const { id: channel } = await api('POST', '/api/channels/', {
    network: 'practice',
    fields: { name: 'Harbour' },
  });
  await api('PUT', `/api/channels/${channel}/slots/`, { slots: [{ weekday: 1, time: '12:00' }] });
  const { id: folder } = await person.folder('Launch');
  const publish = async (text: string, at: object | null) => {
    const { id } = await person.item(folder, text);
    await api('POST', `/api/content/items/${id}/publications/`, { channels: [channel], at });
  };
  await person.item(folder, 'How plums are dried');
  await person.thread(folder, ['A thread', 'Its reply']);
  for (const n of [1, 2, 3, 4, 5]) await person.item(folder, `Asked ${n}`, { status: 'review' });
  await publish('Movable', { local: `${nextMonth(10)}T09:05` });
  await api('PUT', `/api/practice/${channel}/`, {
    fault: 'refuse',
    position: 0,
    times: 1,
  });
  await publish('Refused', null);
}

const side = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Publish' });

/** Writes a new post. */
async function write(page: Page, text: string) {
  await side(page, /^Content/).click();
  await page.getByRole('link', { name: 'Create Content' }).click();
  await page.keyboard.type(text);
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue(text);
}

test('no job of a day takes more clicks than elsewhere', async ({ page, person }) => {
  test.setTimeout(120_000);
  const clicks = await countClicks(page);
  await prepare(page, person);
  await page.goto('/content');
  forbidReloads(page);

  // Stopped: its row, and 'Save and retry'.
  await expect(side(page, /^Needs attention, 1 thing/)).toBeVisible();
  await card(page, 'Refused').locator('[data-row]').click();
  await page.getByRole('textbox', { name: 'Content *' }).fill('Accepted');
  await page.getByRole('button', { name: 'Save and retry' }).click();
  await expect(side(page, /^Needs attention,/)).toHaveCount(0);
  expect(clicks()).toBe(2);

  await write(page, 'Now');
  clicks();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog(page).getByRole('button', { name: 'Publish now on Practice' }).click();
  // That it is published may take the place of the first toast.
  await expect(toast(page, /^(Success|Published)/)).toBeVisible();
  expect(clicks()).toBe(2);

  await write(page, 'Tomorrow at nine');
  clicks();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog(page).getByRole('button', { name: 'Tomorrow, 09:00' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Schedule on Practice for .*, 09:00$/ })
    .click();
  await expect(toast(page, 'Success', 'Scheduled on Practice')).toBeVisible();
  expect(clicks()).toBe(3);

  await write(page, 'Queued');
  clicks();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog(page).getByRole('button', { name: 'Add to queue', exact: true }).click();
  await expect(toast(page, 'Success', 'Added to the queue')).toBeVisible();
  expect(clicks()).toBe(2);

  // A reply: its thread, and another part.
  await side(page, /^Content/).click();
  clicks();
  await card(page, 'A thread').locator('[data-row]').click();
  await page.getByRole('button', { name: 'Add Thread Item' }).click();
  await page.keyboard.type('Its second reply');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(clicks()).toBe(2);

  await side(page, /^Content/).click();
  clicks();
  await card(page, 'Movable')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue('Movable');
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
  expect(clicks()).toBe(2);

  await side(page, /^Content/).click();
  clicks();
  await page.getByRole('searchbox', { name: 'Search content' }).click();
  await page.keyboard.type('plums');
  await expect(page.getByRole('article')).toHaveCount(1);
  await card(page, 'How plums are dried').locator('[data-row]').click();
  await expect(page.getByRole('textbox', { name: 'Content *' })).toBeVisible();
  expect(clicks()).toBe(2);

  // Another time: a drag, which ends in a click.
  await side(page, /^Calendar/).click();
  await page.getByRole('button', { name: 'Later' }).click();
  clicks();
  await entry(page, 'Movable').dragTo(cell(page, nextMonth(12)));
  await expect(toast(page, 'Success', 'Moved to')).toBeVisible();
  expect(clicks()).toBe(1);

  // Five reviews: the queue, and a click each.
  clicks();
  await side(page, /^Review/).click();
  for (const left of [4, 3, 2, 1, 0]) {
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(
      page.getByRole('list', { name: 'Waiting for review' }).getByRole('button'),
    ).toHaveCount(left);
  }
  expect(clicks()).toBe(6);
});

test('a post is published in three keys, an old one found in two, and one copied in one', async ({
  page,
  person,
}) => {
  await prepare(page, person);
  await page.goto('/content');
  forbidReloads(page);
  await expect(card(page, 'How plums are dried')).toBeVisible();
  /** Presses what is no text. */
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const open = async () => {
    await keys('Control+Shift+P');
    await expect(dialog(page).getByRole('checkbox', { name: 'Harbour on Practice' })).toBeFocused();
  };

  await keys('c');
  await page.keyboard.type('Now, by keys');
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue('Now, by keys');
  await open();
  await keys('Control+Enter');
  // It takes the place of the toast that it is being published.
  await expect(toast(page, 'Published on Practice')).toBeVisible();

  // From the list, one that exists.
  await side(page, /^Content/).click();
  await card(page, 'How plums are dried').locator('[data-row]').focus();
  await keys('p');
  await expect(dialog(page).getByRole('checkbox', { name: 'Harbour on Practice' })).toBeFocused();
  await keys('Escape');
  await expect(card(page, 'How plums are dried').locator('[data-row]')).toBeFocused();
  await keys('d');
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue('How plums are dried');

  // An old post: the palette, and Enter.
  await keys('Control+k');
  await page.keyboard.type('plums');
  await expect(page.getByRole('option', { selected: true })).toContainText('How plums');
  await keys('Enter');
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue(/plums/);
});
