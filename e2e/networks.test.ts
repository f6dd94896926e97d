import type { Page } from '@playwright/test';
import { jpeg } from '../server/testing/media-files.ts';
import { chooseOption, expect, expectAccessible, type Person, test, toast } from './fixtures.ts';
import { known } from './outbox.ts';
import { PORT } from './ports.ts';

/** The journey of a network: an account is connected there, and a post with a picture published. */
type Journey = {
  name: string;
  button?: string;
  /** Where people have several accounts, the one that they choose. */
  chooses?: RegExp;
  /** Where people fill in a form. */
  fields?: () => Record<string, string>;
  /** Whether its accounts have pictures. */
  hasPicture?: boolean;
  /** What has to be chosen in the publish dialog. */
  options?: (page: Page) => Promise<void>;
  /** What the counter says of 'A picture of the harbour'. */
  count: string;
};

const JOURNEYS: Journey[] = [
  { name: 'X', button: 'Connect Twitter', count: '24 / 280' },
  { name: 'LinkedIn', chooses: /^Page of/, count: '24 / 3000' },
  { name: 'Instagram', count: '24 / 2200' },
  { name: 'Facebook', chooses: /^Page 2/, count: '24 / 63206' },
  { name: 'Threads', count: '24 / 500' },
  {
    name: 'TikTok',
    count: '24 / 2200',
    options: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await expect(dialog.getByText('Choose who can see it on TikTok.')).toBeVisible();
      await dialog.getByRole('button', { name: /^Options for/ }).click();
      // Nothing is preset.
      await expect(dialog.getByRole('checkbox', { name: 'Allow comments' })).not.toBeChecked();
      await chooseOption(dialog.getByLabel(/^Who can see it/), 'Friends');
      await dialog.getByRole('checkbox', { name: /Music Usage Confirmation/ }).check();
      await expect(dialog.getByText('Choose who can see it on TikTok.')).toHaveCount(0);
      await expectAccessible(page);
    },
  },
  {
    name: 'Telegram',
    hasPicture: false,
    count: '24 / 1024',
    fields: () => ({
      'Bot token': known().telegram.token,
      'Channel or group': known().telegram.chat,
    }),
  },
  {
    name: 'Discord',
    count: '24 / 2000',
    fields: () => ({ 'Webhook URL': known().discord.webhook }),
  },
];

async function writePost({ access, folder }: Person) {
  const headers = { authorization: `Bearer ${access}` };
  const query = new URLSearchParams({ name: 'harbour.jpg', alt: 'The harbour' });
  const api = `http://127.0.0.1:${PORT}/api`;
  const body = new Uint8Array(await jpeg({ width: 1200, height: 800 }));
  const uploaded = await fetch(`${api}/media/?${query}`, { method: 'POST', headers, body });
  const { id: file } = (await uploaded.json()) as { id: number };
  const { id } = await folder('Launch');
  const created = await fetch(`${api}/content/items/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ folder: id, content: 'A picture of the harbour', media: [{ file }] }),
  });
  return ((await created.json()) as { id: number }).id;
}

for (const { name, button, chooses, fields, options, count, hasPicture = true } of JOURNEYS)
  test(`an account of ${name} is connected, and a post with a picture published there`, async ({
    page,
    person,
  }) => {
    const item = await writePost(person);
    await page.goto('/social-accounts');
    await page.getByRole('button', { name: button ?? `Connect ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Connect ${name}` });
    if (fields) {
      for (const [label, value] of Object.entries(fields()))
        await dialog.getByLabel(label).fill(value);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    } else {
      await expectAccessible(page);
      await dialog.getByRole('button', { name: `Continue to ${name}` }).click();
      await page.getByLabel('Log in as').fill(`ada${Date.now()}`);
      await page.getByRole('button', { name: 'Allow' }).click();
    }
    if (chooses) {
      await page.getByRole('checkbox', { name: chooses }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Connect 1 account' }).click();
    }
    await expect(toast(page, 'Success', 'is connected')).toBeVisible();
    await expect(page).toHaveURL(/connected=\d+/);

    // Counted and shown as there.
    await page.goto(`/content/edit/${item}`);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('radio', { name }).click();
    await expect(page.getByText(count)).toBeVisible();
    await page.goto(`/content/preview/${item}`);
    await page.getByRole('radio', { name, exact: true }).click();
    const shown = page.getByRole('list', { name: `As on ${name}` });
    await expect(shown).toContainText('A picture of the harbour');
    // The picture of the account, from this server.
    if (hasPicture)
      await expect(shown.locator('img[src^="/media/"][src*="/channels/"]')).toHaveJSProperty(
        'naturalWidth',
        96,
      );

    await page.getByRole('button', { name: 'Publish…' }).click();
    const publish = page.getByRole('dialog', { name: 'Publish' });
    await expect(publish.getByRole('checkbox').or(publish.getByText('Left out'))).not.toHaveCount(
      0,
    );
    await options?.(page);
    await publish.getByRole('checkbox', { name: new RegExp(` on ${name}$`) }).check();
    await publish.getByRole('button', { name: `Publish now on ${name}` }).click();
    await expect(page.getByRole('region', { name: 'Publications' })).toContainText(
      '1 channel: 1 published',
      { timeout: 20_000 },
    );
  });

test('a refusal at the network is said, and nothing is connected', async ({ page, person: _ }) => {
  await page.goto('/social-accounts');
  await page.getByRole('button', { name: 'Connect Threads' }).click();
  await page.getByRole('button', { name: 'Continue to Threads' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('The user denied your request')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Social Accounts' }).click();
  await expect(page.getByText('1 Connected')).toHaveCount(0);
});

test('what an installation lacks for a network is said, with the way to it', async ({
  page,
  person: _,
}) => {
  // As where nothing is set up.
  await page.route('**/api/networks/', async (route) => {
    const response = await route.fetch();
    const networks: { network: string; ways: object[] }[] = await response.json();
    const missing = ['Set THREADS_CLIENT_ID and THREADS_CLIENT_SECRET.'];
    const json = networks.map((entry) =>
      entry.network === 'threads'
        ? { ...entry, ways: entry.ways.map((way) => ({ ...way, missing })) }
        : entry,
    );
    await route.fulfill({ response, json });
  });
  await page.goto('/social-accounts');
  // What can be connected comes first, and Practice before all where nothing is connected.
  const ready = page.getByRole('region', { name: 'Networks', exact: true });
  await expect(ready.getByRole('heading', { level: 3 }).first()).toHaveText('Practice');
  await expect(ready.getByRole('heading', { name: 'Threads' })).toHaveCount(0);
  const missing = page.getByRole('region', { name: 'Not set up on this server' });
  await expect(missing.getByRole('listitem')).toHaveCount(1);
  await missing.getByRole('button', { name: 'How to set up Threads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up Threads' });
  await expect(dialog).toContainText('Set THREADS_CLIENT_ID and THREADS_CLIENT_SECRET.');
  await expect(dialog).toContainText('/social-accounts/callback');
  // The steps are on this server.
  await expect(dialog.getByRole('list').nth(1)).toContainText('THREADS_CLIENT_ID');
  await expectAccessible(page);
});
