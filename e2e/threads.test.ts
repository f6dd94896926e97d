import type { Page } from '@playwright/test';
import {
  allowFailures,
  blockLiveEvents,
  card,
  chooseOption,
  expect,
  expectAccessible,
  hold,
  openAs,
  register,
  showReplies,
  signIn,
  test,
  toast,
} from './fixtures.ts';

const part = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Thread item ${number}`, exact: true });
const parts = (page: Page) => page.getByRole('list', { name: 'Thread items' }).getByRole('textbox');
const textsIn = (page: Page) =>
  parts(page).evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
const view = (page: Page) => page.getByRole('dialog', { name: 'Thread View' });
const state = (page: Page) => page.getByRole('main').getByRole('status').first();

test.describe('writing a thread', () => {
  test('from the first part to the cards, and back to one of its parts', async ({
    page,
    person,
  }) => {
    allowFailures(
      'Error toast: Cannot remove A thread must have at least one item',
      'Error toast: Validation Error All thread items must have content',
      '404 GET /api/content/items/:id/thread/',
      '404 GET /api/content/items/:id/transitions/',
      '404 PUT /api/content/items/:id/presence/',
    );
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?mode=thread&folder=${folder.id}`);
    await expect(page.getByRole('tab', { name: 'Thread' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByText('The first post serves as main thread content.')).toBeVisible();
    await expect(page.getByText('Root', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Thread' })).toBeDisabled();
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await expect(
      toast(page, 'Cannot remove', 'A thread must have at least one item'),
    ).toBeVisible();
    await page.getByLabel('Description').fill('All about it');
    await part(page, 1).fill('The beginning');
    await page.keyboard.press('Control+Enter');
    await expect(part(page, 2)).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(
      toast(page, 'Validation Error', 'All thread items must have content'),
    ).toBeVisible();
    await page.keyboard.type('The middle');
    await page.getByRole('button', { name: 'Add Thread Item' }).click();
    await expect(part(page, 3)).toBeFocused();
    await page.keyboard.type('The end');
    await expect(page.getByText('Item 3', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Move up item 1' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Move down item 3' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Move up item 3' }).click();
    expect(await textsIn(page)).toEqual(['The beginning', 'The end', 'The middle']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create Thread' }).click();
    await expect(page).toHaveURL(`/content?folder=${folder.id}`);
    await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
    await expect(card(page, 'The beginning').getByText('Thread (3)')).toBeVisible();
    await showReplies(page, 'The beginning');
    await expect(card(page, 'The end').getByText('Reply #1')).toBeVisible();

    await card(page, 'The middle').getByRole('heading').getByRole('link').click();
    await expect(part(page, 3)).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Single Content' })).toBeDisabled();
    await expect(page.getByText('Content type cannot be changed when editing')).toBeVisible();
    await expect(state(page)).toHaveText('Saved');
    await page.keyboard.press('End');
    await page.keyboard.type(' of it');
    await expect(state(page)).toHaveText('Editing…');
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await chooseOption(page.getByLabel('Status'), 'Review');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    await expect(card(page, 'The end').getByText('Thread (2)')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Status: Review/ })).toHaveCount(1);
    const [root] = await person.items('&is_thread_root=true');
    expect(await person.parts(root?.id ?? 0)).toMatchObject([
      { content: 'The end', description: 'All about it' },
      { content: 'The middle of it', description: null },
    ]);
  });

  test('keeps what is typed while the thread is being made', async ({ page, person }) => {
    const folder = await person.folder('Ideas');
    const release = await hold(page, '**/assets/PartList-*.js');
    await page.goto(`/content/create?folder=${folder.id}`);
    await page.getByLabel('Content *').fill('First');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Enter');
    await expect(page.getByLabel('Content *')).toHaveCount(0);
    await page.keyboard.type('Second');
    release();
    await expect.poll(() => textsIn(page)).toEqual(['First', 'Second']);
    await page.keyboard.type(', and more');
    expect(await textsIn(page)).toEqual(['First', 'Second, and more']);
  });

  test('feels like editing one text: join, split, paste, drag and undo', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?folder=${folder.id}`);
    await page.getByLabel('Content *').fill('One text');
    await page.getByRole('tab', { name: 'Thread' }).click();
    await expect.poll(() => textsIn(page)).toEqual(['One text']);
    await part(page, 1).press('Control+Enter');
    await page.keyboard.type(' and more');
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    expect(await textsIn(page)).toEqual(['One text and more']);
    await expect(part(page, 1)).toBeFocused();
    await page.keyboard.type('!');
    expect(await textsIn(page)).toEqual(['One text! and more']);

    const sentence = `${'Word '.repeat(30).trim()}.`;
    await part(page, 1).fill(`${sentence} ${sentence} ${sentence}`);
    await expect(page.getByText(/172 characters over X’s limit/)).toBeVisible();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('radio', { name: 'Mastodon' }).click();
    await expect(page.getByText('452 / 500')).toBeVisible();
    // Its name says that something is wrong there.
    await page.getByRole('radio', { name: /^X\b/ }).click();
    await page.getByRole('button', { name: 'Split into 3 items' }).click();
    expect(await textsIn(page)).toEqual([sentence, sentence, sentence]);
    await toast(page, 'Split into 3 items').getByRole('button', { name: 'Undo' }).click();
    expect(await textsIn(page)).toEqual([`${sentence} ${sentence} ${sentence}`]);

    await part(page, 1).fill('A');
    await part(page, 1).press('Control+Enter');
    await part(page, 2).evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, `${sentence}\n\n${sentence}`);
    expect(await textsIn(page)).toEqual(['A', sentence, sentence]);
    await expect(part(page, 3)).toBeFocused();

    await part(page, 2).fill('B');
    await part(page, 3).fill('C');
    await part(page, 3).press('Alt+ArrowUp');
    expect(await textsIn(page)).toEqual(['A', 'C', 'B']);
    await expect(part(page, 2)).toBeFocused();
    await page.getByRole('button', { name: 'Remove item 2' }).click();
    await expect(part(page, 2)).toBeFocused();
    expect(await textsIn(page)).toEqual(['A', 'B']);
    await toast(page, 'Item removed').getByRole('button', { name: 'Undo' }).click();
    expect(await textsIn(page)).toEqual(['A', 'C', 'B']);

    await page.getByRole('button', { name: 'Drag item 3' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Drag item 3' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // Like a screen reader: the new position is announced before the next key is pressed.
    await expect(page.getByText('Moved to position 3 of 3.')).toBeAttached();
    // The library listens to keys in a turn of its own: one that comes before is pressed again.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('Moved to position 2 of 3.')).toBeAttached({ timeout: 5000 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect.poll(() => textsIn(page)).toEqual(['A', 'B', 'C']);
    await page.getByRole('button', { name: 'Drag item 1' }).hover();
    await page.mouse.down();
    const target = await part(page, 3).boundingBox();
    await page.mouse.move(400, (target?.y ?? 0) + 40, { steps: 10 });
    await page.mouse.up();
    await expect.poll(() => textsIn(page)).toEqual(['B', 'C', 'A']);

    await page.getByRole('tab', { name: 'Single Content' }).click();
    await expect(page.getByLabel('Content *')).toHaveValue('B\n\nC\n\nA');
    await page.getByRole('tab', { name: 'Thread' }).click();
    expect(await textsIn(page)).toEqual(['B', 'C', 'A']);
  });

  test('saves all or nothing when the server fails in the middle', async ({ page, person }) => {
    allowFailures(
      '500 POST /api/content/items/thread/',
      'Error toast: Error Out of paper.',
      'Error toast: Error Failed to create content: Out of paper.',
      '400 POST /api/content/items/thread/',
      'Error toast: Error Content must be at most 100000 characters',
      'Error toast: Error Failed to create content: Content must be at most 100000 characters',
      'net::ERR_FAILED PUT /api/content/items/:id/thread/',
      'Error toast: Error Failed to update item',
      'Error toast: Error Failed to update content. Please try again.',
    );
    const folder = await person.folder('Ideas');
    await page.goto(`/content/create?mode=thread&folder=${folder.id}`);
    await part(page, 1).fill('a');
    await part(page, 1).press('Control+Enter');
    await page.keyboard.type('b');
    await page.route('**/api/content/items/**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { detail: 'Out of paper.' } }),
    );
    await page.getByRole('button', { name: 'Create Thread' }).click();
    await expect(toast(page, 'Error', 'Failed to create content: Out of paper.')).toBeVisible();
    expect(await textsIn(page)).toEqual(['a', 'b']);
    expect(await person.items()).toEqual([]);
    await page.unroute('**/api/content/items/**');
    // The second part is too long: nothing of the first is saved either.
    await part(page, 2).evaluate((field) => (field as HTMLTextAreaElement).focus());
    await part(page, 2).fill('x'.repeat(100_001));
    await page.getByRole('button', { name: 'Create Thread' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'at most 100000 characters' }),
    ).toBeVisible();
    expect(await person.items()).toEqual([]);
    await part(page, 2).fill('b');
    await page.getByRole('button', { name: 'Create Thread' }).click();
    await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
    const items = await person.items();
    expect(items).toHaveLength(2);

    await page.getByRole('button', { name: /^Show the replies/ }).click();
    await card(page, 'Reply #1').getByRole('link', { name: 'Edit' }).click();
    await part(page, 1).fill('changed');
    await page.getByRole('button', { name: 'Remove item 2' }).click();
    await page.route('**/api/content/items/*/thread/', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Error', 'Failed to update content. Please try again.')).toBeVisible();
    expect((await person.parts(items[0]?.id ?? 0)).map(({ content }) => content)).toEqual([
      'a',
      'b',
    ]);
    expect(await textsIn(page)).toEqual(['changed']);
  });

  test('offers both texts when somebody else changed the same part first', async ({
    page,
    person,
  }) => {
    allowFailures('409 PUT /api/content/items/:id/thread/');
    const folder = await person.folder('Ideas');
    const [root, reply] = await person.thread(folder.id, ['a', 'b']);
    await blockLiveEvents(page);
    await page.goto(`/content/edit/${root?.id}`);
    await part(page, 1).fill('mine');
    await person.update(root?.id ?? 0, { content: 'other' });
    await person.update(reply?.id ?? 0, { content: 'theirs' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This content was changed in the meantime' });
    await expect(dialog.getByRole('region', { name: 'Your text' })).toHaveText(/mineb/);
    await expect(dialog.getByRole('region', { name: 'The saved text' })).toHaveText(/othertheirs/);
    await expect(dialog).toContainText('Ada Byron saved another version just now');
    // What is new in either is marked.
    await expect(dialog.getByRole('insertion')).toHaveText(['mine', 'other', 'theirs']);
    await dialog.getByRole('button', { name: 'Use the saved text' }).click();
    expect(await textsIn(page)).toEqual(['other', 'theirs']);
    await expect(state(page)).toHaveText('Saved');
  });

  test('is saved with what somebody else changed in another part first', async ({
    page,
    person,
  }) => {
    allowFailures('409 PUT /api/content/items/:id/thread/');
    const folder = await person.folder('Ideas');
    const [root, reply] = await person.thread(folder.id, ['a', 'b'], { status: 'review' });
    await blockLiveEvents(page);
    await page.goto(`/content/edit/${root?.id}`);
    await part(page, 1).fill('mine');
    await person.update(reply?.id ?? 0, { content: 'theirs' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveURL(/\/content(\?|$)/);
    await expect(
      toast(page, 'Success', 'Someone’s changes to part 2 were merged with yours'),
    ).toBeVisible();
    const saved = await person.parts(root?.id ?? 0);
    expect(saved.map(({ content }) => content)).toEqual(['mine', 'theirs']);
  });

  test('can be saved as new where somebody else removed a part, and keeps tags', async ({
    page,
    person,
  }) => {
    allowFailures('409 PUT /api/content/items/:id/thread/');
    const folder = await person.folder('Ideas');
    const [root, middle, last] = await person.thread(folder.id, ['a', 'b', 'c']);
    await person.update(last?.id ?? 0, { tags: ['own'] });
    await blockLiveEvents(page);
    await page.goto(`/content/edit/${root?.id}`);
    await part(page, 2).fill('mine');
    await person.update(root?.id ?? 0, { tags: ['theirs'] });
    await page.request.post(`/api/content/items/${middle?.id}/remove-from-thread/`, {
      headers: { authorization: `Bearer ${person.access}` },
      data: {},
    });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Save your text' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    const saved = await person.parts(root?.id ?? 0);
    expect(saved.map(({ content }) => content)).toEqual(['a', 'mine', 'c']);
    expect(saved).toMatchObject([{ tags: ['theirs'] }, {}, { tags: ['own'] }]);
  });

  test('takes back and does again each step, wherever it was, with the caret', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    // A pause would end a run of typing.
    await page.clock.setFixedTime(Date.now());
    await page.goto(`/content/create?folder=${folder.id}`);
    const content = page.getByLabel('Content *');
    const undo = () => page.keyboard.press('Control+z');
    const redo = () => page.keyboard.press('Control+Shift+Z');
    await content.press('End');
    await page.keyboard.type('one two');
    await undo();
    await expect(content).toHaveValue('one ');
    await redo();
    await expect(content).toHaveValue('one two');
    await page.getByRole('tab', { name: 'Thread' }).click();
    await part(page, 1).press('Control+Enter');
    await page.keyboard.type('three');
    await part(page, 2).press('Home');
    await page.keyboard.press('Backspace');
    await expect.poll(() => textsIn(page)).toEqual(['one twothree']);
    await undo();
    await expect.poll(() => textsIn(page)).toEqual(['one two', 'three']);
    await expect(part(page, 2)).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => textsIn(page)).toEqual(['three', 'one two']);
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await expect.poll(() => textsIn(page)).toEqual(['one two']);
    // The draft is saved meanwhile: its items are the same ones afterwards.
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const [saved] = await person.items();
    await undo();
    await undo();
    await expect.poll(() => textsIn(page)).toEqual(['one two', 'three']);
    await expect(part(page, 2)).toBeFocused();
    await undo();
    await undo();
    await expect.poll(() => textsIn(page)).toEqual(['one two']);
    // A thread that is saved stays one.
    await undo();
    await undo();
    await expect.poll(() => textsIn(page)).toEqual(['one ']);
    await expect(part(page, 1)).toBeFocused();
    await undo();
    await expect.poll(() => textsIn(page)).toEqual(['']);
    await undo();
    for (let step = 0; step < 8; step++) await redo();
    await expect.poll(() => textsIn(page)).toEqual(['one two']);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await person.items()).map(({ id, content }) => ({ id, content }))).toEqual([
      { id: saved?.id, content: 'one two' },
    ]);
  });

  test('takes back a step by the menu of the browser, and leaves other fields alone', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    const { id } = await person.item(folder.id, 'Text');
    await page.clock.setFixedTime(Date.now());
    await page.goto(`/content/edit/${id}`);
    const content = page.getByLabel('Content *');
    await content.press('End');
    await page.keyboard.type(' and more');
    // On the decision, which has a history of its own.
    const comment = page.getByLabel('Comment', { exact: true });
    await comment.pressSequentially('Well');
    await page.keyboard.press('Control+z');
    await expect(comment).not.toHaveValue('Well');
    await expect(content).toHaveValue('Text and more');
    await content.focus();
    const event = { inputType: 'historyUndo', bubbles: true, cancelable: true };
    await content.evaluate(
      (field, init) => field.dispatchEvent(new InputEvent('beforeinput', init)),
      event,
    );
    await expect(content).toHaveValue('Text and ');
  });

  test('undoes its own step and no later one', async ({ page, person }) => {
    allowFailures('Error toast: Cannot undo The items have changed since then.');
    await person.folder('Ideas');
    await page.goto('/content/create?mode=thread');
    await part(page, 1).fill(`${'A sentence that is long enough. '.repeat(12)}`);
    await page.getByRole('button', { name: /^Split into 2 items/ }).click();
    await page.keyboard.type(' And more.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Cannot undo', 'The items have changed since then.')).toBeVisible();
    await expect(part(page, 2)).toHaveValue(/And more\.$/);
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.getByRole('tab', { name: 'Single Content' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(page.getByLabel('Content *')).toHaveValue(/And more\.$/);
  });
});

/** Nothing is saved automatically, however long a journey takes, and when a page is closed. */
function refuseToSave(page: Page) {
  allowFailures(
    'net::ERR_FAILED POST /api/content/items/',
    'net::ERR_FAILED PUT /api/content/items/',
  );
  return page.route('**/api/content/items/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
}

test.describe('what is being written', () => {
  test('survives a reload and a crash of the tab, until it is saved or discarded', async ({
    page,
    person,
    context,
  }) => {
    const folder = await person.folder('Ideas');
    await refuseToSave(page);
    await page.goto(`/content/create?mode=thread&folder=${folder.id}`);
    await part(page, 1).fill('Precious');
    await part(page, 1).press('Control+Enter');
    await page.keyboard.type('words');
    await expect(state(page)).toHaveText('Editing…');
    await page.reload();
    await expect(part(page, 2)).toHaveValue('words');
    await expect(page.getByText(/^Your unsaved text from .* has been restored\.$/)).toBeVisible();

    // Another tab writes a draft of its own, and takes nothing from this one.
    const other = await context.newPage();
    await refuseToSave(other);
    await other.goto('/content/create');
    await expect(other.getByLabel('Content *')).toHaveValue('');
    await other.getByLabel('Content *').fill('Something else');
    // A killed tab is asked nothing.
    await page.close();
    const next = await context.newPage();
    await next.goto('/content/create');
    await expect(part(next, 2)).toHaveValue('words');
    await next.getByRole('button', { name: 'Create Thread' }).click();
    await expect(toast(next, 'Success', 'Item created successfully')).toBeVisible();
    await next.goto('/content/create');
    await expect(next.getByLabel('Content *')).toHaveValue('');
    await other.reload();
    await expect(other.getByLabel('Content *')).toHaveValue('Something else');
    await other.getByRole('button', { name: 'Start over' }).click();
    await expect(other.getByLabel('Content *')).toHaveValue('');
    await other.reload();
    await expect(other.getByLabel('Content *')).toHaveValue('');
  });

  test('is restored where it was written, whatever way leads there', async ({ page, person }) => {
    await refuseToSave(page);
    const folder = await person.folder('Ideas');
    const item = await person.item(folder.id, 'Original');
    await page.goto('/content/create');
    await page.getByLabel('Content *').fill('Precious unsaved text');
    await page.goto(`/content/edit/${item.id}`);
    await expect(page.getByLabel('Content *')).toHaveValue('Original');
    await page.getByLabel('Content *').fill('Changed');
    await page.getByRole('heading', { name: 'Edit Content' }).click();
    // A page that is closed saves it; else it is restored.
    await page.reload();
    await expect(page.getByLabel('Content *')).toHaveValue('Changed');
    await page.getByRole('main').focus();
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'Create Content' })).toBeVisible();
    await expect(page.getByLabel('Content *')).toHaveValue('Precious unsaved text');
  });

  test('is private, and a stale version is reported', async ({ page, person, request }) => {
    allowFailures('409 PUT /api/content/items/:id/');
    await refuseToSave(page);
    const folder = await person.folder('Ideas');
    const item = await person.item(folder.id, 'Original');
    await page.goto(`/content/edit/${item.id}`);
    await page.getByLabel('Content *').fill('Mine');
    await person.update(item.id, { content: 'Theirs' });
    const somebody = await register(request, 'Grace Hopper');
    await signIn(page, somebody);
    await page.goto('/content/create');
    await expect(page.getByLabel('Content *')).toHaveValue('');
    await signIn(page, person);
    await page.unroute('**/api/content/items/**');
    await page.goto(`/content/edit/${item.id}`);
    await expect(page.getByLabel('Content *')).toHaveValue('Mine');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This content was changed in the meantime' });
    await expect(dialog.getByRole('region', { name: 'The saved text' })).toContainText('Theirs');
    await dialog.getByRole('button', { name: 'Save your text' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
  });
});

test.describe('the thread view', () => {
  test('shows the thread, reorders it, adds to it and takes out of it', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    const thread = await person.thread(folder.id, ['One', 'Two', 'Three']);
    await page.goto('/content');
    await showReplies(page, 'One');
    await card(page, 'Two').getByRole('button', { name: 'View Thread' }).click();
    await expect(view(page).getByRole('status')).toHaveText('3 items');
    await expect(view(page).getByRole('article')).toHaveText([
      /Root.*One/,
      /Reply #1.*Two/,
      /Reply #2.*Three/,
    ]);
    expect(
      (await view(page).getByRole('group', { name: 'Thread items' }).boundingBox())?.height,
    ).toBeGreaterThan(400);
    await expectAccessible(page);
    await view(page).getByRole('button', { name: 'Move up reply 1' }).click();
    await expect(toast(page, 'Success', 'Item reordered successfully')).toBeVisible();
    await expect(view(page).getByRole('article')).toHaveText([/Two/, /One/, /Three/]);
    await view(page).getByRole('button', { name: 'Move down reply 1' }).click();
    await expect(view(page).getByRole('article')).toHaveText([/Two/, /Three/, /One/]);
    await view(page).getByRole('button', { name: 'Add Reply' }).click();
    const reply = page.getByRole('dialog', { name: 'Create Reply' });
    await expect(reply.getByRole('button', { name: 'Create Reply' })).toBeDisabled();
    await reply.getByLabel('Content *').fill('Four');
    await reply.getByRole('button', { name: 'Cancel' }).click();
    await view(page).getByRole('button', { name: 'Add Reply' }).click();
    await expect(reply.getByLabel('Content *')).toHaveValue('Four');
    await reply.getByRole('button', { name: 'Create Reply' }).click();
    await expect(toast(page, 'Success', 'Reply created successfully')).toBeVisible();
    await expect(view(page).getByRole('article')).toHaveText([/Two/, /Three/, /One/, /Four/]);
    await view(page).getByRole('button', { name: 'Remove reply 1 from thread' }).click();
    await expect(toast(page, 'Success', 'Item removed from thread successfully')).toBeVisible();
    await expect(view(page).getByRole('status')).toHaveText('3 items');
    await view(page).getByRole('button', { name: 'Close' }).click();
    await expect(view(page)).toHaveCount(0);
    await expect(card(page, 'Three').getByRole('button', { name: 'View Thread' })).toHaveCount(0);
    expect((await person.parts(thread[0]?.id ?? 0)).map(({ content }) => content)).toEqual([
      'Two',
      'One',
      'Four',
    ]);

    await card(page, 'Three').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add to thread' }).click();
    const add = page.getByRole('dialog', { name: 'Add to Thread' });
    await add.getByLabel('Search threads').fill('nothing like it');
    await expect(add.getByText('No threads found.')).toBeVisible();
    await add.getByLabel('Search threads').fill('Tw');
    await add.getByRole('radio', { name: /Two/ }).check();
    await expectAccessible(page);
    await add.getByRole('button', { name: 'Add to Thread' }).click();
    await expect(toast(page, 'Success', 'Item added to thread successfully')).toBeVisible();
    await showReplies(page, 'Two');
    await expect(card(page, 'Three').getByText('Reply #3')).toBeVisible();
  });

  test('shows in an alert inside it what failed', async ({ page, person }) => {
    allowFailures(
      '500 GET /api/content/items/:id/thread/',
      'Error toast: Error Failed to fetch thread: Internal Server Error',
      '500 PATCH /api/content/items/:id/reorder/',
      'Error toast: Error Stuck.',
      '500 POST /api/content/items/:id/remove-from-thread/',
      'Error toast: Error API Error: 500 Internal Server Error',
      'net::ERR_FAILED POST /api/content/items/:id/reply/',
      'Error toast: Error Failed to create reply',
      '500 POST /api/content/items/:id/add-to-thread/',
    );
    const folder = await person.folder('Ideas');
    await person.thread(folder.id, ['One', 'Two']);
    const lonely = await person.item(folder.id, 'Lonely');
    // Live events would refetch the thread at any time.
    await blockLiveEvents(page);
    await page.goto('/content');
    const fail = (url: string, json: object = {}) =>
      page.route(url, (route) => route.fulfill({ status: 500, json }));
    await fail('**/thread/');
    await card(page, 'One').getByRole('button', { name: 'View Thread' }).click();
    await expect(view(page).getByRole('alert')).toContainText(
      'Failed to fetch thread: Internal Server Error',
    );
    await page.unroute('**/thread/');
    await view(page).getByRole('button', { name: 'Try again' }).click();
    await expect(view(page).getByRole('article')).toHaveCount(2);
    await fail('**/reorder/', { detail: 'Stuck.' });
    await view(page).getByRole('button', { name: 'Move up reply 1' }).click();
    await expect(view(page).getByRole('alert')).toHaveText(
      'Failed to reorder in thread: Internal Server Error',
    );
    await expect(toast(page, 'Error', 'Stuck.')).toBeVisible();
    await fail('**/remove-from-thread/');
    await view(page).getByRole('button', { name: 'Remove reply 1 from thread' }).click();
    await expect(view(page).getByRole('alert')).toHaveText(
      'Failed to remove from thread: Internal Server Error',
    );
    await page.route('**/reply/', (route) => route.abort());
    await view(page).getByRole('button', { name: 'Add Reply' }).click();
    const reply = page.getByRole('dialog', { name: 'Create Reply' });
    await reply.getByLabel('Content *').fill('Kept');
    await reply.getByRole('button', { name: 'Create Reply' }).click();
    await expect(reply.getByRole('alert')).toHaveText('Failed to create thread reply');
    await expect(toast(page, 'Error', 'Failed to create reply')).toBeVisible();
    await expect(reply.getByLabel('Content *')).toHaveValue('Kept');
    await reply.getByRole('button', { name: 'Close' }).click();
    await view(page).getByRole('button', { name: 'Close' }).click();
    await fail('**/add-to-thread/');
    await card(page, 'Lonely').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add to thread' }).click();
    const add = page.getByRole('dialog', { name: 'Add to Thread' });
    await add.getByRole('radio').first().check();
    await add.getByRole('button', { name: 'Add to Thread' }).click();
    await expect(add.getByRole('alert')).toHaveText(
      'Failed to add to thread: Internal Server Error',
    );
    expect((await person.parts(lonely.id)).length).toBe(1);
  });

  test('in two browsers at the same time leaves a valid order', async ({
    page,
    person,
    browser,
  }) => {
    const folder = await person.folder('Ideas');
    const thread = await person.thread(folder.id, ['One', 'Two', 'Three', 'Four']);
    const elsewhere = await openAs(browser);
    await signIn(elsewhere, person);
    for (const tab of [page, elsewhere]) {
      await tab.goto('/content');
      await card(tab, 'Thread (4)').getByRole('button', { name: 'View Thread' }).click();
      await expect(view(tab).getByRole('article')).toHaveCount(4);
    }
    for (let round = 0; round < 3; round++) {
      await Promise.all([
        view(page).getByRole('button', { name: 'Move up reply 3' }).click(),
        view(elsewhere).getByRole('button', { name: 'Move down root' }).click(),
      ]);
      for (const tab of [page, elsewhere])
        await expect(view(tab).getByRole('button', { name: 'Move down root' })).toHaveAttribute(
          'aria-disabled',
          'false',
        );
      const saved = await person.parts(thread[0]?.id ?? 0);
      expect(saved.map(({ thread_order }) => thread_order)).toEqual([0, 1, 2, 3]);
      expect(saved.map(({ content }) => content).sort()).toEqual(['Four', 'One', 'Three', 'Two']);
    }
    await elsewhere.context().close();
  });
});

test('the preview shows a thread whole, as the readers of each network see it', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Ideas');
  const long = `Read this @ada #news https://example.org/a ${'x'.repeat(260)}`;
  const thread = await person.thread(folder.id, ['The beginning', long, 'The end'], {
    description: 'Three posts',
  });
  await page.goto(`/content/preview/${thread[2]?.id}`);
  await expect(page.getByRole('heading', { name: 'Three posts' })).toBeVisible();
  const posts = page.getByRole('list', { name: 'As on X' }).getByRole('article');
  await expect(posts).toHaveText([/The beginning/, /Read this @ada #news/, /The end/]);
  await expect(
    page.getByRole('list', { name: 'As on X' }).getByRole('listitem').nth(2),
  ).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(/\d+ characters over X’s limit/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Mastodon' }).click();
  await expect(page.getByRole('list', { name: 'As on Mastodon' }).getByRole('article')).toHaveCount(
    3,
  );
  await expect(page.getByText(/characters over/)).toHaveCount(0);
  await page.getByRole('radio', { name: 'LinkedIn' }).click();
  await expect(page.getByText(/LinkedIn has no threads/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'LinkedIn' })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(part(page, 3)).toBeFocused();
});
