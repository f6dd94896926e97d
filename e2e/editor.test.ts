import { allowFailures, blockLiveEvents, chooseOption, expect, test, toast } from './fixtures.ts';

test.describe('the editor', () => {
  test('offers both texts when somebody else saved first', async ({ page, person }) => {
    allowFailures('409 PUT /api/content/items/:id/');
    const folder = await person.folder('Ideas');
    const { id } = await person.item(folder.id, 'Original');
    await blockLiveEvents(page);
    const open = async () => {
      await page.goto(`/content/edit/${id}`);
      await expect(page.getByLabel('Content *')).not.toHaveValue('');
    };
    await open();
    await person.update(id, { content: 'Theirs' });
    await page.getByLabel('Content *').fill('Mine');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This content was changed in the meantime' });
    await expect(dialog.getByRole('region', { name: 'Your text' })).toContainText('Mine');
    await expect(dialog.getByRole('region', { name: 'The saved text' })).toContainText('Theirs');
    await dialog.getByRole('button', { name: 'Use the saved text' }).click();
    await expect(page.getByLabel('Content *')).toHaveValue('Theirs');
    await person.update(id, { content: 'Theirs again' });
    await page.getByLabel('Content *').fill('Mine again');
    await page.keyboard.press('Control+s');
    await dialog.getByRole('button', { name: 'Save your text' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    expect((await person.items())[0]?.content).toBe('Mine again');
  });

  test('asks before unsaved text is left', async ({ page, person }) => {
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?folder=${folder.id}`);
    await page.getByLabel('Content *').fill('Precious');
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const way of [
      () => page.getByRole('link', { name: 'Back to Content' }).click(),
      () => page.getByRole('link', { name: 'Social Accounts' }).click(),
      () => page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click(),
    ]) {
      await way();
      await leave.getByRole('button', { name: 'Stay' }).click();
      await expect(page.getByLabel('Content *')).toHaveValue('Precious');
    }
    await page.getByRole('link', { name: 'Cancel' }).click();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/content');
    await page.getByRole('link', { name: 'Create Content' }).click();
    await page.getByLabel('Content *').fill('Going back');
    await page.goBack();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/content');
    await page.getByRole('link', { name: 'Create Content' }).click();
    await page.getByLabel('Content *').fill('Logging out');
    await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  test('keeps the language of the text, and tells readers of the preview', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?folder=${folder.id}`);
    await page.getByLabel('Content *').fill('Bom dia');
    await chooseOption(page.getByLabel('Language'), 'Brazilian Portuguese');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
    const [item] = await person.items();
    await page.goto(`/content/preview/${item?.id}`);
    await expect(page.getByText('Bom dia').and(page.locator('[lang="pt-BR"]'))).toBeVisible();
    // A language that is not on offer stays until another is chosen.
    await person.update(item?.id ?? 0, { language: 'de-CH' });
    await page.goto(`/content/edit/${item?.id}`);
    await expect(page.getByLabel('Language')).toHaveText('Swiss High German');
    await chooseOption(page.getByLabel('Language'), 'Not specified');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    expect((await person.items())[0]?.language).toBe(null);
  });

  test('says what is missing, and lets a person without folders create one', async ({
    page,
    person: _,
  }) => {
    allowFailures(
      'Error toast: Validation Error Please select a folder',
      'Error toast: Validation Error Content is required',
    );
    await page.goto('/content/create');
    await page.getByLabel('Content *').fill('Homeless');
    await expect(page.getByRole('button', { name: 'Create Content' })).toBeDisabled();
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Validation Error', 'Please select a folder')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible();
    await page.getByLabel('Folder Name *').fill('Home');
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(page.getByLabel('Folder *')).toHaveText('Home');
    await page.getByLabel('Content *').fill('   ');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Validation Error', 'Content is required')).toBeVisible();
  });

  test('shows a status that is not on offer, keeps it, and says when an approval is void', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    const { id } = await person.item(folder.id, 'Approved text', { status: 'approved' });
    await page.goto(`/content/edit/${id}`);
    await expect(page.getByLabel('Status')).toHaveAttribute('data-value', 'approved');
    await page.getByLabel('Tags').fill('tag');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('button', { name: /^Status: Approved/ })).toBeVisible();
    await page.goto(`/content/edit/${id}`);
    await page.getByLabel('Content *').fill('Another text');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Success', 'is a draft again')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Status: Draft/ })).toBeVisible();
  });

  test('and the preview say when there is no such item', async ({ page, person: _ }) => {
    allowFailures(
      '404 GET /api/content/items/:id/thread/',
      '404 GET /api/content/items/:id/transitions/',
      '404 GET /api/content/items/:id/comments/',
    );
    for (const path of ['/content/edit/999999', '/content/preview/0']) {
      await page.goto(path);
      await expect(page.getByText('Content Not Found')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to Content' })).toBeVisible();
    }
  });
});
