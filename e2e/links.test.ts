import { allowFailures, expect, expectAccessible, test, toast } from './fixtures.ts';

const CRAWLER = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('a link of a post is published short, and who follows it is counted once, programs apart', async ({
  page,
  person,
  request,
}) => {
  const headers = { authorization: `Bearer ${person.access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  const channel = await (await request.post('/api/channels/', { headers, data })).json();
  const { id: folder } = await person.folder('Launch');
  const { id } = await person.item(folder, 'The winter roast: https://fennel.example/roast');

  await page.goto('/settings/links');
  await expect(page.getByRole('switch', { name: 'Count visits of links' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Count visits of links' }).click();
  await expect(toast(page, 'Success', 'Saved')).toBeVisible();
  await page.getByRole('switch', { name: 'Add UTM to links' }).click();
  await expect(page.getByText('utm_campaign=launches')).toBeVisible();
  const source = page.getByRole('textbox', { name: 'utm_source' });
  await source.fill('{nothing}');
  await expect(page.getByText('{nothing} isn’t a placeholder')).toBeVisible();
  await source.fill('from-{network}');
  await source.press('Backspace');
  await expect(source).toHaveValue('from-');
  await source.fill('{network}');
  await expectAccessible(page);

  await page.goto(`/content/preview/${id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(toast(page, 'Published on Practice')).toBeVisible();
  // What people wrote stays as it is.
  await expect(page.getByText('https://fennel.example/roast').first()).toBeVisible();
  await page.goto(`/practice/${channel.id}`);
  const post = page.getByText(/The winter roast: http\S+\/l\/\w{7}$/);
  await expect(post).toBeVisible();
  const short = /http\S+/.exec((await post.textContent()) ?? '')?.[0] ?? '';

  const visit = async (agent: string) => {
    const options = { maxRedirects: 0, headers: { 'user-agent': agent } };
    const response = await request.get(new URL(short).pathname, options);
    expect(response.status()).toBe(302);
    return response.headers().location;
  };
  const target =
    /^https:\/\/fennel\.example\/roast\?utm_source=practice&utm_medium=social&utm_campaign=launch&utm_content=\d+$/;
  expect(await visit(FIREFOX)).toMatch(target);
  expect(await visit(CRAWLER)).toMatch(target);

  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: /^Analytics/ })
    .click();
  await page.getByRole('tab', { name: 'Links' }).click();
  const row = page.getByRole('row', { name: /fennel\.example\/roast/ });
  await expect(async () => {
    await page.reload();
    await expect(row.getByRole('cell', { name: '1', exact: true })).toHaveCount(2, {
      timeout: 2000,
    });
  }).toPass();
  await expect(page.getByRole('heading', { name: /^1 tracked link, 1 visit/ })).toContainText(
    '1 visits by bots left out',
  );
  await expect(row).toContainText('The winter roast');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'fennel.example/roast' }).click();
  const panel = page.getByRole('complementary', { name: 'Link' });
  await expect(panel.getByRole('textbox', { name: 'Short link' })).toHaveValue(/\/l\/\w{7}$/);
  await expect(panel.getByText('direct or unknown')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('a link made by hand is pointed elsewhere, ended and taken back', async ({ page, person }) => {
  allowFailures('400 POST /api/analytics/links/', '400 PUT /api/analytics/links/:id/');
  expect(person.email).toContain('@');
  await page.goto('/analytics?view=links');
  await expect(page.getByText('No link is counted yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New link' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await address.fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Only http and https addresses')).toBeVisible();
  await address.fill('https://fennel.example/advent');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Window sticker');
  await dialog.getByRole('switch', { name: 'Add UTM' }).click();
  await dialog.getByRole('textbox', { name: 'utm_source' }).fill('Sticker');
  await expect(dialog.getByText('utm_source=sticker')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(toast(page, 'Link created')).toBeVisible();

  const panel = page.getByRole('complementary', { name: 'Link' });
  await expect(panel.getByRole('heading', { name: 'Window sticker' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expect(panel.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download as PNG' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\w{7}\.png$/);

  const short = `http://${await panel.getByRole('textbox', { name: 'Short link' }).inputValue()}`;
  await panel.getByRole('button', { name: 'Change destination…' }).click();
  const elsewhere = page.getByRole('dialog', { name: 'Change destination' });
  await elsewhere.getByRole('textbox', { name: 'Address' }).fill(short);
  await elsewhere.getByRole('button', { name: 'Change destination' }).click();
  await expect(elsewhere.getByText('This is already one of our short links')).toBeVisible();
  await elsewhere.getByRole('textbox', { name: 'Address' }).fill('https://fennel.example/spring');
  await elsewhere.getByRole('button', { name: 'Change destination' }).click();
  const changed = toast(page, 'Destination changed');
  await expect(panel.getByRole('link', { name: 'https://fennel.example/spring' })).toBeVisible();
  await changed.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('link', { name: /advent\?utm_source=sticker/ })).toBeVisible();

  await panel.getByRole('button', { name: 'End link…' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'End link' })
    .click();
  await expect(toast(page, 'Link ended')).toBeVisible();
  await expect(page.getByRole('row', { name: /Window sticker/ })).toContainText('Ended');
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Ada Byron ended it');
});
