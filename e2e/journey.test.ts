import { card, chooseOption, expect, folderRow, PASSWORD, test, toast } from './fixtures.ts';

test('register, create a folder, write three posts, filter, edit, change a status, preview, delete, log out', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByLabel('Email').fill(`journey-${Date.now()}@example.org`);
  await page.getByLabel('Full Name').fill('Grace Hopper');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(
    page.getByText('Please accept the Terms of Service and Privacy Policy'),
  ).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Registration successful!')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await expect(page.getByText('No folders yet')).toBeVisible();
  await expect(page.getByText('Create your first content item.')).toBeVisible();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Folder Name *').fill('Launch');
  await page.getByLabel('Description').fill('For the first of May');
  await page.getByRole('button', { name: 'Create Folder' }).click();
  await expect(toast(page, 'Success', 'Folder created successfully')).toBeVisible();

  await folderRow(page, 'Launch').click();
  await expect(page.getByRole('heading', { name: 'Content in Launch' })).toBeVisible();
  await expect(page.getByText('For the first of May')).toBeVisible();
  await expect(page.getByText('Add some content to this folder.')).toBeVisible();

  for (const [content, status] of [
    ['First words', 'Draft'],
    ['Second thoughts', 'Review'],
    ['Third time lucky', 'Published'],
  ] as const) {
    await page.getByRole('link', { name: 'Create Content' }).click();
    await expect(page).toHaveURL(/\/content\/create\?folder=\d+$/);
    await expect(page.getByRole('button', { name: 'Create Content' })).toBeDisabled();
    await page.getByLabel('Content *').fill(content);
    await chooseOption(page.getByLabel('Status'), status);
    await page.getByRole('button', { name: 'Create Content' }).click();
    await expect(page).toHaveURL(/\/content\?folder=\d+$/);
    await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
  }
  await expect(page.getByRole('article')).toHaveCount(3);

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'Review' }).check();
  await expect(page.getByRole('heading', { name: 'Filtered Content in Launch' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByPlaceholder('Search content...').fill('THIRD');
  await expect(page.getByText('1 result(s) for "THIRD"')).toBeVisible();
  await page.getByPlaceholder('Search content...').fill('nothing like it');
  await expect(page.getByText('No content found with the current filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);

  await card(page, 'First words').getByRole('heading').click();
  await expect(page).toHaveURL(/\/content\/edit\/\d+$/);
  await expect(page.getByText('Content type cannot be changed when editing')).toBeVisible();
  await page.getByLabel('Content *').fill('First words, changed');
  await expect(page.getByText('Editing…')).toBeVisible();
  await page.getByLabel('Tags').fill('news,');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();

  const first = card(page, 'First words, changed');
  await expect(first).toContainText('#news');
  await first.getByRole('button', { name: /^Status: Draft/ }).click();
  await page.getByRole('menuitemradio', { name: 'Approved' }).click();
  await expect(first.getByRole('button', { name: /^Status: Approved/ })).toBeVisible();

  await card(page, 'Third time lucky')
    .getByRole('link', { name: /^Preview/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Social Media Content' })).toBeVisible();
  await expect(page.getByText('Third time lucky')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Published');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(
    /Content.*Preview Content #\d+/,
  );
  await page.goBack();

  await card(page, 'Second thoughts')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete Content' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this content? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Success', 'Item deleted successfully')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.getByRole('button', { name: 'Actions for Launch' }).click();
  await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Folder' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(toast(page, 'Success', 'Folder deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await expect(toast(page, 'Logged out successfully', 'See you next time!')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});
