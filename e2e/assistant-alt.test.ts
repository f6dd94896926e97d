import { jpeg } from '../server/testing/media-files.ts';
import { choose, withServer } from './assistant-server.ts';
import { expect, expectAccessible, expectContrast, test } from './fixtures.ts';

test('a picture of a post is described, and is without an alt text until that is confirmed', async ({
  page,
  person,
  request,
}) => {
  await withServer(async (server) => {
    await choose(request, person, server);
    const headers = { authorization: `Bearer ${person.access}` };
    const limits = { day: 10_000_000, month: 10_000_000 };
    await request.put('/api/settings/assistant/limits/', { headers, data: limits });
    const files: number[] = [];
    for (const seed of [401, 402]) {
      const uploaded = await request.post(`/api/media/?name=cup-${seed}.jpg`, {
        headers,
        data: await jpeg({ seed, width: 640, height: 480 }),
      });
      files.push((await uploaded.json()).id);
    }
    const folder = await person.folder('Launches');
    const { id } = await person.item(folder.id, 'Our cups.', {
      media: files.map((file) => ({ file })),
    });
    await page.goto(`/content/edit/${id}`);
    const strip = page.getByRole('list', { name: /^Files of/ });
    await strip.getByRole('button', { name: 'Write an alt text for cup-401.jpg' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alt text' });
    const field = dialog.getByLabel('What ‘cup-401.jpg’ shows');
    await field.fill('Half a sent');
    await dialog.getByRole('button', { name: 'Describe' }).click();
    await expect(dialog).toContainText('Not sent');
    await dialog.getByRole('button', { name: 'OK, go on' }).click();
    await expect(dialog).toContainText('Proposed, not used yet');
    const proposal = dialog.getByLabel('Alt text', { exact: true });
    await expect(proposal).toHaveValue(/^A hand-painted sign/);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page);
    // Until it is confirmed, the picture counts as without an alt text.
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const proposed = strip.getByRole('button', {
      name: 'Look at the proposed alt text of cup-401.jpg',
    });
    await expect(proposed).toHaveText('Alt text proposed');
    await page.reload();
    await proposed.click();
    await proposal.fill('A cup, seen from above');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(
      strip.getByRole('button', { name: 'Alt text of cup-401.jpg: A cup, seen from above' }),
    ).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const read = async (path: string) => (await request.get(path, { headers })).json();
    expect(await read(`/api/media/${files[0]}/`)).toMatchObject({ alt: 'A cup, seen from above' });
    expect(await read('/api/assistant/alt-texts/')).toEqual([]);
    expect((await read(`/api/content/items/${id}/`)).media[0].alt).toBe('A cup, seen from above');

    // One that is discarded leaves what was typed; an alt text of its own stays until then.
    await strip.getByRole('button', { name: 'Write an alt text for cup-402.jpg' }).click();
    const other = dialog.getByLabel('What ‘cup-402.jpg’ shows');
    await other.fill('Half a sentence');
    await dialog.getByRole('button', { name: 'Describe' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(other).toHaveValue('Half a sentence');
    await dialog.getByRole('button', { name: 'Save alt text' }).click();
    await expect(strip.getByRole('button', { name: /Half a sentence$/ })).toBeVisible();
  });
});
