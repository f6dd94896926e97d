import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** One undo for what is typed and for what the page writes into a field. */

/** Takes everything back, and does it again. */
async function travel(page: Page, text: string) {
  const field = page.locator(':focus');
  await expect(field).toHaveValue(text);
  for (let step = 0; step < 30; step++) await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('');
  for (let step = 0; step < 30; step++) await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(text);
}

test('a comment with a member that was chosen is undone and redone as it was written', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Notes');
  const { id } = await person.item(folder.id, 'A post');
  const { name } = person;
  await page.goto(`/content/edit/${id}`);
  await page.getByRole('button', { name: 'Comments' }).click();
  await page.getByLabel('Comment on this text').click();
  await page.keyboard.type(`Hello @${name.slice(0, 3)}`);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('yes, and more words');
  await travel(page, `Hello @${name} yes, and more words`);
  // A run of typing is a step, not each letter.
  await page.keyboard.press('Control+z');
  await expect(page.locator(':focus')).toHaveValue(`Hello @${name} `);
  await page.keyboard.press('Control+Shift+z');
  // What was sent does not come back into the next comment.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Comment on this text')).toHaveValue('');
});

test('tags end at a comma of any writing, but not while an input method composes', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Notes');
  const { id } = await person.item(folder.id, 'A post');
  await page.goto(`/content/edit/${id}`);
  const field = page.getByLabel('Tags');
  await field.click();
  const tag = (name: string) => page.getByRole('button', { name: `Remove tag ${name}` });
  await page.keyboard.insertText('冬、焙煎，豆،');
  for (const name of ['冬', '焙煎', '豆']) await expect(tag(name)).toBeVisible();
  await expect(field).toHaveValue('');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', {
    text: 'a,b',
    selectionStart: 3,
    selectionEnd: 3,
  });
  await expect(field).toHaveValue('a,b');
  await session.send('Input.imeSetComposition', {
    text: 'abe',
    selectionStart: 3,
    selectionEnd: 3,
  });
  await session.send('Input.insertText', { text: '安倍' });
  await expect(field).toHaveValue('安倍');
  await page.keyboard.type(',');
  await expect(tag('安倍')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue('');
});
