import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import axe from 'axe-core';
import type { Item } from '#contract/content/items.ts';
import { mailThat } from './outbox.ts';
import { PORT, secondPort } from './ports.ts';

export const PASSWORD = 'Corr3ct-horse!';
let people = 0;

export type Person = Awaited<ReturnType<typeof register>>;
type Session = Pick<Person, 'user' | 'access' | 'refresh'>;

/** Creates an account over the API. */
export async function register(request: APIRequestContext, name = 'Ada Byron') {
  const email = `${process.pid}-${Date.now()}-${++people}@example.org`;
  const response = await request.post('/api/auth/register/', {
    data: { email, name, password: PASSWORD, password_confirm: PASSWORD },
  });
  expect(response.status()).toBe(201);
  const { user, access, refresh } = await response.json();
  const headers = { authorization: `Bearer ${access}` };
  return {
    email,
    name,
    user,
    access: access as string,
    refresh: refresh as string,
    folder: async (name: string, fields: object = {}) =>
      (await (
        await request.post('/api/content/folders/', { headers, data: { name, ...fields } })
      ).json()) as {
        id: number;
      },
    item: async (folder: number, content: string, fields: object = {}) =>
      (await (
        await request.post('/api/content/items/', { headers, data: { folder, content, ...fields } })
      ).json()) as {
        id: number;
      },
    thread: async (folder: number, texts: string[], fields: object = {}) =>
      (await (
        await request.post('/api/content/items/thread/', {
          headers,
          data: { folder, ...fields, items: texts.map((content) => ({ content })) },
        })
      ).json()) as { id: number; content: string }[],
    parts: async (id: number) =>
      (await (await request.get(`/api/content/items/${id}/thread/`, { headers })).json()) as Item[],
    update: (id: number, data: object) =>
      request.put(`/api/content/items/${id}/`, { headers, data }),
    items: async (query = '') =>
      (await (await request.get(`/api/content/items/?page_size=100${query}`, { headers })).json())
        .results as Item[],
  };
}

/** The path of the verification link that was mailed to this address. */
export async function confirmationLink(
  email: string,
  subject = 'Please confirm your email address',
) {
  const mail = await mailThat(
    (mail) => mail.to?.[0]?.address === email && mail.subject === subject,
  );
  return /\/confirm-address\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
}

/** Verifies the address of a person with the link of the mail. */
export async function prove(
  request: APIRequestContext,
  { email, access }: Pick<Person, 'email' | 'access'>,
) {
  const token = (await confirmationLink(email)).split('/').at(-1);
  const headers = { authorization: `Bearer ${access}` };
  const response = await request.post('/api/users/me/address/confirm/', {
    headers,
    data: { token },
  });
  expect(response.status()).toBe(200);
}

/**
 * Keeps live events from the page, as where somebody else acts just before their event arrives:
 * otherwise the page may follow the change before the test goes on.
 */
export function blockLiveEvents(page: Page) {
  allowFailures('net::ERR_FAILED GET /api/live/');
  return page.route('**/api/live/?*', (route) => route.abort());
}

/** Keeps these requests, of any or of one method, waiting until the returned function is called. */
export async function hold(page: Page, url: string, method?: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await promise;
    await route.fallback();
  });
  return resolve;
}

/** Stores a session in this page, as signing in does. */
export const storeSession = (page: Page, { user, access, refresh }: Session) =>
  page.evaluate(
    (session) => {
      localStorage.setItem('access_token', session.accessToken);
      localStorage.setItem('refresh_token', session.refreshToken);
      localStorage.setItem('auth-storage', JSON.stringify({ state: session, version: 0 }));
    },
    { user, accessToken: access, refreshToken: refresh, isAuthenticated: true },
  );

/** Signs a person in on this page, without the form. */
export async function signIn(page: Page, session: Session) {
  await page.goto('/before-paint.js');
  await storeSession(page, session);
}

/**
 * A page of another person, in a browser context of their own; `second`: connected to the other
 * process, `base`: to the one at this address; `workspace`: in one that they have joined.
 */
export async function openAs(
  browser: Browser,
  person?: Person,
  {
    second = false,
    base,
    workspace,
    ...options
  }: Pick<BrowserContextOptions, 'locale' | 'timezoneId' | 'userAgent'> & {
    second?: boolean;
    base?: string;
    workspace?: number;
  } = {},
) {
  const baseURL = base ?? `http://127.0.0.1:${second ? secondPort(PORT) : PORT}`;
  const context = await browser.newContext({ ...options, baseURL });
  opened.push(context);
  await watch(context);
  const page = await context.newPage();
  if (person) await signIn(page, person);
  if (person && workspace !== undefined) {
    const chosen = { user: person.user.id, workspace };
    await page.evaluate(
      (value) => sessionStorage.setItem('workspace', value),
      JSON.stringify(chosen),
    );
  }
  return page;
}

/** Makes a person a member of another person's workspace. */
export async function join(request: APIRequestContext, host: Person, guest: Person, role: string) {
  const headers = { authorization: `Bearer ${host.access}` };
  const { link } = await (
    await request.post('/api/invitations/', { headers, data: { role } })
  ).json();
  const accepted = await request.post('/api/invitations/accept/', {
    headers: { authorization: `Bearer ${guest.access}` },
    data: { token: link.split('/').at(-1) },
  });
  expect(accepted.status()).toBe(200);
  return (await accepted.json()).id as number;
}

/** What failed on the pages of a journey, and what may. A worker runs one journey at a time. */
let failures: string[] = [];
let allowed: string[] = [];
/** The contexts that it opened: what goes on there is no part of the next journey. */
let opened: BrowserContext[] = [];

/**
 * Declares the failures that a journey provokes, by their beginnings:
 * '409 PUT /api/content/items/:id/', 'Error toast: Moved by someone else', 'net::ERR_FAILED GET /healthz'.
 */
export const allowFailures = (...beginnings: string[]) => void allowed.push(...beginnings);

/** What has failed so far, and is not allowed. */
export const undeclaredFailures = () =>
  failures.filter((failure) => !allowed.some((text) => failure.startsWith(text)));

/**
 * From now on each load of a document is a failure: people work for hours without one. Reloading
 * would hide what the pages before have left.
 */
export const forbidReloads = (page: Page) =>
  page.on('domcontentloaded', () =>
    failures.push(`Loaded again: ${new URL(page.url()).pathname.replaceAll(IDS, '/:id')}`),
  );

const IDS = /\/(\d+|[0-9a-f-]{36})(?=\/|$)/g;

/** Collects the failures on all pages of a browser context. */
async function watch(context: BrowserContext) {
  // Uncaught errors, and unhandled rejections.
  context.on('weberror', (error) => failures.push(String(error.error())));
  context.on('page', (page) => page.on('crash', () => failures.push(`Crashed: ${page.url()}`)));
  context.on('console', (message) => {
    // Requests that fail are below, with their status.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      failures.push(message.text());
  });
  const nameOf = (request: Request) =>
    `${request.method()} ${new URL(request.url()).pathname.replaceAll(IDS, '/:id')}`;
  context.on('response', (response) => {
    if (response.status() >= 400)
      failures.push(`${response.status()} ${nameOf(response.request())}`);
  });
  context.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // The page itself ended it, or was left.
    if (errorText !== 'net::ERR_ABORTED') failures.push(`${errorText} ${nameOf(request)}`);
  });
  await context.addInitScript(() => {
    const selector = '[data-variant="destructive"]';
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const found = node.matches(selector) ? node : node.querySelector(selector);
        if (found) console.error(`Error toast: ${found.textContent}`);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/**
 * A page of a signed-in person. Every error toast, console error, uncaught error, unhandled
 * rejection, crash and failed request fails the test, except for those that it allows.
 */
export const test = base.extend<{ person: Person; strict: undefined }>({
  strict: [
    async ({ context }, use) => {
      [failures, allowed, opened] = [[], [], []];
      await watch(context);
      await use(undefined);
      const undeclared = undeclaredFailures();
      await Promise.all(opened.map((other) => other.close()));
      expect(undeclared).toEqual([]);
    },
    { auto: true },
  ],
  person: async ({ page, request }, use) => {
    const person = await register(request);
    await signIn(page, person);
    await use(person);
  },
});

/** The page has no axe findings. */
export const expectAccessible = (page: Page) =>
  expectNoViolations(page, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });

/** The part of it that a theme changes. */
export const expectContrast = (page: Page) =>
  expectNoViolations(page, { type: 'rule', values: ['color-contrast'] });

async function expectNoViolations(page: Page, runOnly: axe.RunOnly) {
  // What is dimmed until its response arrives has too little contrast.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // To compile axe takes longer than a run: once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`);
    },
    // To describe all that passed takes half of the time.
    { runOnly, resultTypes: ['violations' as const] },
  );
  expect(violations.map((violation) => `${page.url()}: ${violation}`)).toEqual([]);
}

/** Chooses an option of a select, by its name or its place. */
export async function chooseOption(select: Locator, option: string | number) {
  await select.click();
  const options = select.page().getByRole('option');
  await (typeof option === 'number'
    ? options.nth(option)
    : select.page().getByRole('option', { name: option, exact: true })
  ).click();
  await expect(select).toBeFocused();
}

/** The toast with this title and description. */
export const toast = (page: Page, title: string | RegExp, description?: string) => {
  const found = page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title });
  return description ? found.filter({ hasText: description }) : found;
};

/** That this was said. */
export const said = (page: Page, text: string, title = 'Success') =>
  expect(toast(page, title, text)).toBeVisible();

/** That the browser asks before the tab is closed; it stays open. */
export async function expectUnloadAsks(page: Page) {
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
}

/** A folder in the tree. */
export const folderRow = (page: Page, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^${name}, `) });

export const card = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text });

/** Opens the thread of a root in the list. */
export const showReplies = (page: Page, root: string) =>
  card(page, root)
    .getByRole('button', { name: /^Show the replies/ })
    .click();

export { expect };
