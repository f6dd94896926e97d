import type { Page } from '@playwright/test';
import { startAssistantServer } from '../server/testing/assistant/server.ts';
import { choose, openPanel, region, type Server } from './assistant-server.ts';
import { expect, expectAccessible, join, openAs, register, test, toast } from './fixtures.ts';

/** The writing assistant in the editor, with a strict server that the workspace has chosen. */

let server: Server;
test.beforeEach(async ({ request, person }) => {
  server = await startAssistantServer({ profile: 'openai', paceMs: 5 });
  await choose(request, person, server);
});
test.afterEach(() => server.stop());

/** Another kind of server, or something that goes wrong. */
const be = (options: object) =>
  fetch(new URL('/control', server.url), {
    method: 'POST',
    body: JSON.stringify(options),
  });

const BEFORE = 'We are thrilled to announce teh plum. It lands on Thursday.';
const AFTER = 'News: the plum. It lands on Thursday.';

test('what is taken is one step and one version', async ({ page, person }) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto(`/content/edit/${id}`);
  const text = page.getByLabel('Content *');
  await text.click();
  await expect(page.getByRole('button', { name: 'Assistant for the content' })).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(region(page)).toContainText('model gpt-5.2.');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await region(page).getByLabel('Say what to change, or choose below').fill('impr');
  await expect(region(page).getByRole('toolbar').getByRole('button')).toHaveText(/Improve/);
  // Longer than the page waits before it gives a lost focus to what is around.
  await be({ paceMs: 150 });
  await page.keyboard.press('Enter');
  await expect(region(page).getByLabel('Proposal')).toContainText('News:');
  await expect(region(page).getByRole('status')).toHaveText(`Finished, ${AFTER.length} characters`);
  await expect(text).toHaveValue(BEFORE);
  await expect(region(page).getByLabel('Say what to change')).toBeFocused();
  await expectAccessible(page);
  // Enter in the empty field takes, but not the key that has asked.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue(AFTER, { timeout: 100 });
  }).toPass();
  await expect(toast(page, 'Taken', `${AFTER.length} characters`)).toBeVisible();
  await expect(text).toBeFocused();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions).toContainText('Written with the assistant');
  await page.keyboard.press('Escape');
  await text.click();
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue(BEFORE);
  await page.keyboard.press('Control+Shift+z');
  await expect(text).toHaveValue(AFTER);
});

test('proposals of two kinds of servers are discarded, brought back, and forgotten with the page', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launches');
  const [root] = await person.thread(folder.id, [BEFORE, 'Second. Right as it is.']);
  await page.goto(`/content/edit/${root?.id}`);
  await openPanel(page, 'Thread item 1');
  const proposal = region(page).getByLabel('Proposal');
  for (const profile of ['anthropic', 'openai']) {
    await be({ profile });
    await region(page).getByRole('button', { name: 'Fix spelling' }).click();
    await expect(proposal).toContainText('added: the.');
    await expect(region(page).getByLabel('Say what to change')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(region(page)).toHaveCount(0);
    await expect(page.getByLabel('Thread item 1')).toBeFocused();
    await page.keyboard.press('Control+j');
    await expect(region(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(proposal).toContainText('added: the.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+j');
  }
  await region(page).getByRole('button', { name: 'Another ending' }).click();
  await expect(page.getByRole('radio')).toHaveCount(5);
  await page.keyboard.press('2');
  await region(page).getByRole('button', { name: 'Take 2' }).click();
  await expect(page.getByLabel('Thread item 1')).toHaveValue(
    'We are thrilled to announce teh plum. Come by on Saturday and see.',
  );
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Content' }).click();
  await expect(page).toHaveURL(/\/content$/);
  await page.goBack();
  await openPanel(page, 'Thread item 2');
  await be({ fault: 'credit', times: 1 });
  await region(page).getByRole('button', { name: 'Fix spelling' }).click();
  await expect(region(page)).toContainText('The account at the server is out of credit.');
  await region(page).getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Control+j');
  await region(page).getByRole('button', { name: 'Fix spelling' }).click();
  await expect(region(page)).toContainText('Nothing to change. It is right as it is.');
  await expect(page.getByLabel('Thread item 2')).toHaveValue('Second. Right as it is.');
});

test('an editor tells the owner what only an owner can mend', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  const editor = await register(request);
  const workspace = await join(request, person, editor, 'editor');
  const theirs = await openAs(browser, editor, { workspace });
  await theirs.goto(`/content/edit/${id}`);
  await openPanel(theirs, 'Content *');
  await be({ fault: 'credit' });
  const fail = async (of: Page) => {
    await region(of).getByRole('button', { name: 'Improve' }).click();
    await expect(region(of)).toContainText('The account at the server is out of credit.');
  };
  await fail(theirs);
  await expectAccessible(theirs);
  const tell = region(theirs).getByRole('button', { name: `Tell ${person.user.name}` });
  await tell.press('Enter');
  await expect(region(theirs)).toContainText(`${person.user.name} knows now.`);
  await expect(tell).toHaveCount(0);
  // A second click, in a panel that was opened again.
  await theirs.keyboard.press('Escape');
  await theirs.keyboard.press('Control+j');
  await fail(theirs);
  await tell.click();
  await expect(region(theirs)).toContainText(
    new RegExp(`${person.user.name} knows since \\d\\d:\\d\\d`),
  );

  await page.goto(`/content/edit/${id}`);
  await openPanel(page, 'Content *');
  await fail(page);
  await expect(region(page).getByRole('link', { name: 'Assistant settings' })).toBeVisible();
  await expect(region(page).getByRole('button', { name: /^Tell/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: /^Unread: .* out of credit/ }).click();
  await expect(page).toHaveURL(/\/settings\/assistant$/);
});

test('what is typed meanwhile stays', async ({ page, person }) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto(`/content/edit/${id}`);
  const text = page.getByLabel('Content *');
  await openPanel(page, 'Content *');
  await be({ paceMs: 400 });
  await region(page).getByRole('button', { name: 'Improve' }).click();
  await expect(region(page).getByRole('button', { name: 'Stop' })).toBeVisible();
  await text.press('End');
  await page.keyboard.type(' Sorry, Jo.');
  await expect(region(page)).toContainText('You typed “Sorry, Jo.” meanwhile. It stays.');
  // The focus stays with what is being written.
  await expect(text).toBeFocused();
  await region(page).getByRole('button', { name: 'Take' }).click();
  await expect(text).toHaveValue(`${AFTER} Sorry, Jo.`);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test('the panel is a sheet, and takes into the text', async ({ page, person }) => {
    const folder = await person.folder('Launches');
    const { id } = await person.item(folder.id, BEFORE);
    await page.goto(`/content/edit/${id}`);
    await page.getByRole('button', { name: 'Assistant for the content' }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'OK, go on' }).tap();
    await sheet.getByRole('button', { name: 'Improve' }).tap();
    await expect(sheet.getByLabel('Proposal')).toContainText('News:');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Take', exact: true }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByLabel('Content *')).toHaveValue(AFTER);
  });
});
