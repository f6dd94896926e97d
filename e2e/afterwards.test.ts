import type { Page } from '@playwright/test';
import { chooseOption, expect, expectAccessible, type Person, test, toast } from './fixtures.ts';

/** What is done once a post is out: chosen in the publish dialog, seen beside it, and cancelled. */

async function practice(page: Page, { access }: Person) {
  const headers = { authorization: `Bearer ${access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  await page.request.post('/api/channels/', { headers, data });
}

const publications = (page: Page) => page.getByRole('region', { name: 'Publications' });

test('a repost, a reply and a deletion are chosen with a publication, and one is cancelled', async ({
  page,
  person,
}) => {
  await practice(page, person);
  const folder = await person.folder('Launch');
  const [post] = await person.thread(folder.id, ['Our market opens on Friday']);
  await page.goto(`/content/preview/${post?.id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Afterwards' }).click();
  const part = dialog.getByRole('region', { name: 'Afterwards' });

  await part.getByRole('checkbox', { name: 'Repost it' }).check();
  await part.getByLabel('Repost after').fill('2');
  await chooseOption(part.getByLabel('Unit'), 'days');
  await part.getByRole('checkbox', { name: 'Reply below it' }).check();
  await part.getByRole('textbox', { name: 'Reply *' }).fill('All stalls: https://example.org');
  await part.getByRole('checkbox', { name: 'Delete it at the network' }).check();
  await expect(part).toContainText('nothing brings it back');
  await expectAccessible(page);

  // Nothing is deleted without consent.
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm that the post is deleted');
  await part.getByRole('checkbox', { name: 'I know that nothing brings' }).check();
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(dialog).toBeHidden();
  await expect(publications(page)).toContainText('1 channel: 1 published');

  await publications(page).getByRole('button', { name: 'Attempts on Harbour' }).click();
  const rows = publications(page).getByRole('region', { name: 'Afterwards' });
  await expect(rows.getByRole('listitem')).toHaveCount(3);
  await expect(rows).toContainText('Repost on Harbour');
  await expect(rows).toContainText('All stalls: https://example.org');
  const removal = rows.getByRole('listitem').filter({ hasText: 'Delete at the network' });
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page, 'Cancelled')).toBeVisible();
  await expect(removal).toContainText('cancelled');
  await expectAccessible(page);
});
