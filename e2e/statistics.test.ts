import { expect, expectAccessible, test } from './fixtures.ts';

test('the statistics open from the views, and lead to what they count', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'A first draft');
  await person.item(folder.id, 'Waits for you', { status: 'review' });
  await page.goto('/content');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Statistics' }).click();
  const figures = page.getByRole('dialog', { name: 'Statistics' });
  await expect(figures).toContainText('2 items, 0 threads');
  await expect(
    figures.getByRole('img', { name: '2 items in 30 days; at most 2 on one day' }),
  ).toBeVisible();
  await expect(figures.getByRole('list').getByRole('link')).toHaveText([
    'Waits for you',
    'A first draft',
  ]);
  await expectAccessible(page);
  await figures.getByRole('link', { name: '1 waiting for review' }).click();
  await expect(page).toHaveURL('/content/review');
});
