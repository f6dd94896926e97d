import type { Page } from '@playwright/test';
import { startAssistantServer } from '../server/testing/assistant/server.ts';
import { choose, openPanel, region, type Server } from './assistant-server.ts';
import { allowFailures, expect, openAs, test } from './fixtures.ts';

/** The writing assistant where two people or tabs write, the connection breaks, or keys mean something else. */

let server: Server;
test.beforeEach(async ({ request, person }) => {
  server = await startAssistantServer({ profile: 'openai', paceMs: 5 });
  await choose(request, person, server);
});
test.afterEach(() => server.stop());

const BEFORE = 'We are thrilled to announce teh plum. It lands on Thursday.';
const AFTER = 'News: the plum. It lands on Thursday.';
const proposal = (page: Page) => region(page).getByLabel('Proposal');
const take = (page: Page) => region(page).getByRole('button', { name: 'Take', exact: true });
const now = (page: Page) => page.evaluate(() => performance.now());
const ask = (page: Page, name: string) => region(page).getByRole('button', { name }).click();

test('of two tabs with a proposal, each takes what it shows, and nothing is lost', async ({
  page,
  person,
  browser,
}) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  const other = await openAs(browser, person);
  const tabs = [page, other] as const;
  for (const tab of tabs) {
    await tab.goto(`/content/edit/${id}`);
    await openPanel(tab, 'Content *');
  }
  await ask(page, 'Improve');
  await expect(proposal(page)).toContainText('News:');
  await ask(other, 'Fix spelling');
  await expect(proposal(other)).toContainText('added: the.');
  await take(page).click();
  await expect(page.getByLabel('Content *')).toHaveValue(AFTER);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const text = other.getByLabel('Content *');
  await expect(text).toHaveValue(AFTER);
  // What was taken first stays, and the other is offered in its place.
  await expect(region(other)).toContainText('Proposed here: We are thrilled to announce the plum.');
  await region(other).getByRole('button', { name: 'Use it' }).click();
  await take(other).click();
  const spelled = BEFORE.replace('teh', 'the');
  await expect(text).toHaveValue(spelled);
  await expect(page.getByLabel('Content *')).toHaveValue(spelled);
  await text.click();
  await other.keyboard.press('Control+z');
  await expect(text).toHaveValue(AFTER);
  await expect(page.getByLabel('Content *')).toHaveValue(AFTER);
});

test('Enter that ends a composition takes nothing', async ({ page, person }) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto(`/content/edit/${id}`);
  await openPanel(page, 'Content *');
  await ask(page, 'Improve');
  await expect(proposal(page)).toContainText('News:');
  // Before that, Enter does nothing at all.
  await page.waitForFunction((since) => performance.now() - since > 400, await now(page));
  const field = region(page).getByLabel('Say what to change');
  await expect(field).toBeFocused();
  // From the panel to the text, and back to its field.
  await page.keyboard.press('Control+j');
  await expect(page.getByLabel('Content *')).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(field).toBeFocused();
  const press = (init: object) =>
    field.evaluate((element, given) => {
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      const options = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true, ...given };
      element.dispatchEvent(new KeyboardEvent('keydown', options));
      element.dispatchEvent(new KeyboardEvent('keydown', { ...options, shiftKey: true }));
      element.dispatchEvent(
        new KeyboardEvent('keydown', { ...options, key: 'Escape', code: 'Escape' }),
      );
      element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    }, init);
  await press({ isComposing: true });
  // Safari ends the composition before the key.
  await press({ keyCode: 229 });
  await expect(proposal(page)).toContainText('News:');
  await expect(page.getByLabel('Content *')).toHaveValue(BEFORE);
});

test('an answer whose connection breaks stays, and goes on', async ({ page, person, context }) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto(`/content/edit/${id}`);
  await openPanel(page, 'Content *');
  await page.route(
    '**/api/assistant/runs/',
    (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'event: delta\ndata: {"text":"News: the plum."}\n\nevent: delta\ndata: {"te',
      }),
    { times: 1 },
  );
  await ask(page, 'Improve');
  await expect(region(page)).toContainText('News: the plum.');
  await expect(region(page)).toContainText('The connection was lost.');
  await expect(region(page)).toContainText('What came stays.');
  // Without a connection it fails the same way, and what came stays.
  allowFailures('net::ERR_INTERNET_DISCONNECTED');
  await context.setOffline(true);
  await ask(page, 'Go on');
  await expect(region(page).getByRole('button', { name: 'Go on' })).toBeVisible();
  await expect(region(page)).toContainText('News: the plum.');
  await expect(page.getByLabel('Content *')).toHaveValue(BEFORE);
  await context.setOffline(false);
  await ask(page, 'Go on');
  await expect(take(page)).toBeEnabled();
  await expect(proposal(page)).toContainText('News: the plum.');
});

test('a page that is loaded again in the middle asks anew', async ({ page, person }) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto(`/content/edit/${id}`);
  await openPanel(page, 'Content *');
  server.options.paceMs = 400;
  await ask(page, 'Improve');
  await expect(region(page)).toContainText('News');
  await page.reload();
  await expect(page.getByLabel('Content *')).toHaveValue(BEFORE);
  await expect.poll(() => server.left.length).toBe(1);
  server.options.paceMs = 5;
  await openPanel(page, 'Content *');
  await ask(page, 'Improve');
  await take(page).click();
  await expect(page.getByLabel('Content *')).toHaveValue(AFTER);
});

test('the proposal for a part that another person removes can be inserted', async ({
  page,
  person,
  request,
}) => {
  const folder = await person.folder('Launches');
  const [root, second] = await person.thread(folder.id, [BEFORE, BEFORE, 'Third.']);
  await page.goto(`/content/edit/${root?.id}`);
  await openPanel(page, 'Thread item 2');
  await ask(page, 'Improve');
  await expect(proposal(page)).toContainText('News:');
  const removed = await request.delete(`/api/content/items/${second?.id}/`, {
    headers: { authorization: `Bearer ${person.access}` },
  });
  expect(removed.status()).toBe(204);
  await expect(region(page)).toContainText('Item 2 is gone. Insert it below, or discard.');
  await expect(proposal(page)).toContainText('News: the plum.');
  await expect(region(page).getByLabel('Say what to change')).toBeFocused();
  // A moment later, as a key that was meant for the part does nothing here.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Thread item 3')).toHaveValue(AFTER, { timeout: 100 });
  }).toPass();
});

test('the foot of a proposal beside the text is in sight below a notice', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 760 });
  await page.goto('/content/create');
  await page.getByLabel('Content *').fill('Eleven samples. We tasted blind.\n\nNumber seven won.');
  await expect(page.getByRole('region', { name: 'Confirmation pending' })).toBeVisible();
  await openPanel(page, 'Content *');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Whole post' }).press('Enter');
  await region(page).getByRole('button', { name: 'Make a thread' }).click();
  const wide = page.getByRole('region', { name: 'Make a thread' });
  const last = wide.getByRole('button', { name: 'Discard' });
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the bar at selections is switched off and on, and stopping after a take shows nothing old', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto(`/content/edit/${id}`);
  const text = page.getByLabel('Content *');
  const bar = page.getByRole('toolbar', { name: 'Selected words' });
  await openPanel(page, 'Content *');
  await page.keyboard.press('Escape');
  const select = async () => {
    await text.press('Home');
    await page.keyboard.press('Shift+End');
  };
  await select();
  await expect(bar).toBeVisible();
  const choice = page.getByRole('menuitemcheckbox', { name: 'Show the bar at selections' });
  await page.keyboard.press('Control+j');
  const more = region(page).getByRole('button', { name: 'More' });
  await more.press('Enter');
  await expect(choice).toBeChecked();
  await choice.press('Enter');
  await expect(more).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(region(page)).toHaveCount(0);
  await page.reload();
  await openPanel(page, 'Content *');
  await page.keyboard.press('Escape');
  await page.clock.install();
  await select();
  await page.clock.fastForward(1000);
  await expect(bar).toHaveCount(0);
  await page.clock.resume();
  await page.keyboard.press('Control+j');
  await more.press('Enter');
  await expect(choice).not.toBeChecked();
  await choice.press('Enter');
  await expect(more).toBeFocused();
  await ask(page, 'Improve');
  await take(page).click();
  await expect(text).toHaveValue(AFTER);
  await page.keyboard.press('Control+j');
  server.options.paceMs = 500;
  await ask(page, 'Improve');
  await ask(page, 'Stop');
  await expect(region(page).getByLabel('Say what to change, or choose below')).toBeVisible();
  await expect(proposal(page)).toHaveCount(0);
});
