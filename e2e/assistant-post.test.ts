import type { Page } from '@playwright/test';
import { startAssistantServer } from '../server/testing/assistant/server.ts';
import { choose, openPanel, region, type Server } from './assistant-server.ts';
import { expect, expectAccessible, test, toast } from './fixtures.ts';

/** What the writing assistant proposes for a whole post. */

let server: Server;
test.beforeEach(async ({ request, person }) => {
  server = await startAssistantServer({ profile: 'openai', paceMs: 5 });
  await choose(request, person, server);
});
test.afterEach(async () => {
  expect(server.violations).toEqual([]);
  await server.stop();
});

/** Another kind of server, or something that goes wrong. */
const be = (options: object) =>
  fetch(new URL('/control', server.url), { method: 'POST', body: JSON.stringify(options) });

/** An account of a test network, and of two others as this page sees them. */
async function connect(page: Page, access: string) {
  const response = await page.request.post('/api/channels/', {
    headers: { authorization: `Bearer ${access}` },
    data: { network: 'practice', fields: { name: 'Harbour' } },
  });
  expect(response.status()).toBe(201);
  const channel = await response.json();
  const others = ['x', 'bluesky'].map((network, at) => ({
    ...channel,
    id: channel.id + 1 + at,
    network,
    limits: {},
  }));
  await page.route('**/api/channels/', (route) => route.fulfill({ json: [channel, ...others] }));
}

/** Opens the panel about the whole post, by keys. */
async function askAboutPost(page: Page, field: string) {
  const said = await openPanel(page, field);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Whole post' }).press('Enter');
  await expect(region(page)).toHaveAccessibleName('Assistant for whole post');
  // The field has the focus again.
  await expect(said).toBeFocused();
  await page.keyboard.press('ArrowDown');
}

const PLUM = 'We are thrilled to announce teh plum. It lands on Thursday.';
const HARVEST = 'Forty bags, then we wait for the next harvest.';

test('hashtags and a title are taken for a thread, and its parts are joined', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launches');
  const [root] = await person.thread(folder.id, [PLUM, HARVEST]);
  await page.goto(`/content/edit/${root?.id}`);
  const last = page.getByLabel('Thread item 2');
  await askAboutPost(page, 'Thread item 2');
  const more = region(page).getByRole('button', { name: 'More' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Hashtags' }).press('Enter');
  const proposal = region(page).getByRole('group', { name: 'Proposal' });
  await expect(proposal.getByRole('button', { name: '#harvest' })).toBeVisible();
  await expectAccessible(page);
  await proposal.getByRole('button', { name: '#thrilled' }).click();
  await region(page)
    .getByRole('button', { name: /^Take \d/ })
    .click();
  await expect(last).toHaveValue(/harvest\.\n\n(#\w+ )*#harvest$/);
  await expect(last).not.toHaveValue(/#thrilled/);
  await expect(last).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(last).toHaveValue(HARVEST);

  await askAboutPost(page, 'Thread item 2');
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Title' }).press('Enter');
  await expect(proposal).toHaveText('We are thrilled to announce teh');
  await region(page).getByRole('button', { name: 'Take', exact: true }).click();
  const description = page.getByLabel('Description');
  await expect(description).toHaveValue('We are thrilled to announce teh');
  await toast(page, 'Taken', 'Description').getByRole('button', { name: 'Undo' }).click();
  await expect(description).toHaveValue('');

  await askAboutPost(page, 'Thread item 2');
  await be({ profile: 'anthropic' });
  await region(page).getByRole('button', { name: 'Join into one' }).click();
  await expect(region(page).getByLabel('Proposal')).toContainText('Thursday.');
  await region(page).getByRole('button', { name: 'Take', exact: true }).click();
  await expect(page.getByLabel('Thread item 1')).toHaveValue(`${PLUM} ${HARVEST}`);
  await expect(last).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(last).toHaveValue(HARVEST);
});

const LONG = `${PLUM} ${'Eleven samples, tasted blind, twice. '.repeat(7)}${HARVEST}`;

test('versions for networks are taken in part, and taken back', async ({ page, person }) => {
  await connect(page, person.access);
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, LONG);
  await page.goto(`/content/edit/${id}`);
  await be({ fault: 'credit', times: 1 });
  await askAboutPost(page, 'Content *');
  await region(page).getByRole('button', { name: 'Every network' }).press('Enter');
  const wide = page.getByRole('region', { name: 'Version for every network' });
  await expect(wide.getByRole('article')).toHaveCount(3);
  const failed = wide.getByRole('article', { name: /, Failed$/ });
  await expect(failed).toContainText('The account at the server is out of credit.');
  await expect(wide.getByRole('article', { name: /, Ready$/ })).toHaveCount(2);
  await expectAccessible(page);
  await be({ profile: 'anthropic' });
  await failed.getByRole('button', { name: /^Try again/ }).click();
  await expect(wide.getByRole('article', { name: /, Ready$/ })).toHaveCount(3);
  await expect(page.getByLabel('Content *')).toHaveValue(LONG);

  // By keys: on to the next one, which is changed and taken.
  await wide.getByRole('list', { name: 'Networks' }).getByRole('button').first().press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  const second = wide.getByRole('article').nth(1);
  await expect(second).toBeFocused();
  await page.keyboard.press('e');
  const field = second.getByRole('textbox');
  await expect(field).toBeFocused();
  const proposed = await field.inputValue();
  await field.fill('x'.repeat(3001));
  await page.keyboard.press('Control+Enter');
  await expect(second).toHaveAccessibleName(/ over$/);
  await expect(second).toContainText('over');
  await page.keyboard.press('e');
  await field.fill('Of our own.');
  await page.keyboard.press('Control+Enter');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(second).toHaveAccessibleName(/, Taken$/);
  const own = page.getByLabel(/^Custom text for/);
  await expect(own).toHaveValue('Of our own.');
  expect(proposed).not.toBe(LONG);
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveCount(0);
  await expect(second).toHaveAccessibleName(/, Ready$/);

  await wide.getByLabel('Say what to change in all of them').fill('Mention the weather');
  await page.keyboard.press('Enter');
  await expect(wide.getByRole('article', { name: /, Ready$/ })).toHaveCount(3);
  await page.keyboard.press('Control+Enter');
  await expect(wide.getByRole('article', { name: /, Taken$/ })).toHaveCount(3);
  await expect(own).toHaveCount(3);
  await expect(wide.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await wide.getByRole('article').first().getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveCount(2);
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog', { name: 'Discard the proposals' });
  await expect(dialog).toContainText('Keep the 2 that you took?');
  await dialog.getByRole('button', { name: 'Keep 2' }).click();
  await expect(wide).toHaveCount(0);
  await expect(own).toHaveCount(2);
  await expect(page.getByLabel('Content *')).toHaveValue(LONG);
});

const STORY =
  'How we chose the plum. In five short posts.\n\nEleven samples on the table. We tasted blind.\n\nNumber seven won. It arrives on Thursday.';

test('a thread is cut from a text by keys, with its words and what is typed meanwhile', async ({
  page,
}) => {
  await page.goto('/content/create');
  const text = page.getByLabel('Content *');
  await text.fill(STORY);
  await askAboutPost(page, 'Content *');
  const make = region(page).getByRole('button', { name: 'Make a thread' });
  await make.press('Enter');
  const wide = page.getByRole('region', { name: 'Make a thread' });
  const parts = wide.getByRole('list', { name: 'Proposed parts' }).getByRole('textbox');
  await expect(parts).toHaveCount(3);
  await expect(wide).toContainText('of 3 for X');
  await expect(wide).toContainText('Only cut. Checked: every character is yours.');
  await expectAccessible(page);
  const first = parts.first();
  await first.focus();
  await page.keyboard.type('No');
  await expect(first).toHaveValue('How we chose the plum. In five short posts.');
  await page.keyboard.press('Control+Home');
  for (let n = 0; n < 'How we chose the plum.'.length; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Enter');
  await expect(parts).toHaveCount(4);
  await expect(parts.nth(1)).toBeFocused();
  await expect(parts.nth(1)).toHaveValue('In five short posts.');
  await page.keyboard.press('Backspace');
  await expect(parts).toHaveCount(3);
  await expect(first).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(first).toHaveValue('How we chose the plum.');
  // What is typed into the text meanwhile is in its part.
  await text.press('Control+End');
  await page.keyboard.type(' Sorry, Jo.');
  await expect(parts.last()).toHaveValue('Number seven won. It arrives on Thursday. Sorry, Jo.');
  await expect(wide).toContainText('What you typed meanwhile stays.');
  await expect(wide).toContainText('Checked: every character is yours.');
  await wide.getByLabel('Say how to cut').press('Control+Enter');
  await expect(wide).toHaveCount(0);
  await expect(toast(page, 'Taken', 'A thread of 3 items')).toBeVisible();
  await expect(page.getByLabel('Thread item 3')).toHaveValue(
    'Number seven won. It arrives on Thursday. Sorry, Jo.',
  );
  await expect(page.getByLabel('Thread item 3')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel(/^(Content \*|Thread item 1)$/)).toHaveValue(`${STORY} Sorry, Jo.`);
});

test('a thread with other words of another server is a second version', async ({ page }) => {
  await be({ profile: 'anthropic' });
  await page.goto('/content/create');
  await page.getByLabel('Content *').fill(STORY);
  await askAboutPost(page, 'Content *');
  await region(page).getByRole('button', { name: 'Make a thread' }).click();
  const wide = page.getByRole('region', { name: 'Make a thread' });
  const parts = wide.getByRole('list', { name: 'Proposed parts' }).getByRole('textbox');
  await expect(parts).toHaveCount(3);
  await wide.getByRole('switch', { name: 'Keep my words' }).click();
  await expect(parts).toHaveCount(6);
  await expect(wide).toContainText('Words may change.');
  await expect(wide).toContainText('2 of 2');
  await parts.first().fill('It began with a plum.');
  await wide.getByRole('button', { name: 'Changes' }).click();
  await expect(wide).toContainText('added: It began with a');
  await wide.getByRole('button', { name: 'Take as a thread of 6' }).click();
  await expect(page.getByLabel('Thread item 1')).toHaveValue('It began with a plum.');
  await expect(page.getByLabel('Thread item 6')).toHaveValue('It arrives on Thursday.');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test('proposals for a post are pages', async ({ page, person }) => {
    await connect(page, person.access);
    await page.goto('/content/create');
    await page.getByLabel('Content *').fill(STORY);
    const tool = page.getByRole('button', { name: 'Assistant for the content' });
    await tool.tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'OK, go on' }).tap();
    const scope = sheet.getByRole('button', { name: 'The post' });
    await scope.tap();
    await page.getByRole('menuitemradio', { name: 'Whole post' }).tap();
    await sheet.getByRole('button', { name: 'Every network' }).tap();
    const versions = page.getByRole('dialog', { name: 'Version for every network' });
    await expect(versions.getByRole('article')).toHaveCount(3);
    await expect(versions.getByRole('article', { name: /, (Ready|As it is)$/ })).toHaveCount(3);
    await expectAccessible(page);
    await versions.getByRole('button', { name: 'Discard' }).tap();
    await expect(versions).toHaveCount(0);
    await tool.tap();
    await scope.tap();
    await page.getByRole('menuitemradio', { name: 'Whole post' }).tap();
    await sheet.getByRole('button', { name: 'Make a thread' }).tap();
    const thread = page.getByRole('dialog', { name: 'Make a thread' });
    await thread.getByRole('button', { name: 'Take as a thread of 3' }).tap();
    await expect(thread).toHaveCount(0);
    await expect(page.getByLabel('Thread item 3')).toHaveValue(
      'Number seven won. It arrives on Thursday.',
    );
  });
});

test('what stays too long becomes a thread', async ({ page, person }) => {
  const folder = await person.folder('Launches');
  await page.goto(`/content/create?folder=${folder.id}`);
  const text = page.getByLabel('Content *');
  await text.fill(`Stubborn. ${'The plum lands on Thursday. '.repeat(12)}`.trim());
  await openPanel(page, 'Content *');
  await region(page).getByRole('button', { name: 'Shorten to fit X' }).click();
  await region(page).getByRole('button', { name: 'Make a thread' }).click();
  await expect(page.getByRole('region', { name: 'Make a thread' })).toBeVisible();
});
