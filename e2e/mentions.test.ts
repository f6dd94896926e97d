import { expect, expectAccessible, test } from './fixtures.ts';

test('typing @ offers people, and each network gets its own form', async ({ page, person }) => {
  await page.setViewportSize({ width: 1680, height: 900 });
  await page.request.post('/api/channels/', {
    headers: { authorization: `Bearer ${person.access}` },
    data: { network: 'practice', fields: { name: 'Harbour' } },
  });
  await person.folder('Launch');
  await page.goto('/content/create');
  const text = page.getByRole('textbox', { name: 'Content *' });
  const people = page.getByRole('listbox', { name: 'People' });

  await text.pressSequentially('Mail me@ada.example');
  await expect(people).toHaveCount(0);
  await text.pressSequentially(' 🎉 @gr');
  await expect(page.getByRole('option', { name: /^Grace Hopper/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(people).toHaveCount(0);
  await text.pressSequentially('a');
  await expect(page.getByRole('option', { name: /^Grace Hopper/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('Mail me@ada.example 🎉 {{@Grace Hopper|practice:grace}} ');
  await text.pressSequentially('sails');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    '🎉 @grace sails',
  );

  // The handles of a mention that the caret is in.
  for (let n = 0; n < 10; n++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Alt+Enter');
  const dialog = page.getByRole('dialog', { name: 'Mention of Grace Hopper' });
  await dialog.getByLabel('On Bluesky').fill('@grace');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Expected a handle such as @ada.bsky.social.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('On Bluesky').fill('@grace.example');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(text).toHaveValue(
    'Mail me@ada.example 🎉 {{@Grace Hopper|bluesky:grace.example|practice:grace}} sails',
  );
  await expect(text).toBeFocused();

  await page.keyboard.press('ControlOrMeta+End');
  await text.pressSequentially(' @nobody');
  await expect(people.getByText('Nobody found')).toBeVisible();
  await page.getByRole('option', { name: 'Write the handles of “nobody”' }).click();
  const created = page.getByRole('dialog', { name: 'Mention a person' });
  await created.getByLabel('Name *').fill('Nobody Knows');
  await created.getByRole('button', { name: 'Mention' }).click();
  await expect(text).toHaveValue(/sails \{\{@Nobody Knows\}\} $/);
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    '@grace sails Nobody Knows',
  );
});

test('a network that fails is named, and people are mentioned on a phone', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await person.folder('Launch');
  await page.route('**/api/channels/people/**', (route) =>
    route.fulfill({
      json: [
        { network: 'mastodon', people: [], failure: 'Mastodon does not respond.' },
        { network: 'bluesky', people: [{ handle: 'ada.example', name: 'Ada' }], failure: null },
      ],
    }),
  );
  await page.goto('/content/create');
  const text = page.getByRole('textbox', { name: 'Content *' });
  await text.pressSequentially('@ada');
  await expect(page.getByText('Mastodon: Mastodon does not respond.')).toBeVisible();
  const option = page.getByRole('option', { name: /^Ada/ });
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await option.click();
  await expect(text).toHaveValue('{{@Ada|bluesky:ada.example}} ');
  await expect(text).toBeFocused();
});
