import type { Page } from '@playwright/test';
import {
  allowFailures,
  card,
  chooseOption,
  expect,
  expectAccessible,
  folderRow,
  hold,
  showReplies,
  test,
  toast,
} from './fixtures.ts';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Bulk actions' });
const box = (page: Page, text: string) =>
  page.getByRole('checkbox', { name: `Select ${text}`, exact: true });
const multiple = (page: Page) => page.getByRole('button', { name: 'Multi-item view' });

test.describe('the multi-item view', () => {
  test('selects one, a range, and all that match, and clears the selection when it is turned off', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    for (let number = 1; number <= 6; number++) await person.item(folder.id, `Text ${number}`);
    await page.goto('/content');
    await expect(bar(page)).toHaveCount(0);
    await multiple(page).click();
    await expect(multiple(page)).toHaveAttribute('aria-pressed', 'true');
    await box(page, 'Text 5').click();
    await expect(bar(page).getByRole('status')).toHaveText('1 selected');
    await box(page, 'Text 2').click({ modifiers: ['Shift'] });
    await expect(bar(page).getByRole('status')).toHaveText('4 selected');
    await expect(page.getByRole('checkbox', { name: /^Select/, checked: true })).toHaveCount(4);
    await box(page, 'Text 3').focus();
    await page.keyboard.press('Space');
    await expect(bar(page).getByRole('status')).toHaveText('3 selected');
    await expectAccessible(page);
    await bar(page).getByRole('button', { name: 'Select all 6' }).click();
    await expect(bar(page).getByRole('status')).toHaveText('6 selected');
    await box(page, 'Text 1').click();
    await expect(bar(page).getByRole('status')).toHaveText('5 selected');
    await page.reload();
    await expect(multiple(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(bar(page).getByRole('status')).toHaveText('0 selected');
    await box(page, 'Text 1').click();
    await multiple(page).click();
    await multiple(page).click();
    await expect(bar(page).getByRole('status')).toHaveText('0 selected');
  });

  test('ignores items that have left the list, and restores the selection on failure', async ({
    page,
    person,
  }) => {
    allowFailures(
      'net::ERR_FAILED POST /api/content/items/bulk_operations/',
      'Error toast: Error Failed to update items',
    );
    const folder = await person.folder('Ideas');
    for (const text of ['One', 'Two', 'Three']) await person.item(folder.id, text);
    await page.goto('/content/drafts');
    await multiple(page).click();
    await box(page, 'One').click();
    await box(page, 'Two').click();
    await card(page, 'One')
      .getByRole('button', { name: /^Status: Draft/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Published' }).click();
    await expect(bar(page).getByRole('status')).toHaveText('1 selected');
    // Its toast would replace that of the failure.
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    await page.route('**/bulk_operations/', (route) => route.abort());
    await bar(page).getByRole('button', { name: 'Archive' }).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(bar(page).getByRole('status')).toHaveText('1 selected');
    await page.unroute('**/bulk_operations/');
    await bar(page).getByRole('button', { name: 'Archive' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    await expect(bar(page)).toBeFocused();
    expect(
      (await person.items()).map(({ content, status }) => `${content} ${status}`).sort(),
    ).toEqual(['One published', 'Three draft', 'Two archived']);
  });

  test('changes status, moves, copies, archives and deletes the selected items', async ({
    page,
    person,
  }) => {
    const folder = await person.folder('Ideas');
    const other = await person.folder('Other');
    for (const text of ['One', 'Two', 'Three']) await person.item(folder.id, text, { tags: ['t'] });
    await page.goto('/content');
    await multiple(page).click();
    const choose = async (...texts: string[]) => {
      for (const text of texts) await box(page, text).click();
      await expect(bar(page).getByRole('status')).toHaveText(`${texts.length} selected`);
    };
    await choose('One', 'Two');
    await bar(page).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Published' }).click();
    await expect(toast(page, 'Success', '2 items updated successfully')).toBeVisible();
    await expect(bar(page).getByRole('status')).toHaveText('0 selected');
    await expect(page.getByRole('button', { name: /^Status: Published/ })).toHaveCount(2);

    await choose('One', 'Three');
    await bar(page).getByRole('button', { name: 'Move to…' }).click();
    const move = page.getByRole('dialog', { name: 'Move 2 items' });
    await expect(move.getByRole('button', { name: 'Move' })).toBeDisabled();
    await chooseOption(move.getByLabel('Folder *'), 'Other');
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(folderRow(page, 'Other')).toHaveAccessibleName('Other, 2 posts');
    expect((await person.items()).filter((item) => item.folder === other.id)).toHaveLength(2);

    await choose('One', 'Two');
    await bar(page).getByRole('button', { name: 'Duplicate' }).click();
    await expect(toast(page, 'Success', '2 items created successfully')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(5);
    expect((await person.items()).filter(({ status }) => status === 'draft')).toHaveLength(3);

    await choose('Three');
    await bar(page).getByRole('button', { name: 'Archive' }).click();
    await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Status: Archived/ })).toHaveCount(1);

    await bar(page).getByRole('button', { name: 'Select all 5' }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete 5 items' });
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar(page).getByRole('status')).toHaveText('5 selected');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Success', '5 items deleted successfully')).toBeVisible();
    await expect(page.getByText('No content items found.')).toBeVisible();
    expect(await person.items()).toEqual([]);
  });

  test('selects all that match the filter, not only loaded ones', async ({ page, person }) => {
    const folder = await person.folder('Many');
    for (let batch = 0; batch < 7; batch++)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => person.item(folder.id, `Needle ${batch * 10 + n}`)),
      );
    await person.item(folder.id, 'Hay');
    await page.goto('/content');
    await multiple(page).click();
    await page.getByPlaceholder('Search content...').fill('needle');
    await expect(page.getByText('70 result(s) for "needle"')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Select all 70' }).click();
    const sent = page.waitForRequest('**/bulk_operations/');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    expect((await sent).postDataJSON()).toEqual({
      operation: 'delete',
      filter: { search: 'needle', posts: 'true' },
      params: { soft_delete: true },
    });
    await expect(toast(page, 'Success', '70 items deleted successfully')).toBeVisible();
    expect((await person.items()).map(({ content }) => content)).toEqual(['Hay']);
  });

  test('is optimistic, and rolls back when the server fails', async ({ page, person }) => {
    allowFailures(
      '500 POST /api/content/items/bulk_operations/',
      'Error toast: Error Not today.',
      'Error toast: Error API Error: 500 Internal Server Error',
      'net::ERR_FAILED POST /api/content/items/bulk_operations/',
      'Error toast: Error Failed to update items',
      'Error toast: Error Failed to delete items',
    );
    const folder = await person.folder('Ideas');
    for (const text of ['One', 'Two', 'Three']) await person.item(folder.id, text);
    await page.goto('/content');
    await multiple(page).click();
    let release = () => {};
    const fail = async (json: object) => {
      await page.unroute('**/bulk_operations/');
      await page.route('**/bulk_operations/', (route) => route.fulfill({ status: 500, json }));
      release = await hold(page, '**/bulk_operations/');
    };
    await fail({ detail: 'Not today.' });
    await box(page, 'One').click();
    await box(page, 'Three').click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    release();
    await expect(toast(page, 'Error', 'Not today.')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);

    await fail({});
    await bar(page).getByRole('button', { name: 'Select all 3' }).click();
    await bar(page).getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByRole('button', { name: /^Status: Archived/ })).toHaveCount(3);
    release();
    await expect(page.getByRole('button', { name: /^Status: Draft/ })).toHaveCount(3);
    await page.unroute('**/bulk_operations/');
    await page.route('**/bulk_operations/', (route) => route.abort());
    for (const [action, message] of [
      ['Archive', 'Failed to update items'],
      ['Delete', 'Failed to delete items'],
    ] as const) {
      await box(page, 'Two').click();
      await bar(page).getByRole('button', { name: action }).click();
      if (action === 'Delete')
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, 'Error', message)).toBeVisible();
    }
    expect((await person.items()).map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
  });
});

test('an item is copied from its card, and a thread as a whole', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  await person.thread(folder.id, ['One', 'Two'], { status: 'published', tags: ['t'] });
  await page.goto('/content');
  await showReplies(page, 'One');
  await card(page, 'Two').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(3);
  await card(page, 'Reply #1').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate thread' }).click();
  await expect(page.getByRole('textbox', { name: 'Thread item 2' })).toHaveValue('Two');
  await page.goBack();
  // The copy is closed.
  await expect(page.getByRole('article')).toHaveCount(4);
  const roots = await person.items('&is_thread_root=true');
  expect(roots.map(({ status }) => status)).toEqual(['draft', 'published']);
  expect(await person.parts(roots[0]?.id ?? 0)).toMatchObject([
    { content: 'One', description: 'One (Copy)' },
    { content: 'Two' },
  ]);
});

test('drafts, published items and threads have pages of their own', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  await person.item(folder.id, 'A draft');
  await person.item(folder.id, 'Published text', { status: 'published' });
  await person.thread(folder.id, ['Root of it', 'Reply to it'], { status: 'review' });
  await page.goto('/content');
  for (const [view, crumb, shown] of [
    ['Drafts', 'Drafts', ['A draft']],
    ['Published', 'Published', ['Published text']],
    ['Threads', 'Threads', ['Root of it']],
  ] as const) {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: view }).click();
    await expect(
      page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(crumb),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(shown.length);
    await expect(card(page, shown[0])).toBeVisible();
  }
  await page.goto('/content/drafts');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Draft', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL('/content');
  await expect(page.getByRole('article')).toHaveCount(3);
});
