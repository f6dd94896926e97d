import { expect, openAs, type Person, test, toast } from './fixtures.ts';
import { LAN_HOST, LAN_PORT } from './ports.ts';
import { startProcess } from './process.ts';

// Browsers keep locks, the clipboard and some more for https and localhost.
test.describe.configure({ mode: 'default' });
const base = `http://${LAN_HOST}:${LAN_PORT}`;
let server: Awaited<ReturnType<typeof startProcess>>;
test.beforeAll(async () => {
  server = await startProcess(base);
});
test.afterAll(() => server.stop());

async function open(browser: Parameters<typeof openAs>[0], person: Person) {
  const page = await openAs(browser, person, { base });
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  return page;
}

test('in a local network without TLS, a post is published', async ({
  browser,
  person,
  request,
}) => {
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, 'Out at plain http');
  const headers = { authorization: `Bearer ${person.access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  expect((await request.post('/api/channels/', { headers, data })).status()).toBe(201);
  const page = await open(browser, person);
  await page.goto(`/content/preview/${id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Publications' })).toContainText(
    '1 channel: 1 published',
  );
});

test('in a local network without TLS, new texts in two tabs stay apart', async ({
  browser,
  person,
}) => {
  const { id: folder } = await person.folder('Launch');
  const page = await open(browser, person);
  const create = `/content/create?folder=${folder}`;
  const tab = await page.context().newPage();
  // What is written stays on the device alone.
  await page
    .context()
    .route('**/api/content/items/', (route) =>
      route.request().method() === 'POST' ? undefined : route.fallback(),
    );
  await page.goto(create);
  await page.getByLabel('Content *').fill('Of the first tab');
  await expect(page.getByText(/Saving/)).toBeVisible();
  await tab.goto(create);
  await expect(tab.getByLabel('Content *')).toHaveValue('');
  await tab.getByLabel('Content *').fill('Of the second tab');
  await expect(tab.getByText(/Saving/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Content *')).toHaveValue('Of the first tab');
  await tab.close();
  // What a closed tab left is found by the next one.
  const next = await page.context().newPage();
  await next.goto(create);
  await expect(next.getByLabel('Content *')).toHaveValue('Of the second tab');
  await expect(page.getByLabel('Content *')).toHaveValue('Of the first tab');
});

test('in a local network without TLS, texts are copied, from a dialog as well', async ({
  browser,
  person,
}) => {
  const { id: folder } = await person.folder('Launch');
  await person.item(folder, 'Copied at plain http');
  const page = await open(browser, person);
  await page.goto('/content');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy text' }).click();
  await expect(toast(page, 'Success', 'Text copied')).toBeVisible();
  const search = page.getByPlaceholder('Search content...');
  await search.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(search).toHaveValue('Copied at plain http');

  await page.goto('/calendar');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /address/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar address' });
  await dialog.getByRole('button', { name: 'Create an address' }).click();
  const address = await dialog.getByLabel('Address').inputValue();
  expect(address).toContain(base);
  const copy = dialog.getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect(copy).toBeFocused();
  await page.keyboard.press('Escape');
  await page.goto('/content');
  await search.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(search).toHaveValue(address);
});
