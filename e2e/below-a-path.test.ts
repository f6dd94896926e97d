import { createServer, type Server, request as send } from 'node:http';
import { expect, PASSWORD, test, toast } from './fixtures.ts';
import { BELOW_PORT, BELOW_PROXY_PORTS } from './ports.ts';
import { startProcess } from './process.ts';

// At an address such as https://example.org/posts, of whose host the rest belongs to others.
test.describe.configure({ mode: 'default' });
const PATH = '/posts';
const [passing, stripping] = BELOW_PROXY_PORTS;
const addressOf = (port: number) => `http://127.0.0.1:${port}${PATH}`;
const base = addressOf(passing);

/** A reverse proxy that passes on what is below the path, and nothing else. */
function startProxy(port: number, strips: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (url !== PATH && !url.startsWith(`${PATH}/`)) return response.writeHead(404).end();
    const path = strips ? url.slice(PATH.length) || '/' : url;
    const passed = send({ port: BELOW_PORT, method, headers, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed).on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
  });
  return new Promise((resolve) => server.listen(port, () => resolve(server)));
}

let server: Awaited<ReturnType<typeof startProcess>>;
let proxies: Server[];
test.beforeAll(async () => {
  proxies = [await startProxy(passing, false), await startProxy(stripping, true)];
  server = await startProcess(base, undefined, String(BELOW_PORT));
});
test.afterAll(async () => {
  for (const proxy of proxies) proxy.close().closeAllConnections();
  await server.stop();
});

for (const [what, port] of [
  ['passes it on', passing],
  ['takes it off', stripping],
] as const)
  test(`below a path, behind a proxy that ${what}, a new person registers, writes and publishes`, async ({
    page,
  }) => {
    const home = addressOf(port);
    const email = `below-${port}-${Date.now()}@example.org`;
    await page.goto(home);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await expect(page).toHaveURL(`${home}/register?email=${encodeURIComponent(email)}`);
    await page.getByLabel('Full Name').fill('Nora Newcomer');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toast(page, 'Registration successful!')).toBeVisible();
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await expect(page).toHaveURL(`${home}/content`);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('button', { name: 'Connect Practice' }).click();
    await expect(steps).toContainText('2 of 5 done');
    await steps.getByRole('link', { name: 'Write' }).click();
    await page.getByRole('textbox', { name: 'Content *' }).fill('The bakery opens at six.');
    await page.locator('input[type=file]').first().setInputFiles('docs/pictures/card.jpg');
    const file = page.getByRole('listitem').filter({ hasText: 'File 1: card.jpg' });
    await expect(file.locator('img')).toHaveJSProperty('complete', true);
    await expect(file.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await page.getByRole('link', { name: 'Back to Content' }).click();
    await steps.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish now on Practice' }).click();
    await expect(
      steps.getByRole('heading', { name: 'Your first post is published' }),
    ).toBeVisible();
    // By an address, as from a bookmark.
    await page.reload();
    await page
      .getByRole('article')
      .filter({ hasText: 'The bakery' })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`^${home}/content/`));
  });

test('the API below a path names itself and its pages there', async ({ page, request }) => {
  await page.goto(`${base}/api/docs`);
  // The reference is drawn as a whole: on a busy machine that alone takes longer than others wait.
  await expect(page.getByRole('heading', { name: /^Postfolio/ })).toBeVisible({ timeout: 45_000 });
  for (const address of [`${base}/healthz`, `http://127.0.0.1:${BELOW_PORT}/healthz`])
    expect((await request.get(address)).status()).toBe(200);
  const robots = await (await request.get(`${base}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${base}/sitemap.xml`);
});
