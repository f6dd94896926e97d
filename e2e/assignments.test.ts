import {
  chooseOption,
  expect,
  expectAccessible,
  join,
  openAs,
  register,
  test,
  toast,
} from './fixtures.ts';

/** Who takes care of a post: assigned, told, found and taken back, without a reload. */

test('a post is assigned to a colleague, who is told, and finds it', async ({
  page,
  person,
  browser,
  request,
}) => {
  const grace = await register(request, 'Grace Hopper');
  const workspace = await join(request, person, grace, 'editor');
  const folder = await person.folder('Launch');
  const item = await person.item(folder.id, 'Our market opens on Friday');
  await person.item(folder.id, 'Something else');
  await page.goto(`/content/preview/${item.id}`);

  const field = page.getByRole('combobox', { name: 'Assigned to' });
  await expect(field).toHaveText(/Nobody/);
  await chooseOption(field, 'Grace Hopper');
  await expect(toast(page, 'Success', 'Assigned')).toBeVisible();
  await expect(field).toHaveText(/Grace Hopper/);
  await expectAccessible(page);

  // The editor shows the same.
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toHaveText(/Grace Hopper/);

  const other = await openAs(browser, grace, { workspace });
  await other.goto(`/content?folder=${folder.id}`);
  await other.getByRole('button', { name: /^Notifications/ }).click();
  await expect(other.getByText("assigned you to 'Our market opens on Friday'")).toBeVisible();
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: /^Filter/ }).click();
  await chooseOption(other.getByRole('combobox', { name: 'Assigned to' }), 'Grace Hopper');
  await other.keyboard.press('Escape');
  await expect(other).toHaveURL(/assignee=\d+/);
  await expect(other.getByText('Something else')).toHaveCount(0);
  await expect(other.getByText('Our market opens on Friday')).toBeVisible();

  // Nobody takes care of it any more: it leaves the list of the other.
  await page.goBack();
  await chooseOption(page.getByRole('combobox', { name: 'Assigned to' }), 'Nobody');
  await expect(toast(page, 'Success', 'Nobody is assigned now')).toBeVisible();
  await expect(other.getByText('Our market opens on Friday')).toHaveCount(0);
});

test('posts that nobody takes care of are found, also after a member was removed', async ({
  page,
  person,
  request,
}) => {
  const grace = await register(request, 'Grace Hopper');
  await join(request, person, grace, 'editor');
  const headers = { authorization: `Bearer ${person.access}` };
  const folder = await person.folder('Launch');
  const item = await person.item(folder.id, 'Our market opens on Friday');
  await person.item(folder.id, 'Something else');
  const path = `/api/content/items/${item.id}/assignee/`;
  await request.put(path, { headers, data: { assignee: grace.user.id } });
  await page.goto(`/content?folder=${folder.id}`);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await chooseOption(page.getByRole('combobox', { name: 'Assigned to' }), 'Nobody');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/assignee=none/);
  await expect(page.getByText('Our market opens on Friday')).toHaveCount(0);
  await expect(page.getByText('Something else')).toBeVisible();
  await expect(page.getByText('Assigned to nobody')).toBeVisible();

  await page.goto(`/content/preview/${item.id}`);
  const field = page.getByRole('combobox', { name: 'Assigned to' });
  await expect(field).toHaveText(/Grace Hopper/);
  await request.delete(`/api/members/${grace.user.id}/`, { headers });
  // Nobody else is there to take care of it.
  await expect(field).toBeHidden();
});
