import type { Page } from '@playwright/test';
import { jpeg } from '../server/testing/media-files.ts';
import {
  allowFailures,
  blockLiveEvents,
  card,
  expect,
  expectAccessible,
  hold,
  type Person,
  test,
  toast,
} from './fixtures.ts';

const headersOf = ({ access }: Person) => ({ authorization: `Bearer ${access}` });

/** Connects practice accounts with these names over the API; returns their ids. */
async function connect(page: Page, person: Person, ...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const data = { network: 'practice', fields: { name } };
    const response = await page.request.post('/api/channels/', {
      headers: headersOf(person),
      data,
    });
    ids.push((await response.json()).id);
  }
  return ids;
}

const schedule = (page: Page, person: Person, item: number, channels: number[]) =>
  page.request.post(`/api/content/items/${item}/publications/`, {
    headers: headersOf(person),
    data: { channels, at: '2030-01-07T09:00:00Z' },
  });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Publish' });
const box = (page: Page, name: string) =>
  dialogOf(page).getByRole('checkbox', { name: `${name} on Practice` });

/** Opens the publish dialog of the post on the page. */
async function open(page: Page) {
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(dialogOf(page).getByRole('checkbox').first()).toBeVisible();
}

/** Chooses two of three channels and a time for a post; returns what the filled button says then. */
async function chooseTwo(page: Page, person: Person, item: number): Promise<string> {
  await connect(page, person, 'Harbour', 'Roastery', 'Market');
  await page.goto(`/content/preview/${item}`);
  await open(page);
  await box(page, 'Roastery').check();
  await box(page, 'Market').check();
  await dialogOf(page).getByRole('radio', { name: 'Date and time' }).check();
  await dialogOf(page).getByRole('button', { name: 'Go to the Next Month' }).click();
  await dialogOf(page)
    .getByRole('button', { name: / 15th, / })
    .click();
  await dialogOf(page).getByLabel('Time', { exact: true }).fill('09:15');
  const button = dialogOf(page).getByRole('button', {
    name: /^Schedule on 2 channels for .* 15 .*, 09:15$/,
  });
  return (await button.textContent()) ?? '';
}

async function expectKept(page: Page, label: string) {
  await open(page);
  await expect(dialogOf(page).getByRole('button', { name: label })).toBeEnabled();
  await expect(box(page, 'Harbour')).not.toBeChecked();
}

test('a name that changes while the dialog is open is shown before it is published', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Words of {{author}}');
  await connect(page, person, 'Harbour');
  // The page does not hear of the change.
  await blockLiveEvents(page);
  await page.goto(`/content/preview/${id}`);
  await open(page);
  const added = dialogOf(page).getByRole('region', { name: 'Added to the text' });
  await expect(added).toContainText('Author: Ada Byron');
  await expectAccessible(page);
  const data = { name: 'Ada King' };
  const renamed = await page.request.put('/api/users/me/', { headers: headersOf(person), data });
  expect(renamed.ok()).toBe(true);
  allowFailures('409 POST /api/content/items/:id/publications/');
  await box(page, 'Harbour').check();
  const button = dialogOf(page).getByRole('button', { name: 'Publish now on Practice' });
  await button.click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('have changed since you read them');
  await expect(added).toContainText('Author: Ada King Changed');
  await button.click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Publications' })).toContainText('1 channel: 1 ');
});

test('an ending that changes while the dialog is open is marked before it is published', async ({
  page,
  person,
}) => {
  const headers = headersOf(person);
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'We are open');
  const [channel] = await connect(page, person, 'Harbour');
  const ending = { name: 'Jo', kind: 'text', text: '— Jo' };
  const made = await page.request.post('/api/snippets/', { headers, data: ending });
  const snippet = `/api/snippets/${(await made.json()).id}/`;
  const data = { channels: [channel] };
  expect((await page.request.put(`${snippet}channels/`, { headers, data })).ok()).toBe(true);
  // The page does not hear of the change.
  await blockLiveEvents(page);
  await page.goto(`/content/preview/${id}`);
  await open(page);
  await box(page, 'Harbour').check();
  await expect(dialogOf(page)).toContainText('Ends with “— Jo”');
  const added = dialogOf(page).getByRole('region', { name: 'Added to the text' });
  await expect(added).toHaveCount(0);
  const other = { ...ending, text: '— Ada' };
  expect((await page.request.put(snippet, { headers, data: other })).ok()).toBe(true);
  allowFailures('409 POST /api/content/items/:id/publications/');
  const button = dialogOf(page).getByRole('button', { name: 'Publish now on Practice' });
  await button.click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('have changed since you read them');
  await expect(added).toContainText(/Ending on .*: — Ada Changed/);
  await expect(dialogOf(page)).toContainText('Ends with “— Ada”');
  await expectAccessible(page);
  await button.click();
  await expect(dialogOf(page)).toHaveCount(0);
});

test('what is chosen for a post is kept while its text is customised, and for it alone', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const other = await person.item(folder.id, 'Another post');
  const { id } = await person.item(folder.id, 'A post');
  const label = await chooseTwo(page, person, id);
  await page.keyboard.press('Escape');
  await expectKept(page, label);
  await dialogOf(page).getByRole('button', { name: 'Options for Market on Practice' }).click();
  await dialogOf(page).getByRole('link', { name: 'Customise for Practice' }).click();
  await expect(page).toHaveURL(`/content/edit/${id}`);
  // In the editor, too.
  await expectKept(page, label);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await card(page, 'A post')
    .getByRole('link', { name: /^Preview/ })
    .click();
  await expectKept(page, label);
  await page.goto(`/content/preview/${other.id}`);
  await open(page);
  await expect(dialogOf(page).getByText('0 chosen')).toBeVisible();
});

test('what is chosen for a post is kept in all tabs, until it is scheduled', async ({
  context,
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'A post');
  const label = await chooseTwo(page, person, id);
  const tab = await context.newPage();
  await tab.goto(`/content/preview/${id}`);
  await expectKept(tab, label);
  await tab.close();
  await page.reload();
  await expectKept(page, label);
  await dialogOf(page).getByRole('button', { name: label }).click();
  await expect(toast(page, 'Success', 'Scheduled on 2 channels')).toBeVisible();
  await open(page);
  await expect(dialogOf(page).getByText('0 chosen')).toBeVisible();
});

test('the only channel is chosen, and then those of the folder', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'First');
  const [harbour = 0] = await connect(page, person, 'Harbour');
  await page.goto(`/content/preview/${id}`);
  await open(page);
  await expect(box(page, 'Harbour')).toBeChecked();
  await expect(box(page, 'Harbour')).toBeFocused();
  await page.keyboard.press('Escape');

  const [, market = 0] = await connect(page, person, 'Roastery', 'Market');
  await schedule(page, person, id, [harbour]);
  const second = await person.item(folder.id, 'Second');
  await schedule(page, person, second.id, [market]);
  const third = await person.item(folder.id, 'Third');
  // While its data loads, the focus is not on the cross.
  const release = await hold(page, '**/publications/used-channels/');
  await page.goto(`/content/preview/${third.id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(dialogOf(page)).toBeFocused();
  release();
  await expect(box(page, 'Market')).toBeChecked();
  await expect(box(page, 'Market')).toBeFocused();
  await expect(dialogOf(page).getByRole('checkbox')).toHaveCount(3);
  const names = await dialogOf(page)
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((entry) => entry.getAttribute('aria-label')));
  expect(names).toEqual(['Market on Practice', 'Harbour on Practice', 'Roastery on Practice']);
  await expect(dialogOf(page).getByText('1 chosen')).toBeVisible();
});

const EIGHT = Array.from({ length: 8 }, (_, at) => `Account ${at + 1}`);

test('eight channels can be filtered, and named as a set', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'For a client');
  await connect(page, person, ...EIGHT);
  await page.goto(`/content/preview/${id}`);
  await open(page);
  await dialogOf(page).getByLabel('Filter channels').fill('account 7');
  await expect(dialogOf(page).getByRole('checkbox')).toHaveCount(1);
  await box(page, 'Account 7').check();
  await dialogOf(page).getByLabel('Filter channels').fill('account 2');
  await box(page, 'Account 2').check();
  await dialogOf(page).getByLabel('Filter channels').fill('');
  await dialogOf(page).getByRole('button', { name: 'Sets' }).click();
  await page.getByRole('menuitem', { name: 'Save as set…' }).click();
  await dialogOf(page).getByLabel('Name of the set of 2 channels').fill('Harbour Roasters');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Success', 'Set ‘Harbour Roasters’ saved')).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: 'Set: Harbour Roasters' })).toBeFocused();
});

test('a set is changed on Social Accounts, and chosen in one step', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'For a client');
  const channels = (await connect(page, person, ...EIGHT)).slice(0, 2);
  await page.request.post('/api/channel-sets/', {
    headers: headersOf(person),
    data: { name: 'Harbour Roasters', channels },
  });
  await page.goto('/social-accounts');
  const sets = page.getByRole('region', { name: 'Channel sets' });
  await expect(sets.getByRole('listitem')).toContainText('Harbour Roasters2 channels');
  await sets.getByRole('button', { name: 'More actions for the set Harbour Roasters' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit set' });
  await edited.getByRole('checkbox', { name: 'Account 5 on Practice' }).check();
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(sets.getByRole('listitem')).toContainText('3 channels');
  await page.getByLabel('Filter accounts').fill('account 5');
  await expect(page.getByRole('button', { name: /^More actions for Account/ })).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(`/content/preview/${id}`);
  await open(page);
  await dialogOf(page).getByRole('button', { name: 'Sets' }).click();
  await page.getByRole('menuitem', { name: /^Harbour Roasters/ }).click();
  await dialogOf(page).getByRole('button', { name: 'Publish now on 3 channels' }).click();
  await expect(page.getByRole('region', { name: 'Publications' })).toContainText('3 channels');
});

test('a warning of several channels is said once, with what mends it', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const uploaded = await page.request.post('/api/media/?name=tall.jpg', {
    headers: { ...headersOf(person), 'content-type': 'image/jpeg' },
    data: await jpeg(),
  });
  const { id: file } = await uploaded.json();
  const { id } = await person.item(folder.id, 'With a picture', { media: [{ file }] });
  const empty = await person.item(folder.id, 'x'.repeat(501));
  await connect(page, person, 'Harbour', 'Roastery', 'Market');
  await page.goto(`/content/preview/${id}`);
  await open(page);
  // What nobody chose is no warning of this publication.
  await expect(dialogOf(page).getByText('has no alt text')).toHaveCount(0);
  await box(page, 'Harbour').check();
  await box(page, 'Market').check();
  await expect(dialogOf(page).getByText('‘tall.jpg’ has no alt text')).toHaveCount(1);
  const warnings = dialogOf(page).getByRole('list', { name: 'Warnings of several channels' });
  await expect(warnings).toContainText('2 channels: ‘tall.jpg’ has no alt text');
  await expectAccessible(page);
  await warnings.getByRole('link', { name: 'Describe' }).click();
  await page.getByRole('dialog').getByLabel('What ‘tall.jpg’ shows').fill('A tall tree');
  await page.getByRole('button', { name: 'Save alt text' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success')).toBeVisible();
  await card(page, 'With a picture')
    .getByRole('link', { name: /^Preview/ })
    .click();
  await open(page);
  await expect(dialogOf(page).getByRole('button', { name: /on 2 channels/ })).toBeEnabled();
  await expect(dialogOf(page).getByText('has no alt text')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Only chosen channels are counted as left out.
  await page.goto(`/content/preview/${empty.id}`);
  await open(page);
  await expect(dialogOf(page).getByText('Skipped until fixed')).toHaveCount(3);
  await expect(dialogOf(page).getByText(/left out/)).toHaveCount(0);
  await expect(dialogOf(page).getByRole('link', { name: 'Customise for Practice' })).toHaveCount(3);
});

test('without an account, Practice is connected in the dialog, and its queue filled', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'The first post');
  await page.goto(`/content/preview/${id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(dialogOf(page).getByText('No account is connected')).toBeVisible();
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Connect Practice' }).click();
  await expect(box(page, 'Practice')).toBeChecked();
  await dialogOf(page).getByRole('radio', { name: 'Add to queue' }).check();
  await expect(dialogOf(page).getByText('No slots on Practice.')).toBeVisible();
  await dialogOf(page)
    .getByRole('button', { name: /^Every day 12/ })
    .click();
  await expect(dialogOf(page).getByText(/, 12:00 on Practice$/)).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Add to the queue of Practice' }).click();
  await expect(toast(page, 'Success', 'Added to the queue of Practice')).toBeVisible();
});
