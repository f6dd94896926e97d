import {
  allowFailures,
  blockLiveEvents,
  chooseOption,
  expect,
  expectAccessible,
  hold,
  PASSWORD,
  test,
  toast,
} from './fixtures.ts';

test.describe('the editor', () => {
  test('offers both texts when somebody else saved first', async ({ page, person }) => {
    allowFailures('409 PUT /api/content/items/:id/');
    const folder = await person.folder('Ideas');
    const { id } = await person.item(folder.id, 'Original');
    await blockLiveEvents(page);
    const open = async () => {
      await page.goto(`/content/edit/${id}`);
      await expect(page.getByLabel('Content *')).not.toHaveValue('');
      // Parts that are loaded late read the post again: afterwards only a save learns of another one.
      await page.waitForLoadState('networkidle');
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

  test('saves what was written when it is left, by whatever way, and asks nothing', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    const text = page.getByLabel('Content *');
    const ways = {
      'by the way back': () => page.getByRole('link', { name: 'Back to Content' }).click(),
      'by the sidebar': () => page.getByRole('link', { name: 'Social Accounts' }).click(),
      'by Cancel': () => page.getByRole('link', { name: 'Cancel' }).click(),
      'by Back': () => page.goBack(),
    };
    await page.goto('/content');
    for (const [name, leave] of Object.entries(ways)) {
      await page.getByRole('link', { name: 'Content', exact: true }).first().click();
      await page.getByRole('link', { name: 'Create Content' }).click();
      await expect(text).toHaveValue('');
      await text.fill(`Left ${name}`);
      await leave();
      await expect(text).toHaveCount(0);
      await expect.poll(async () => (await person.items())[0]?.content).toBe(`Left ${name}`);
    }
    expect((await person.items()).map((item) => item.folder)).toEqual(Array(4).fill(folder.id));
  });

  test('saves what was written before its author is signed out', async ({ page, person }) => {
    // The page reports that it is left while the session ends.
    allowFailures('401 PUT /api/content/items/:id/presence/', '401 POST /api/auth/token/refresh/');
    await person.folder('Ideas');
    await page.goto('/content/create');
    await page.getByLabel('Content *').fill('Signing out');
    await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    // The session of the page has ended.
    const data = { email: person.email, password: PASSWORD };
    const { access } = await (await page.request.post('/api/auth/login/', { data })).json();
    const headers = { authorization: `Bearer ${access}` };
    const items = await page.request.get('/api/content/items/', { headers });
    expect((await items.json()).results).toMatchObject([{ content: 'Signing out' }]);
  });

  test('keeps on this device what could not be saved, without a question', async ({
    page,
    person,
  }) => {
    allowFailures('500 PUT /api/content/items/:id/');
    const folder = await person.folder('Ideas');
    const { id } = await person.item(folder.id, 'Original');
    await page.goto('/content');
    await page.getByRole('article').getByRole('heading').click();
    const text = page.getByLabel('Content *');
    await text.fill('Precious');
    let isBroken = true;
    await page.route(`**/api/content/items/${id}/`, (route) =>
      isBroken && route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { detail: 'Out of paper.' } })
        : route.fallback(),
    );
    await page.getByRole('link', { name: 'Back to Content' }).click();
    await expect(page).toHaveURL('/content');
    await expect(toast(page, 'Not saved yet', 'kept on this device')).toBeVisible();
    expect((await person.items())[0]?.content).toBe('Original');
    isBroken = false;
    await page.getByRole('article').getByRole('heading').click();
    await expect(text).toHaveValue('Precious');
    await text.press('Control+s');
    await expect.poll(async () => (await person.items())[0]?.content).toBe('Precious');
  });

  test('asks about what its author saves, and nothing but Discard deletes it', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    const [root] = await person.thread(folder.id, ['One', 'Two']);
    for (const content of ['Approved', 'Likewise'])
      await person.item(folder.id, content, { status: 'approved' });
    await page.goto('/content');
    const open = (name: string) => page.getByRole('heading', { name }).first().click();
    const away = () => page.getByRole('link', { name: 'Back to Content' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    const content = async (text: string) =>
      (await person.items()).some((item) => item.content === text);

    await open('Approved');
    const text = page.getByLabel('Content *');
    await text.fill('Approved, but');
    await away();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(text).toHaveValue('Approved, but');
    await away();
    await expectAccessible(page);
    await leave.getByRole('button', { name: 'Save and leave' }).click();
    await expect(page).toHaveURL('/content');
    await expect.poll(() => content('Approved, but')).toBe(true);

    await open('Likewise');
    await text.fill('Never mind');
    await away();
    await leave.getByRole('button', { name: 'Discard changes' }).click();
    await open('Likewise');
    await expect(text).toHaveValue('Likewise');

    // A part that is empty cannot be saved: the words of the others are kept.
    await page.goto(`/content/edit/${root?.id}`);
    await page.getByLabel('Thread item 2').press('Control+Enter');
    await page.getByLabel('Thread item 2').fill('Two, at length');
    await away();
    await expect(leave).toContainText('they stay on this device');
    await leave.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL('/content');
    await page.goBack();
    await expect(page.getByLabel('Thread item 2')).toHaveValue('Two, at length');
  });

  test('saves a page that is closed', async ({ page, person, context }) => {
    const folder = await person.folder('Ideas');
    const { id } = await person.item(folder.id, 'Original');
    await page.goto(`/content/edit/${id}`);
    await page.getByLabel('Content *').fill('Written until the end');
    await page.close({ runBeforeUnload: true });
    await expect.poll(async () => (await person.items())[0]?.content).toBe('Written until the end');
    const next = await context.newPage();
    await next.goto(`/content/edit/${id}`);
    await expect(next.getByLabel('Content *')).toHaveValue('Written until the end');
    await expect(next.getByText('Saved', { exact: true })).toBeVisible();
    await expect(next.getByText(/has been restored/)).toHaveCount(0);
  });

  test('saves by key and stays, and publishes from the first letter', async ({ page, person }) => {
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?folder=${folder.id}`);
    const publish = page.getByRole('button', { name: 'Publish…' });
    await expect(publish).toBeDisabled();
    await expect(page.getByLabel('Content *')).toBeFocused();
    await page.keyboard.type('One');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
    // The caret is where it was.
    await page.keyboard.type(' two');
    await publish.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog).toContainText('One two');
    expect((await person.items())[0]?.content).toBe('One two');
    await page.keyboard.press('Escape');
    await page.getByLabel('Content *').focus();
    await page.keyboard.type(' three');
    await page.keyboard.press('Control+Shift+P');
    await expect(dialog).toContainText('One two three');
    expect((await person.items())[0]?.content).toBe('One two three');
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

  test('says what is missing, and creates a folder for the first text of a workspace', async ({
    page,
    person,
  }) => {
    allowFailures('Error toast: Validation Error Content is required');
    await page.goto('/content/create');
    await expect(page.getByRole('button', { name: 'Create Content' })).toBeDisabled();
    await page.getByLabel('Content *').fill('   ');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Validation Error', 'Content is required')).toBeVisible();
    await expect(page.getByLabel('Folder *')).toHaveText('Drafts');
    await page.getByLabel('Content *').fill('The first of all');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await person.items()).toHaveLength(1);
    await expect(page.getByLabel('Folder *')).toHaveText('Drafts');
    await page.getByRole('main').getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible();
    await page.getByLabel('Folder Name *').fill('Home');
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(page.getByLabel('Folder *')).toHaveText('Home');
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

  test('keeps what is typed after C, marks what is too long, and cuts at the third Enter', async ({
    page,
    person,
  }) => {
    await person.folder('Ideas');
    await page.goto('/content');
    await expect(page.getByRole('link', { name: 'Create Content' })).toBeVisible();
    // The code of the page takes a while.
    const arrive = await hold(page, '**/assets/EditContent*.js');
    await page.keyboard.press('c');
    await page.keyboard.type('hello wor');
    arrive();
    const content = page.getByLabel('Content *');
    await expect(content).toHaveValue('hello wor');
    await expect(content).toBeFocused();
    await page.keyboard.type('ld, see https://example.org');
    const marks = page.locator('[data-marks] span[class]');
    await expect(marks).toHaveText('https://example.org');
    await page.keyboard.type(' '.padEnd(300, 'x'));
    await expect(marks.last()).toHaveText(/^x+$/);
    await page.keyboard.press('Control+z');
    // The emoji is found by its name.
    await page.getByRole('button', { name: 'Add an emoji to the content' }).click();
    await page.getByPlaceholder('Find an emoji by its name').fill('rocket');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(content).toHaveValue(/🚀$/);
    await expect(content).toBeFocused();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Enter');
    const second = page.getByLabel('Thread item 2');
    await expect(second).toBeFocused();
    await page.keyboard.type('And then');
    await expect(page.getByLabel('Thread item 1')).toHaveValue(/🚀$/);
    await second.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'the programme');
      clipboardData.setData('text/html', '<p><a href="https://a.org/b">the programme</a></p>');
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(second).toHaveValue('And thenthe programme (https://a.org/b)');
    await second.press('Home');
    await page.keyboard.press('Backspace');
    await expect(second).toHaveCount(0);
  });
});
