import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, test, toast } from './fixtures.ts';

/** A blog whose feed has so many entries. */
async function startBlog() {
  let count = 1;
  const server = createServer(({ url = '' }, response) => {
    const { port } = server.address() as AddressInfo;
    const entries = Array.from({ length: count }, (_, n) => count - n);
    if (url === '/')
      return response.end(
        '<!doctype html><link rel="alternate" type="application/atom+xml" title="Journal" href="/feed">',
      );
    return response.end(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour Journal</title>
      ${entries.map((n) => `<entry><id>${n}</id><title>Entry ${n}</title><link href="http://127.0.0.1:${port}/${n}"/></entry>`).join('')}</feed>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (next: number) => {
      count = next;
    },
    stop: () => server.close(),
  };
}

test('a feed is added by its page, read, and its entries become drafts or are left out', async ({
  page,
  person: _,
}) => {
  const blog = await startBlog();
  try {
    await page.goto('/content');
    await page.getByRole('link', { name: /^Automations/ }).click();
    await page.getByRole('button', { name: 'Feeds' }).click();
    await page.getByRole('button', { name: 'Add a feed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a feed' });
    await dialog.getByLabel('Address').fill(blog.url);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Journal/ }).click();
    await expect(dialog.getByRole('status')).toContainText('Atom, 1 entry');
    await dialog.getByRole('button', { name: 'Add feed' }).click();
    await expect(page.getByRole('heading', { name: 'Harbour Journal' })).toBeVisible();
    const entries = page.getByRole('region', { name: 'Entries' });
    await expect(entries.getByText('Earlier entry')).toBeVisible();

    blog.publish(3);
    await page.getByRole('button', { name: 'Read now' }).click();
    await expect(toast(page, 'Success', '2 new entries')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Leave out: Entry 2' }).click();
    await expect(entries.getByText('Left out')).toBeVisible();
    await page.getByRole('button', { name: 'Make a draft: Entry 3' }).click();
    await entries.getByRole('link', { name: /^Draft #/ }).click();
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(
      `Entry 3\n\n${blog.url}/3`,
    );

    await page.getByRole('link', { name: /^Automations/ }).click();
    await page.getByRole('button', { name: 'Feeds' }).click();
    await page.getByRole('link', { name: 'Harbour Journal' }).click();
    await page.getByRole('switch', { name: 'Make drafts by itself' }).click();
    await expect(toast(page, 'Success', 'Drafts will be made of new entries')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Make drafts by itself' })).toBeChecked();
    await page.getByRole('button', { name: 'Delete the feed' }).click();
    await page.getByRole('button', { name: 'Delete Feed' }).click();
    await expect(page.getByText('No feeds yet')).toBeVisible();
  } finally {
    blog.stop();
  }
});
