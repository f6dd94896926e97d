import type { Page } from '@playwright/test';
import { choose, withServer } from './assistant-server.ts';
import { expect, expectAccessible, test, toast } from './fixtures.ts';

/** 'Read as an editor', with a strict server that the workspace has chosen. */

const TEXT = 'We roast on Mondays! They like it. We won 3 prizes.';
const TAKEN = 'We roast on Mondays! They like it, to be exact. We won 3 prizes.';
const findings = (page: Page) => page.getByRole('region', { name: 'Read as an editor' });

async function read(page: Page) {
  await page.getByRole('button', { name: 'Read as an editor' }).press('Enter');
  await expect(findings(page).getByRole('button', { name: 'OK, go on' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(findings(page).getByRole('status')).toHaveText('3 findings');
  await expect(findings(page).getByRole('article', { name: '1, Tone' })).toBeFocused();
}

test('a text that waits for review is read by keyboard: taken, commented on, dismissed', async ({
  page,
  person,
  request,
}) => {
  await withServer(async (server) => {
    await choose(request, person, server);
    const folder = await person.folder('Launches');
    await person.item(folder.id, TEXT, { status: 'review' });
    await page.goto('/content/review');
    await read(page);
    const text = page.getByRole('list', { name: 'Parts' });
    await expect(text.locator('mark')).toHaveCount(3);
    await expectAccessible(page);
    await page.keyboard.press('n');
    const unclear = findings(page).getByRole('article', { name: '2, Unclear' });
    await expect(unclear).toBeFocused();
    await expect(unclear).toContainText('to be exact');
    await page.keyboard.press('Shift+N');
    await page.keyboard.press('x');
    await expect(findings(page).getByRole('status')).toHaveText('2 findings');
    await expect(unclear).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Taken')).toBeVisible();
    await expect(text).toContainText('They like it, to be exact.');
    await expect(findings(page).getByRole('article', { name: '3, Claim' })).toBeFocused();
    await page.keyboard.press('c');
    const field = page.getByLabel('Comment on the passage');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('“We won 3 prizes.”: A number without a source.');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Success', 'Comment added')).toBeVisible();
    await expect(findings(page)).toContainText('Nothing to remark.');
    await expect(page.getByRole('region', { name: 'Comments' })).toContainText('We won 3 prizes.');
    const [item] = await person.items();
    expect(item?.content).toBe(TAKEN);
    expect(item?.status).toBe('review');
  });
});

test('a post is read in the editor: what is taken is undone, and what has changed is read again', async ({
  page,
  person,
  request,
}) => {
  await withServer(async (server) => {
    await choose(request, person, server);
    const folder = await person.folder('Launches');
    const { id } = await person.item(folder.id, TEXT);
    await page.goto(`/content/edit/${id}`);
    await read(page);
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    const text = page.getByLabel('Content *');
    await expect(text).toHaveValue(TAKEN);
    await expect(findings(page).getByRole('status')).toHaveText('2 findings');
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(text).toHaveValue(TEXT);
    await expect(findings(page).getByRole('status')).toHaveText('3 findings');
    await text.fill('We roast.');
    await expect(findings(page)).toContainText('The text has changed. Read again');
    await findings(page).getByRole('button', { name: 'Read again' }).last().click();
    await expect(findings(page)).toContainText('Nothing to remark.');
    await findings(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('Folder *')).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
});
