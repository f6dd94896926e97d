import { chooseOption, expect, expectAccessible, test, toast } from './fixtures.ts';

test('two versions are compared word by word, and one is restored', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'We open on the first of May.', { tags: ['launch'] });
  await person.update(id, { content: 'We open on the second of May.', description: 'Opening' });
  await person.update(id, { content: 'We open on the second of June.', tags: ['launch', 'june'] });
  await page.goto(`/content/preview/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.getByRole('list', { name: 'Versions' }).getByRole('button')).toHaveText([
    /^3\. Changed/,
    /^2\. Changed/,
    /^1\. Created/,
  ]);
  // The newest version with the one before it.
  await expect(dialog.locator('del')).toHaveText(['May']);
  await expect(dialog.locator('ins')).toHaveText([', june', 'June']);
  await expectAccessible(page);
  await chooseOption(dialog.getByLabel('Compared with'), 1);
  await expect(dialog.locator('del')).toHaveText(['first', 'May']);
  await expect(dialog.getByRole('button', { name: 'This is the current text' })).toBeDisabled();
  await dialog.getByRole('button', { name: /^1\. Created/ }).click();
  await dialog.getByRole('button', { name: 'Restore version 1' }).click();
  const restored = toast(page, 'Success', 'Version 1 restored');
  // It stays while the pointer is over it.
  await restored.hover();
  await expect(dialog.getByRole('button', { name: /^4\. Restored/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The first Escape closes the toast alone.
  await page.keyboard.press('Escape');
  await expect(restored).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('We open on the first of May.');
});

test('in the editor a restored version replaces the text, but never unsaved text', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const [root, reply] = await person.thread(folder.id, ['One', 'Two'], { status: 'review' });
  await person.update(reply?.id ?? 0, { content: 'Two, changed' });
  await page.goto(`/content/edit/${root?.id}`);
  const second = page.getByRole('textbox', { name: 'Item 2' });
  await second.fill('Two, not saved');
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await chooseOption(dialog.getByLabel('Part of the thread'), 1);
  await dialog.getByRole('button', { name: /^1\. Created/ }).click();
  await expect(dialog).toContainText('Save what you wrote first.');
  await expect(dialog.getByRole('button', { name: 'Restore version 1' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await second.fill('Two, changed');
  await page.getByRole('button', { name: 'History' }).click();
  await chooseOption(dialog.getByLabel('Part of the thread'), 1);
  await dialog.getByRole('button', { name: /^1\. Created/ }).click();
  await dialog.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(toast(page, 'Success', 'Version 1 restored')).toBeVisible();
  await expect(second).toHaveValue('Two');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
});

test('opening the preview counts a view, and opening it again soon does not', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Seen by one');
  const details = page.getByRole('region', { name: 'Details' });
  for (let n = 0; n < 2; n++) {
    await page.goto(`/content/preview/${id}`);
    await expect(details).toContainText('Views1');
  }
});
