import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { gif, jpeg, mp4, photo } from '../server/testing/media-files.ts';
import { allowFailures, expect, expectAccessible, type Person, test, toast } from './fixtures.ts';
import { PORT } from './ports.ts';

const MB = 1024 * 1024;

/** Uploads a file over the API. */
async function add(person: Person, bytes: Buffer, name: string, alt = '') {
  const response = await fetch(
    `http://127.0.0.1:${PORT}/api/media/?${new URLSearchParams({ name, alt })}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${person.access}` },
      body: new Uint8Array(bytes),
    },
  );
  return (await response.json()) as { id: number; name: string };
}

const file = async (name: string, bytes: Promise<Buffer> | Buffer, mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer: await bytes,
});

/** Chooses files with a button. */
async function choose(page: Page, button: Locator, files: Parameters<Locator['setInputFiles']>[0]) {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(files as never);
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Files', exact: true });
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });

test('several files are uploaded at once, and each refusal says why', async ({
  page,
  person: _,
}) => {
  await page.goto('/media');
  await expect(page.getByText('No files yet.')).toBeVisible();
  await choose(page, uploadButton(page), [
    await file('latte.jpg', jpeg({ seed: 201, width: 640, height: 480 })),
    await file('steam.gif', gif(), 'image/gif'),
    await file('evil.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')),
  ]);
  const tray = uploads(page);
  const rows = tray.getByRole('listitem');
  await expect(rows.filter({ hasText: 'Done. It has no alt text yet.' })).toHaveCount(2);
  await expect(
    rows.filter({ hasText: /files aren’t supported|doesn’t match its name/ }),
  ).toBeVisible();
  await expect(tiles(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(/^2 files, /)).toBeVisible();
  await expectAccessible(page);
  // What is missing leads to the field for it.
  await tray.getByRole('button', { name: 'Describe' }).first().click();
  const panel = page.getByRole('complementary', { name: 'latte.jpg' });
  await panel.getByLabel('Alt text').fill('A heart of milk on a cup of coffee');
  await expect(panel.getByText('Saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.reload();
  await expect(tiles(page).getByText('No alt text')).toHaveCount(1);
});

test('a photo is shown upright, and its place stays private', async ({ page, person: _ }) => {
  await page.goto('/media');
  const bytes = photo({ width: 400, height: 300 });
  await choose(page, uploadButton(page), [await file('me.jpg', bytes)]);
  await tiles(page).getByRole('button', { name: 'me.jpg' }).click();
  const panel = page.getByRole('complementary', { name: 'me.jpg' });
  await expect(panel.getByText('300 × 400')).toBeVisible();
  const link = await panel.getByRole('link', { name: 'Download' }).getAttribute('href');
  const kept = await page.request.get(link ?? '');
  expect((await sharp(await kept.body()).metadata()).exif).toBeUndefined();
});

test('the library is searched, described, tagged and emptied by keys alone', async ({
  page,
  person,
}) => {
  for (const [n, name] of ['one.jpg', 'two.jpg', 'three.jpg'].entries())
    await add(person, await jpeg({ seed: 210 + n }), name, n ? `Alt of ${name}` : '');
  await page.goto('/media');
  const list = tiles(page);
  await expect(list.getByRole('listitem')).toHaveCount(3);
  const tile = (name: string) => list.getByRole('button', { name });
  await tile('three.jpg').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile('two.jpg')).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'two.jpg' });
  await panel.getByLabel('Tags').fill('winter');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: /^What must stay in view: 50%/ }).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(
    panel.getByRole('button', { name: /^What must stay in view: 40% from the left/ }),
  ).toBeFocused();
  await panel.getByRole('button', { name: 'Rename' }).press('Enter');
  await panel.getByLabel('File name').fill('second.jpg');
  await page.keyboard.press('Enter');
  await expect(tile('second.jpg')).toBeVisible();
  await expect(
    page.getByRole('complementary', { name: 'second.jpg' }).getByRole('button', { name: 'Rename' }),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tile('second.jpg')).toBeFocused();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  await expect(bar.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(tile('one.jpg')).toBeFocused();
  await page.keyboard.press('x');
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Trash' }).press('Enter');
  await expect(toast(page, 'Success', '2 files moved to trash')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search the library').fill('three alt');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search the library').fill('nothing like it');
  await expect(page.getByText('No matching files.')).toBeVisible();
});

test('a text gets files, in an order of one’s own and with alt texts', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  await add(person, await jpeg({ seed: 220 }), 'library.jpg', 'From the library');
  await page.goto(`/content/create?folder=${folder.id}`);
  await page.getByLabel('Content *').fill('With pictures');
  await page.getByRole('button', { name: 'Add media from the library to the content' }).click();
  const dialog = page.getByRole('dialog', { name: 'From the library' });
  await dialog.getByRole('button', { name: 'library.jpg' }).click();
  await dialog.getByRole('button', { name: 'Add 1 file' }).click();
  const files = page.getByRole('list', { name: 'Files of the content' });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await choose(page, page.getByRole('button', { name: 'Add media to the content' }), [
    await file('picked.jpg', jpeg({ seed: 221 })),
  ]);
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('‘picked.jpg’ has no alt text')).toBeVisible();
  await files.getByRole('button', { name: 'Write an alt text for picked.jpg' }).click();
  await page.getByRole('dialog', { name: 'Alt text' }).getByLabel(/What/).fill('What I picked');
  await page.getByRole('button', { name: 'Save alt text' }).click();
  await expect(page.getByText('‘picked.jpg’ has no alt text')).toBeHidden();
  await files.getByRole('button', { name: 'Move picked.jpg earlier' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('list', { name: 'As on X' });
  await expect(preview.getByRole('img').first()).toHaveAccessibleName('What I picked');
  await page.getByRole('button', { name: 'Create Content' }).click();
  await expect(toast(page, 'Success')).toBeVisible();
  const [item] = await person.items();
  expect(item?.media.map(({ name, alt }) => [name, alt])).toEqual([
    ['picked.jpg', 'What I picked'],
    ['library.jpg', 'From the library'],
  ]);
  await page.goto('/content');
  await expect(page.getByRole('img', { name: '2 files' })).toBeVisible();
  await page.goto(`/content/preview/${item?.id}`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
});

test('files are pasted and dropped into a part of a thread', async ({ page, person }) => {
  const folder = await person.folder('Ideas');
  const [root] = await person.thread(folder.id, ['First', 'Second']);
  await page.goto(`/content/edit/${root?.id}`);
  const bytes = [...(await jpeg({ seed: 230, width: 60, height: 40 }))];
  const give = (label: string, type: 'paste' | 'drop', name: string) =>
    page.getByRole('textbox', { name: label }).evaluate(
      (field, given) => {
        const transfer = new DataTransfer();
        transfer.items.add(
          new File([new Uint8Array(given.bytes)], given.name, { type: 'image/jpeg' }),
        );
        field.dispatchEvent(
          given.type === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
            : new DragEvent('drop', { dataTransfer: transfer, bubbles: true }),
        );
      },
      { bytes, type, name },
    );
  await give('Thread item 2', 'paste', 'pasted.jpg');
  const files = page.getByRole('list', { name: 'Files of item 2' });
  await expect(
    files.getByRole('button', { name: 'Write an alt text for pasted.jpg' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success')).toBeVisible();
  expect((await person.parts(root?.id ?? 0)).map(({ media }) => media.length)).toEqual([0, 1]);
});

/** A connection to the application that breaks so often, each time after some megabytes. */
async function startBreaking(times: number, after: number) {
  let left = times;
  const server = createServer((client) => {
    const application = connect(PORT, '127.0.0.1');
    let sent = 0;
    client.on('data', (chunk) => {
      sent += chunk.length;
      if (left <= 0 || sent < after) return;
      left--;
      client.destroy();
      application.destroy();
    });
    client.pipe(application).pipe(client);
    for (const socket of [client, application]) socket.on('error', () => undefined);
    client.on('close', () => application.destroy());
    application.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    left: () => left,
    stop: () => server.close(),
  };
}

/** A video of this size, on the disk. */
async function largeVideo(folder: string, size: number) {
  const path = join(folder, 'film.mp4');
  const video = await mp4();
  await writeFile(path, video);
  const handle = await open(path, 'a');
  const hash = createHash('sha256').update(video);
  // What follows is data that the video does not use.
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size - video.length);
  head.write('mdat', 4, 'latin1');
  let rest = size - video.length - head.length;
  for (let chunk = head; ; chunk = Buffer.alloc(Math.min(rest, MB), rest % 251)) {
    await handle.write(chunk);
    hash.update(chunk);
    if (chunk !== head) rest -= chunk.length;
    if (rest === 0) break;
  }
  await handle.close();
  return { path, hash: hash.digest('hex') };
}

test('100 MB arrive whole over a connection that breaks ten times', async ({ page, person }) => {
  allowFailures('409 PATCH /api/media/uploads/:id/', '423 PATCH /api/media/uploads/:id/');
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  const connection = await startBreaking(10, 5 * MB);
  try {
    const { path, hash } = await largeVideo(folder, 100 * MB);
    await page.goto(`${connection.base}/before-paint.js`);
    await page.evaluate(
      ([access, refresh, user]) => {
        localStorage.setItem('access_token', access as string);
        localStorage.setItem('refresh_token', refresh as string);
        const state = { user, accessToken: access, refreshToken: refresh, isAuthenticated: true };
        localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }));
      },
      [person.access, person.refresh, person.user],
    );
    await page.goto(`${connection.base}/media`);
    await choose(page, uploadButton(page), path);
    await expect(uploads(page).getByText(/Continuing from \d+%/)).toBeVisible({ timeout: 60_000 });
    await expect(uploads(page).getByText(/^Done/)).toBeVisible({ timeout: 180_000 });
    expect(connection.left()).toBe(0);
    const headers = { authorization: `Bearer ${person.access}` };
    const list = await page.request.get(`http://127.0.0.1:${PORT}/api/media/`, { headers });
    const [stored] = (await list.json()).results;
    expect(stored).toMatchObject({ name: 'film.mp4', size: 100 * MB, hash });
  } finally {
    connection.stop();
    await rm(folder, { recursive: true });
  }
});

test('a proxy that takes a megabyte in a request is no obstacle', async ({ page, person: _ }) => {
  allowFailures('413 PATCH /api/media/uploads/:id/');
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  try {
    const { path } = await largeVideo(folder, 6 * MB);
    await page.goto('/media');
    let refused = 0;
    await page.route('**/api/media/uploads/*/', async (route) => {
      const size = Number((await route.request().allHeaders())['content-length'] ?? 0);
      const { length = size } = route.request().postDataBuffer() ?? {};
      if (route.request().method() !== 'PATCH' || length <= MB) return route.continue();
      refused++;
      const body = '<html>413 Request Entity Too Large</html>';
      return route.fulfill({ status: 413, contentType: 'text/html', body });
    });
    await choose(page, uploadButton(page), path);
    await expect(uploads(page).getByText(/^Done/)).toBeVisible({ timeout: 30_000 });
    expect(refused).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('after a reload the file is chosen again, and goes on where it was', async ({
  page,
  person: _,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  try {
    const { path } = await largeVideo(folder, 30 * MB);
    await page.goto('/media');
    // The second chunk never arrives.
    let [chunks, isBlocked] = [0, true];
    await page.route('**/api/media/uploads/*/', (route) =>
      isBlocked && route.request().method() === 'PATCH' && ++chunks > 1
        ? undefined
        : route.continue(),
    );
    await choose(page, uploadButton(page), path);
    await expect(uploads(page).getByText(/4 MB of 30 MB/)).toBeVisible();
    // Sent is not received: the second chunk follows the answer to the first.
    await expect.poll(() => chunks).toBe(2);
    await page.reload();
    isBlocked = false;
    const row = uploads(page).getByText('Choose film.mp4 again to continue from 13%.');
    await expect(row).toBeVisible();
    await choose(page, uploadButton(page), path);
    await expect(uploads(page).getByText(/^Done/)).toBeVisible({ timeout: 30_000 });
    await expect(uploads(page).getByRole('listitem')).toHaveCount(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
