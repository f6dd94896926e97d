import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { beginReading, countDue, passHours } from '../server/testing/pass-hours.ts';
import { expect, expectAccessible, openAs, test, toast } from './fixtures.ts';
import { LAN_HOST, PORT } from './ports.ts';
import { readEnvironment } from './process.ts';

/** Without its head, a browser is a program. */
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const CRAWLER = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

/** The site of somebody: two pages of an origin that is not ours, with the script of the settings. */
async function serveSite(script: string) {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Roasters</title><link rel="icon" href="data:,">
      ${script}
      <script>
        const early = (...call) => (window.postfolio = window.postfolio || ((...call) =>
          (postfolio.q = postfolio.q || []).push(call)))(...call);
        if (location.pathname === '/pricing') early('pricing seen');
      </script>
      <h1>${url.startsWith('/pricing') ? 'Pricing' : 'The winter roast'}</h1>
      <a href="/pricing?plan=a%20b">Pricing</a>
      <form data-postfolio="sign-up" data-postfolio-value="12" action="/thanks"><button>Sign up</button></form>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${LAN_HOST}:${port}`, close: () => server.close() };
}

test('a visit by a tracked link is measured on the site of the workspace, and the tiles say it', async ({
  page,
  person,
  request,
  browser,
}) => {
  test.setTimeout(120_000);
  const headers = { authorization: `Bearer ${person.access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  const channel = await (await request.post('/api/channels/', { headers, data })).json();
  const { id: folder } = await person.folder('Launch');
  const { id: item } = await person.item(folder, 'The winter roast is back');
  const publish = { headers, data: { channels: [channel.id] } };
  await request.post(`/api/content/items/${item}/publications/`, publish);
  const pool = new pg.Pool({ connectionString: readEnvironment().DATABASE_URL });
  try {
    await expect(async () => {
      await passHours(pool, channel.id, 1);
      await beginReading(pool);
      expect(await countDue(pool, channel.id)).toBe(0);
      const { has_figures } = await (await request.get('/api/analytics/', { headers })).json();
      expect(has_figures).toBe(true);
    }).toPass();
  } finally {
    await pool.end();
  }

  const today = new Date().toISOString().slice(0, 10);
  await page.goto(`/analytics?from=${today}&to=${today}`);
  await expect(page.getByText('No conversion is named yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Set up: Avg. Read Time' }).click();
  await page.getByRole('switch', { name: 'Accept figures from a script on your site' }).click();
  await page.getByLabel('Hosts of your site').fill(LAN_HOST);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Success', 'Saved')).toBeVisible();
  const tag = page.getByRole('textbox', { name: 'In the head of each page' });
  const script = (await tag.inputValue()).replace(/\/\/[^/]+/, `//127.0.0.1:${PORT}`);
  await page.getByRole('button', { name: 'Create a secret' }).click();
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^[\w-]{32}$/);
  await expectAccessible(page);

  const site = await serveSite(script);
  try {
    const target = { target: `${site.origin}/roast?size=1%20kg#top` };
    const made = await request.post('/api/analytics/links/', { headers, data: target });
    const short = `/l/${(await made.json()).code}`;
    const crawler = { maxRedirects: 0, headers: { 'user-agent': CRAWLER } };
    const { location } = (await request.get(short, crawler)).headers();
    expect(location).toBe(target.target);

    const visitor = await openAs(browser, undefined, { userAgent: CHROME });
    await visitor.clock.install();
    await visitor.goto(short);
    await expect(visitor).toHaveURL(target.target);
    await visitor.clock.fastForward('00:42');
    await visitor.getByRole('link', { name: 'Pricing' }).click();
    await expect(visitor.getByRole('heading', { name: 'Pricing' })).toBeVisible();
    await expect(visitor).toHaveURL(`${site.origin}/pricing?plan=a%20b`);
    await visitor.clock.fastForward('00:18');
    await visitor.getByRole('button', { name: 'Sign up' }).click();
    await expect(visitor).toHaveURL(`${site.origin}/thanks?`);
    expect(await visitor.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
    // Whoever comes otherwise is not measured.
    await visitor.goto(`${site.origin}/pricing`);
    await visitor.getByRole('button', { name: 'Sign up' }).click();
    await expect(visitor).toHaveURL(`${site.origin}/thanks?`);
  } finally {
    site.close();
  }

  await page.goto(`/analytics?from=${today}&to=${today}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('1 visit measured')).toBeVisible({ timeout: 2000 });
    await expect(page.getByText(/^1m \d+s$/)).toBeVisible({ timeout: 2000 });
    await expect(page.getByText('100.0%', { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByRole('button', { name: /1 of 1 visit/ }).click();
  const names = page.getByRole('dialog', { name: 'Conversions' }).getByRole('listitem');
  await expect(names).toHaveText([/^pricing seen.*100\.0%1$/, /^sign-up.*100\.0%1$/]);
  await expectAccessible(page);
});
