import {
  allowFailures,
  blockLiveEvents,
  expect,
  folderRow,
  hold,
  PASSWORD,
  register,
  signIn,
  storeSession,
  test,
  toast,
} from './fixtures.ts';

/** An expired token; its signature is not checked before that. */
const EXPIRED = `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"1","exp":1}')}.x`;

test('signing in leads to the page first asked for', async ({ page, request }) => {
  allowFailures('401 POST /api/auth/login/');
  const { email } = await register(request);
  await page.goto('/content/create?mode=single#x');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/content/create?mode=single#x');
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(stored['auth-storage'] ?? '')).toEqual({
    state: {
      user: expect.objectContaining({ email }),
      accessToken: stored.access_token,
      refreshToken: stored.refresh_token,
      isAuthenticated: true,
    },
    version: 0,
  });
});

test('the responses to signing in and registering are shown with the documented messages', async ({
  page,
}) => {
  allowFailures(
    '400 POST /api/auth/login/',
    '401 POST /api/auth/login/',
    '500 POST /api/auth/login/',
    'net::ERR_FAILED POST /api/auth/login/',
    '400 POST /api/auth/register/',
    '500 POST /api/auth/register/',
    'net::ERR_FAILED POST /api/auth/register/',
  );
  const response = (url: string, status: number, body: unknown) =>
    page.route(url, (route) => route.fulfill({ status, json: body as object }), { times: 1 });
  await page.goto('/login');
  const submit = async () => {
    await page.getByLabel('Email').fill('a@example.org');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  const cases: [number, unknown, string][] = [
    [400, { detail: 'From detail', message: 'no' }, 'From detail'],
    [400, { non_field_errors: ['From the list', 'no'], error: 'no' }, 'From the list'],
    [400, { error: 'From error', message: 'no' }, 'From error'],
    [400, { message: 'From message' }, 'From message'],
    [401, {}, 'Invalid email or password'],
    [500, {}, 'Login failed'],
  ];
  for (const [status, body, text] of cases) {
    await response('**/api/auth/login/', status, body);
    await submit();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
  await page.route('**/api/auth/login/', (route) => route.abort(), { times: 1 });
  await submit();
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');

  await page.goto('/register');
  await page.getByLabel('Email').fill('a@example.org');
  await page.getByLabel('Full Name').fill('A');
  await page.getByLabel('Password', { exact: true }).fill('longenough');
  await page.getByLabel('Confirm Password').fill('longenough');
  await page.getByRole('checkbox').check();
  await response('**/api/auth/register/', 400, {
    email: ['Taken.', 'no'],
    message: 'From message',
    detail: 'no',
  });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('From message');
  await expect(page.getByText('Taken.')).toBeVisible();
  await response('**/api/auth/register/', 500, {});
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Registration failed');
  await page.route('**/api/auth/register/', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Registration failed. Please try again.');
});

test('an expired token is refreshed once for all waiting requests, and nothing is lost', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Ideas');
  await page.goto(`/content/create?folder=${folder.id}`);
  await page.getByLabel('Content *').fill('Written while the token expired');
  let renewals = 0;
  await page.route('**/api/auth/token/refresh/', async (route) => {
    renewals++;
    await route.continue();
  });
  await page.evaluate((token) => localStorage.setItem('access_token', token), EXPIRED);
  await page.evaluate(() =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' })),
  );
  await page.getByRole('button', { name: 'Create Content' }).click();
  await expect(page.getByRole('article')).toContainText('Written while the token expired');
  expect(renewals).toBe(1);
});

test('several requests and two tabs that start with an expired token refresh it at most once each', async ({
  page,
  person,
  context,
}) => {
  await person.folder('Ideas');
  let renewals = 0;
  const loaded = Promise.withResolvers<void>();
  await context.route('**/api/auth/token/refresh/', async (route) => {
    renewals++;
    await loaded.promise;
    await route.continue();
  });
  await page.evaluate((token) => localStorage.setItem('access_token', token), EXPIRED);
  const other = await context.newPage();
  await Promise.all([page.goto('/content'), other.goto('/content')]);
  loaded.resolve();
  for (const tab of [page, other]) await expect(folderRow(tab, 'Ideas')).toBeVisible();
  expect(renewals).toBe(1);
});

test('a refresh that is refused signs out', async ({ page, person }) => {
  allowFailures('401 POST /api/auth/token/refresh/');
  await page.route('**/api/auth/token/refresh/', (route) =>
    route.fulfill({ status: 401, json: {} }),
  );
  await signIn(page, { ...person, access: EXPIRED });
  await page.goto('/content');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
});

test('a refresh without an answer signs nobody out, and the page goes on after it', async ({
  page,
  person,
}) => {
  allowFailures(
    'net::ERR_FAILED POST /api/auth/token/refresh/',
    '503 POST /api/auth/token/refresh/',
  );
  await person.folder('Ideas');
  await page.goto('/content/create');
  await page.getByLabel('Content *').fill('Written in a tunnel');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  let answer: 'none' | 'busy' | 'real' = 'none';
  await page.route('**/api/auth/token/refresh/', (route) => {
    if (answer === 'none') return route.abort();
    if (answer === 'busy') return route.fulfill({ status: 503, json: { detail: 'Starting.' } });
    return route.continue();
  });
  await page.evaluate((token) => localStorage.setItem('access_token', token), EXPIRED);
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: null })));
  for (answer of ['none', 'busy'] as const) {
    await page.getByLabel('Content *').press('End');
    await page.getByLabel('Content *').pressSequentially('!');
    await expect(page.getByText(/kept on this device/)).toBeVisible();
    await expect(page.getByLabel('Content *')).toHaveValue(/^Written in a tunnel!/);
  }
  answer = 'real';
  await page.getByLabel('Content *').pressSequentially('!');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Content *')).toHaveValue('Written in a tunnel!!!');
  await expect(page).not.toHaveURL('/login');
});

test('a session that ended elsewhere redirects to the sign-in page, and back afterwards', async ({
  page,
  person,
  request,
}) => {
  allowFailures(
    '401 POST /api/content/folders/',
    '401 POST /api/auth/token/refresh/',
    'Error toast: Error Authentication credentials were not provided. Please log in again.',
  );
  await blockLiveEvents(page);
  // It ends when the folder is sent. Without live events the page reads again by itself: nothing of that
  // may be refused before.
  let isEnding = false;
  await page.route('**/api/**', async (route) => {
    const isSent = route.request().method() === 'POST';
    if (isEnding && !isSent) return;
    if (isEnding && route.request().url().endsWith('/folders/'))
      await request.post('/api/auth/logout/', { data: { refresh: person.refresh } });
    await route.fallback();
  });
  await page.goto('/content');
  await expect(page.getByText('No folders yet')).toBeVisible();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Folder Name *').fill('Too late');
  isEnding = true;
  await page.getByRole('button', { name: 'Create Folder' }).click();
  await expect(page).toHaveURL('/login');
  isEnding = false;
  await expect(
    toast(page, 'Error', 'Authentication credentials were not provided. Please log in again.'),
  ).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/content');
});

test('signing out in one tab ends the other', async ({ page, person: _, context }) => {
  const other = await context.newPage();
  await other.goto('/social-accounts');
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
});

test('a person who logs out on a content page can sign in again there', async ({
  page,
  person,
}) => {
  await page.goto('/content');
  await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/content');
});

test('text that was being written when the session ended is restored after signing in', async ({
  page,
  person,
  request,
}) => {
  allowFailures(
    // Whatever is asked first, once the session has ended.
    '401 GET /api/',
    '401 POST /api/content/items/',
    '401 POST /api/auth/token/refresh/',
    'Error toast: Error Authentication credentials were not provided. Please log in again.',
    'Error toast: Error Failed to create content. Please try again.',
  );
  await person.folder('Ideas');
  await page.goto('/content/create');
  await page.getByLabel('Content *').fill('Still there');
  // What the page loads by itself is there: it is the save that meets the end of the session.
  await expect(page.getByText('11 / 280')).toBeVisible();
  await request.post('/api/auth/logout/', { data: { refresh: person.refresh } });
  // By key: where it is saved automatically before that, the button is gone.
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/content/create');
  await expect(page.getByLabel('Content *')).toHaveValue('Still there');
});

test('the view of the content page is stored for each person', async ({
  page,
  person,
  request,
}) => {
  const folder = await person.folder('Mine');
  await page.goto('/content');
  await folderRow(page, 'Mine').click();
  await expect
    .poll(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('content-store') ?? '{}').state),
    )
    .toMatchObject({
      openFolders: [],
      selectedFolder: folder.id,
      viewMode: 'folders',
      multiItemView: false,
    });
  const other = await register(request, 'Grace Hopper');
  await other.folder('Hers');
  await signIn(page, other);
  await page.goto('/content');
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  await signIn(page, person);
  await page.goto('/content');
  await expect(page.getByRole('heading', { name: 'Content in Mine' })).toBeVisible();
});

test('a tab that learns nothing new leaves the stored session to somebody who signed in elsewhere', async ({
  page,
  request,
  person,
}) => {
  // With their stream open, the network would never be idle.
  await blockLiveEvents(page);
  const release = await hold(page, '**/api/users/me/');
  const asked = page.waitForRequest('**/api/users/me/');
  await page.goto('/settings');
  await asked;
  await expect(page.getByRole('button', { name: person.user.name, exact: true })).toBeVisible();
  const other = await register(request, 'Grace Hopper');
  // Written by this tab itself, so that it hears of it as late as can be.
  await storeSession(page, other);
  release();
  await page.waitForLoadState('networkidle');
  const stored = await page.evaluate(() => localStorage.getItem('auth-storage') ?? '');
  expect(JSON.parse(stored).state.user.name).toBe('Grace Hopper');
});
