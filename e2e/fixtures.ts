import { AxeBuilder } from '@axe-core/playwright';
import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Item } from '#contract/items.ts';
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
  const mail = await mailThat((one) => one.to?.[0]?.address === email && one.subject === subject);
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
export const blockLiveEvents = (page: Page) =>
  page.route('**/api/live/?*', (route) => route.abort());

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
 * process.
 */
export async function openAs(browser: Browser, person?: Person, { second = false } = {}) {
  const base = `http://127.0.0.1:${second ? secondPort(PORT) : PORT}`;
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  if (person) await signIn(page, person);
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

/** A page of a signed-in person; every console error and page error fails the test. */
export const test = base.extend<{ person: Person; strict: undefined }>({
  strict: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        // The browser logs refused requests as errors; the tests expect them.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          errors.push(message.text());
      });
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  person: async ({ page, request }, use) => {
    const person = await register(request);
    await signIn(page, person);
    await use(person);
  },
});

/** The axe findings of the page as text; empty if there are none. */
export const expectAccessible = (page: Page) =>
  expectNoViolations(
    page,
    new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  );

/** The part of it that a theme changes. */
export const expectContrast = (page: Page) =>
  expectNoViolations(page, new AxeBuilder({ page }).withRules('color-contrast'));

async function expectNoViolations(page: Page, rules: AxeBuilder) {
  // In the page itself: else each call opens another page, for frames of other origins.
  const { violations } = await rules.setLegacyMode().analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${page.url()}: ${id}: ${nodes.map(({ target }) => target).join(', ')}`,
    ),
  ).toEqual([]);
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
export const toast = (page: Page, title: string, description?: string) => {
  const found = page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title });
  return description ? found.filter({ hasText: description }) : found;
};

/** A folder in the tree. */
export const folderRow = (page: Page, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^${name}, `) });

export const card = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text });

export { expect };
