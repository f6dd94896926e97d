import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Person, test, toast } from './fixtures.ts';
import { runJobs } from './process.ts';

/** A practice channel with a slot each day at noon, and a set with it. */
async function prepare(page: Page, { access }: Person) {
  const headers = { authorization: `Bearer ${access}` };
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await page.request[method](path, { headers, data });
    expect(response.ok()).toBe(true);
    return response.json();
  };
  const { id } = await send('post', '/api/channels/', {
    network: 'practice',
    fields: { name: 'Harbour' },
  });
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '12:00' }));
  await send('put', `/api/channels/${id}/slots/`, { slots });
  const set = await send('post', '/api/channel-sets/', { name: 'Short posts', channels: [id] });
  return { send, set: set.id };
}

/** An approved post of which a copy is scheduled: how to call the API, and its id. */
async function scheduleCopy(page: Page, person: Person) {
  const { send, set } = await prepare(page, person);
  const folder = await person.folder('Brewing tips');
  const { id } = await person.item(folder.id, 'Rinse the filter first', { status: 'approved' });
  await send('put', `/api/content/folders/${folder.id}/evergreen/`, {
    ...{ channel_set: set, gap_days: 60, max_uses: 6, without_asking: true },
    ...{ season_from: null, season_to: null, ends_on: null },
  });
  await page.goto(`/content/preview/${id}`);
  await runJobs(['evergreen.fill'], async () => {
    await page.reload();
    await expect(page.getByText('1 copy is scheduled')).toBeVisible({ timeout: 3000 });
  });
  return { send, id };
}

test('a post says that copies of it are scheduled, and its deletion that they wait', async ({
  page,
  person,
}) => {
  await scheduleCopy(page, person);
  await page.goto('/content');
  // What was updated last comes first: the copy.
  const source = page.getByRole('article').filter({ hasText: 'Rinse' }).last();
  await source.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Content' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(
    toast(page, 'Success', 'Item deleted successfully. 1 scheduled copy of it will wait for you.'),
  ).toBeVisible();
});

test('a copy takes the text of its post that was approved since', async ({ page, person }) => {
  const { send, id } = await scheduleCopy(page, person);
  await send('put', `/api/content/items/${id}/`, { content: 'Rinse the filter twice' });
  await send('put', `/api/content/items/${id}/`, { status: 'approved' });
  await page.goto('/content');
  const copy = page.getByRole('article').filter({ hasText: 'Rinse the filter first' });
  await copy.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  const publications = page.getByRole('region', { name: 'Publications' });
  await expect(publications).toContainText('The post this repeats has a new approved text.');
  await expectAccessible(page);
  await publications.getByRole('button', { name: 'Take the new text' }).click();
  await expect(toast(page, 'Success', 'It uses the new text')).toBeVisible();
  await expect(publications).toContainText('1 scheduled');
  await expect(page.getByRole('main')).toContainText('Rinse the filter twice');
  await expect(publications.getByRole('button', { name: 'Take the new text' })).toHaveCount(0);
});

test('a folder is made evergreen, says what comes of it, and proposes its posts', async ({
  page,
  person,
}) => {
  await prepare(page, person);
  const folder = await person.folder('Brewing tips');
  await person.item(folder.id, 'Rinse the filter first', { status: 'approved' });
  await person.item(folder.id, 'Grind a little coarser', { status: 'approved' });
  await page.goto('/content');
  await page.getByRole('treeitem', { name: /^Brewing tips/ }).hover();
  await page.getByRole('button', { name: 'Actions for Brewing tips' }).click();
  await page.getByRole('menuitem', { name: 'Evergreen…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Evergreen' });
  await dialog.getByRole('switch', { name: 'Evergreen' }).click();
  const outlook = dialog.getByRole('region', { name: 'What comes of it' });
  await expect(outlook).toContainText('2 posts for 7 free slots a week.');
  await expect(outlook).toContainText('Practice: posts can come again');
  await expect(dialog.getByRole('row', { name: /Rinse the filter first/ })).toContainText('0 of 6');
  await expectAccessible(page);

  // A wrong number is said, and nothing is saved with it.
  const gap = dialog.getByLabel(/^Same post again after/);
  await gap.fill('3');
  await expect(dialog.getByText('Enter a number from 7 to 730.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await gap.fill('7');
  await dialog.getByRole('switch', { name: 'Without asking' }).click();
  await expect(dialog.getByText('Publishes without asking')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Without asking' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'The folder is evergreen')).toBeVisible();

  // The page hears of what its job does.
  await page.getByRole('link', { name: /^Review/ }).click();
  await runJobs(['evergreen.fill'], () =>
    expect(page.getByRole('main')).toContainText('Rinse the filter first', { timeout: 3000 }),
  );
  await page
    .getByRole('link', { name: /^Content/ })
    .first()
    .click();
  await page.getByRole('treeitem', { name: /^Brewing tips/ }).click();
  // The post itself stays approved.
  const use = page
    .getByRole('article')
    .filter({ hasText: /review/i })
    .filter({ hasText: 'Rinse' });
  await use.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  await expect(page.getByText('Use 1 of 6 of')).toBeVisible();

  await page.getByRole('treeitem', { name: /^Brewing tips/ }).hover();
  await page.getByRole('button', { name: 'Actions for Brewing tips' }).click();
  await page.getByRole('menuitem', { name: 'Evergreen…' }).click();
  await expect(gap).toHaveValue('7');
  await dialog.getByRole('switch', { name: 'Evergreen' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'The folder is not evergreen any more')).toBeVisible();
});
