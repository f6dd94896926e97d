import { expect, expectAccessible, said, test } from './fixtures.ts';

test('an address is added, makes a draft of a form, gets a mapping, and is revoked', async ({
  page,
  person,
  request,
}) => {
  await person.folder('Press');
  await page.goto('/settings/webhooks');
  const section = page.getByRole('region', { name: 'Incoming' });
  await expect(section.getByText('No addresses yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add address' });
  await dialog.getByLabel('Name').fill('Press release form');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(dialog.getByText('Choose a folder', { exact: true }).last()).toBeVisible();
  await dialog.getByLabel('Drafts go to').click();
  await page.getByRole('option', { name: 'Press' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add address' }).click();

  const shown = page.getByRole('dialog', { name: 'Copy this address now' });
  await expect(shown.getByLabel('Address')).toHaveValue(/\/api\/in\/[\w-]{32}\/$/);
  const address = new URL(await shown.getByLabel('Address').inputValue()).pathname;
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown.getByRole('alert')).toContainText('You haven’t copied the address.');
  await shown.getByRole('button', { name: 'Copy and close' }).click();
  const row = page.getByRole('list', { name: 'Incoming addresses' }).getByRole('listitem');
  await expect(row).toContainText(`••••${address.slice(-5, -1)}`);
  await expect(row).toContainText('Nothing came in yet');
  await expectAccessible(page);

  // The page hears of what comes in.
  const sent = await request.post(address, { form: { title: 'New hours', message: 'From nine' } });
  expect(sent.status()).toBe(201);
  await expect(row).toContainText('1 draft, last one just now');

  await row.getByRole('button', { name: 'More actions for Press release form' }).click();
  await page.getByRole('menuitem', { name: 'Mapping…' }).click();
  const mapping = page.getByRole('dialog', { name: 'Mapping of Press release form' });
  await expect(mapping.getByLabel('Name')).toHaveValue('Press release form');
  await mapping.getByLabel('Text').fill('data..body');
  await mapping.getByRole('button', { name: 'Save' }).click();
  await expect(mapping.getByLabel('Text')).toHaveAccessibleDescription(
    'Enter names with dots between them, such as data.title.',
  );
  await mapping.getByLabel('Text').fill('data.body');
  await mapping.getByRole('button', { name: 'Save' }).click();
  await expect(mapping).toHaveCount(0);
  const mapped = await request.post(address, { data: { data: { body: 'By its path' } } });
  expect(mapped.status()).toBe(201);
  await expect(row).toContainText('2 drafts');

  await row.getByRole('button', { name: 'More actions for Press release form' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await said(page, 'Address revoked');
  await expect(section.getByText('No addresses yet.')).toBeVisible();
  expect((await request.post(address, { data: { text: 'Late' } })).status()).toBe(404);
  await page.goto('/content');
  await expect(page.getByText('From nine').first()).toBeVisible();
});

test('on a phone the section fits', async ({ page, person, request }) => {
  const folder = await person.folder('Press');
  await request.post('/api/incoming/', {
    headers: { authorization: `Bearer ${person.access}` },
    data: { name: 'A form with a long name that is cut where it has to be', folder: folder.id },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/settings/webhooks');
  await expect(page.getByText('Nothing came in yet')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
