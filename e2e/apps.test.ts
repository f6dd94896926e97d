import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  allowFailures,
  expect,
  expectAccessible,
  expectContrast,
  join,
  openAs,
  PASSWORD,
  type Person,
  register,
  said,
  signIn,
  test,
  toast,
} from './fixtures.ts';

type Asked = { query: string; clientId: string; redirect: string; verifier: string };

/** A program that listens on this computer until a person returns to it. */
async function startApp(request: APIRequestContext, fields: Record<string, string> = {}) {
  const { promise: returned, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/callback') resolve(searchParams);
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><html lang="en"><title>Draftsmith</title><h1>Back in the app</h1>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const metadata = await request.get('/.well-known/oauth-authorization-server');
  const { issuer } = (await metadata.json()) as { issuer: string };
  const made = await request.post('/oauth/register', {
    data: {
      client_name: 'Draftsmith',
      client_uri: 'https://draftsmith.example',
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  });
  const { client_id: clientId } = (await made.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', state: 'its state' },
    ...{ resource: `${issuer}/api`, scope: 'read write publish', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...fields,
  }).toString();
  const asked: Asked = { query, clientId, redirect, verifier };
  return { ...asked, issuer, returned, stop: () => server.close() };
}

async function exchange(request: APIRequestContext, asked: Asked, code: string | null) {
  const response = await request.post('/oauth/token', {
    form: {
      ...{ grant_type: 'authorization_code', code: code ?? '', client_id: asked.clientId },
      ...{ redirect_uri: asked.redirect, code_verifier: asked.verifier },
    },
  });
  expect(response.status()).toBe(200);
  return (await response.json()) as { access_token: string; scope: string };
}

const using = (token: string) => ({
  authorization: `Bearer ${token}`,
  'user-agent': 'draftsmith/2',
});

async function signInBy(page: Page, { email }: Pick<Person, 'email'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('an agent sends a person here, who signs in, lets it write drafts, and disconnects it', async ({
  browser,
  request,
}) => {
  const person = await register(request);
  await person.folder('Launch');
  const app = await startApp(request);
  const page = await openAs(browser);
  await page.goto(`/oauth/authorize?${app.query}`);
  await signInBy(page, person);

  const heading = page.getByRole('heading', { name: /^Let “Draftsmith” work in / });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const fact = (label: string) =>
    page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await expect(fact('Says it’s from')).toContainText('draftsmith.example');
  await expect(fact('Says it’s from')).toContainText('Unverified');
  await expect(fact('Returns you to')).toContainText(/this computer \(port \d+\)/);
  await expect(page.getByText('Any program here can claim this address.')).toBeVisible();
  await expect(fact('You are')).toContainText(person.email);
  await expectAccessible(page);
  await expectContrast(page);

  // What it may follows each choice, and the button says it.
  const drafts = page.getByRole('switch', { name: 'Drafts only' });
  const publish = page.getByRole('checkbox', { name: 'Publish' });
  await expect(drafts).toBeChecked();
  await expect(publish).not.toBeChecked();
  await expect(publish).toHaveAccessibleDescription('Not with “Drafts only”.');
  await drafts.click();
  await expect(page.getByRole('button', { name: 'Allow publishing' })).toBeVisible();
  await expect(page.getByText('It may publish on 0 channels without asking anyone.')).toBeVisible();
  await drafts.click();
  await page.getByRole('checkbox', { name: 'Write' }).uncheck();
  await expect(page.getByRole('button', { name: 'Allow reading' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Write' }).check();
  await page.getByRole('button', { name: 'Add a folder' }).click();
  await page.getByRole('menuitem', { name: 'Launch' }).click();
  await expect(page.getByRole('button', { name: 'Remove Launch' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow drafts' }).click();

  // Back in the app, with a code, its state, and whose answer it is.
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible();
  const answer = await app.returned;
  expect([answer.get('state'), answer.get('iss')]).toEqual(['its state', app.issuer]);
  const tokens = await exchange(request, app, answer.get('code'));
  expect(tokens.scope).toBe('read write');
  const headers = using(tokens.access_token);
  expect((await request.get('/api/content/items/', { headers })).status()).toBe(200);

  await page.goto('/settings/apps');
  const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem');
  await expect(row).toContainText('Draftsmith');
  await expect(row).toContainText('Drafts only');
  await expect(row).toContainText('Launch');
  await expect(row).toContainText('draftsmith/2');
  await expect(page.getByText(`${app.issuer}/mcp`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'How to connect' }).click();
  await expect(
    page.getByText(`claude mcp add --transport http postfolio ${app.issuer}/mcp`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disconnect Draftsmith' }).click();
  await said(page, 'Draftsmith is disconnected');
  await expect(page.getByText('No apps yet.')).toBeVisible();
  expect((await request.get('/api/content/items/', { headers })).status()).toBe(401);
  app.stop();
});

test('who says no returns without anything, and nobody is sent where an app is not', async ({
  page,
  request,
  person,
}) => {
  expect(person.user.id).toBeGreaterThan(0);
  const app = await startApp(request);
  await page.goto(`/oauth/authorize?${app.query}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible();
  const answer = await app.returned;
  expect([...answer.keys()]).toEqual(['error', 'error_description', 'state', 'iss']);
  expect(answer.get('error')).toBe('access_denied');

  allowFailures('400 POST /api/apps/requests/', '400 POST /api/apps/');
  const wrong = new URLSearchParams(app.query);
  wrong.set('redirect_uri', 'https://elsewhere.example/callback');
  await page.goto(`/oauth/authorize?${wrong}`);
  await expect(page.getByRole('alert')).toHaveText('The app didn’t register this return address.');
  await expect(page.getByRole('link')).toHaveCount(0);
  await expectAccessible(page);

  // What the app may be told is told by a click.
  const plain = new URLSearchParams(app.query);
  plain.set('code_challenge_method', 'plain');
  await page.goto(`/oauth/authorize?${plain}`);
  await expect(page.getByRole('alert')).toContainText('Expected a code_challenge (PKCE)');
  await expect(page.getByText(`It is at ${new URL(app.redirect).host}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the app' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_request');

  // A request is allowed once: another tab was faster.
  await page.goto(`/oauth/authorize?${app.query}`);
  await expect(page.getByRole('button', { name: 'Allow drafts' })).toBeVisible();
  await page.route('**/api/apps/', async (route) => {
    await route.fetch();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Allow drafts' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This request has expired. Start again in the app.',
  );
  app.stop();
});

test('a person lets an app into the workspace that they choose, or signs in as another', async ({
  browser,
  page,
  request,
  person,
}) => {
  const host = await register(request, 'Mara Lindholm');
  await join(request, host, person, 'viewer');
  const app = await startApp(request, { scope: 'write members' });
  await page.goto(`/oauth/authorize?${app.query}`);
  await expect(page.getByRole('checkbox', { name: 'Write' })).toBeChecked();
  await page.getByRole('button', { name: 'Change the workspace' }).click();
  await page.getByRole('menuitemradio').filter({ hasText: 'Mara' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'It asks for more than you can do: write, members.',
  );
  await expect(page.getByRole('button', { name: /^Allow/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Not you?' }).click();
  await signInBy(page, host);
  await expect(page.getByRole('heading', { name: /^Let “Draftsmith” work in / })).toBeVisible();
  await expect(page.locator('dl')).toContainText(host.email);
  const other = await openAs(browser, host);
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto(`/oauth/authorize?${app.query}`);
  await expect(other.getByRole('button', { name: 'Allow drafts' })).toBeInViewport();
  await expectAccessible(other);
  app.stop();
});

test('a program in a terminal is let in by its code', async ({ page, request, person }) => {
  await signIn(page, person);
  const metadata = await request.get('/.well-known/oauth-authorization-server');
  const { issuer } = (await metadata.json()) as { issuer: string };
  const start = async () => {
    const response = await request.post('/oauth/device', {
      form: {
        ...{ client_id: 'postfolio-cli', resource: `${issuer}/api`, device_name: 'mara-laptop' },
        scope: 'read write publish',
      },
    });
    return (await response.json()) as { device_code: string; user_code: string };
  };
  const poll = async (code: string) => {
    const response = await request.post('/oauth/token', {
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        ...{ device_code: code, client_id: 'postfolio-cli' },
      },
    });
    return (await response.json()) as { error?: string; access_token: string };
  };
  const device = await start();
  await page.goto(`/device?code=${device.user_code}`);
  const code = page.getByLabel('Code');
  await expect(code).toHaveValue(device.user_code);
  await expectAccessible(page);

  allowFailures('404 POST /api/apps/devices/');
  await code.fill('BBBB-BBBB');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^No program waits for this code/)).toBeVisible();
  await code.fill(device.user_code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Let the command line work in / })).toBeFocused();
  await expect(page.locator('dl')).toContainText('mara-laptop');
  // It is compared with that of the terminal.
  await expect(page.locator('dl')).toContainText(device.user_code);
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Drafts only' }).click();
  await page.getByRole('button', { name: 'Allow publishing' }).click();
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible();
  const { access_token: token } = await poll(device.device_code);
  const whoami = await request.get('/api/whoami/', { headers: using(token) });
  expect((await whoami.json()).scopes).toEqual(['read', 'write', 'publish']);

  const refused = await start();
  await page.goto('/device');
  await page.getByLabel('Code').fill(refused.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  // It is said to be told only where it was.
  allowFailures('503 POST /api/apps/devices/refuse/', 'Error toast: The program was not told');
  await page.route('**/api/apps/devices/refuse/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Please try again.', code: 'unavailable' } }),
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page, 'The program was not told', 'Please try again.')).toBeVisible();
  await page.unroute('**/api/apps/devices/refuse/');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was connected' })).toBeFocused();
  expect(await poll(refused.device_code)).toMatchObject({ error: 'access_denied' });
});

test('an app is let into the workspace that the page names, whatever another tab chooses', async ({
  context,
  page,
  request,
  person,
}) => {
  const host = await register(request, 'Mara Lindholm');
  await join(request, host, person, 'editor');
  const app = await startApp(request);
  await page.goto(`/oauth/authorize?${app.query}`);
  const title = page.getByRole('heading', { name: /^Let “Draftsmith” work in Ada/ });
  await expect(title).toBeVisible();
  const other = await context.newPage();
  await other.goto('/content');
  await other
    .getByRole('button', { name: /workspace/i })
    .first()
    .click();
  await other.getByRole('menuitemradio').filter({ hasText: 'Mara' }).click();
  await expect(other.getByRole('button', { name: /Mara.*workspace/i }).first()).toBeVisible();
  await expect(title).toBeVisible();
  await page.getByRole('button', { name: 'Allow drafts' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible();
  const tokens = await exchange(request, app, (await app.returned).get('code'));
  const whoami = await request.get('/api/whoami/', { headers: using(tokens.access_token) });
  expect((await whoami.json()).workspace.name).toContain('Ada');
  app.stop();
});

test('a web client that opens the consent in a window of its own gets its answer', async ({
  page,
  request,
  person,
  baseURL,
}) => {
  expect(person.user.id).toBeGreaterThan(0);
  const client = createServer(({ url = '' }, response) => {
    const isBack = url.startsWith('/callback');
    const script = isBack
      ? 'window.opener.postMessage(location.search, location.origin)'
      : `addEventListener('message', ({ data }) => { document.querySelector('p').textContent = data; });
         document.querySelector('button').onclick = () => {
           window.consent = open(decodeURIComponent(location.hash.slice(1)), 'consent', 'width=600');
         };`;
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><html lang="en"><title>Client</title><button>Connect</button><p></p>
        <script>${script}</script></html>`);
  });
  await new Promise<void>((done) => client.listen(0, 'localhost', done));
  const origin = `http://localhost:${(client.address() as AddressInfo).port}`;
  const app = await startApp(request);
  const asked = new URLSearchParams(app.query);
  const made = await request.post('/oauth/register', {
    data: { client_name: 'Draftsmith', redirect_uris: [`${origin}/callback`] },
  });
  asked.set('client_id', (await made.json()).client_id);
  asked.set('redirect_uri', `${origin}/callback`);
  await page.goto(`${origin}/#${encodeURIComponent(`${baseURL}/oauth/authorize?${asked}`)}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Connect' }).click();
  const consent = await opened;
  await expect(consent.getByRole('button', { name: 'Allow drafts' })).toBeVisible();
  expect(await page.evaluate('window.consent.closed')).toBe(false);
  await consent.getByRole('button', { name: 'Allow drafts' }).click();
  await expect(page.getByText(/code=/)).toBeVisible();
  app.stop();
  client.close();
});

test('the second click of a double click on a window above allows nothing', async ({
  page,
  request,
  person,
}) => {
  expect(person.user.id).toBeGreaterThan(0);
  const app = await startApp(request);
  await page.clock.install();
  await page.goto(`/oauth/authorize?${app.query}`);
  const allow = page.getByRole('button', { name: 'Allow drafts' });
  await expect(allow).toBeDisabled();
  await page.clock.runFor(600);
  await expect(allow).toBeEnabled();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(allow).toBeDisabled();
  app.stop();
});

test('who has no account yet makes one, and goes on with what the app asked for', async ({
  browser,
  request,
}) => {
  const app = await startApp(request);
  const page = await openAs(browser);
  await page.goto(`/oauth/authorize?${app.query}`);
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Full Name').fill('Ada Byron');
  await page.getByLabel('Email').fill(`new-${randomBytes(6).toString('hex')}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: /^Let “Draftsmith” work in / })).toBeVisible();
  app.stop();
});

test('who is removed while they read what an app asks for goes on in another workspace', async ({
  page,
  request,
  person,
}) => {
  const host = await register(request, 'Mara Lindholm');
  await join(request, host, person, 'editor');
  const app = await startApp(request);
  await page.goto(`/oauth/authorize?${app.query}`);
  await page.getByRole('button', { name: 'Change the workspace' }).click();
  await page.getByRole('menuitemradio').filter({ hasText: 'Mara' }).click();
  await expect(page.getByRole('heading', { name: /work in Mara/ })).toBeVisible();
  allowFailures('403', 'Error toast');
  await request.delete(`/api/members/${person.user.id}/`, {
    headers: { authorization: `Bearer ${host.access}` },
  });
  const allow = page.getByRole('button', { name: 'Allow drafts' });
  await expect(async () => {
    if (await page.getByRole('heading', { name: /work in Mara/ }).isVisible())
      await allow.click({ timeout: 1000 });
    await expect(page.getByRole('heading', { name: /work in Ada/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  app.stop();
});
