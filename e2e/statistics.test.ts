import { expect, expectAccessible, test } from './fixtures.ts';

test('the statistics expand, stay expanded, and follow changes', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'A first draft');
  await person.item(folder.id, 'Waits for you', { status: 'review' });
  await page.goto('/content');
  const strip = page.getByRole('region', { name: 'Statistics' });
  await expect(strip).toContainText('2 items, 0 threads');
  await expect(strip.getByText('By status')).toHaveCount(0);
  await strip.getByRole('button', { name: 'Statistics' }).click();
  await expect(
    strip.getByRole('img', { name: '2 items in 30 days; at most 2 on one day' }),
  ).toBeVisible();
  await expect(strip.getByRole('list').getByRole('link')).toHaveText([
    'Waits for you',
    'A first draft',
  ]);
  await expectAccessible(page);
  await page.reload();
  await expect(strip.getByRole('button', { name: 'Statistics' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await page.getByRole('button', { name: 'Status: Draft. Change status' }).click();
  await page.getByRole('menuitemradio', { name: 'Review' }).click();
  await strip.getByRole('link', { name: '2 waiting for review' }).click();
  await expect(page).toHaveURL('/content/review');
});
