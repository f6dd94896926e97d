import type { Browser, Page } from '@playwright/test';
import {
  allowFailures,
  expect,
  expectAccessible,
  openAs,
  PASSWORD,
  prove,
  register,
  signIn,
  test,
  toast,
} from './fixtures.ts';
import { mailThat } from './outbox.ts';

const start = async (page: Page) => {
  await page.getByRole('button', { name: 'Continue with X (Twitter)' }).click();
};

/** Signs in at X and consents. */
async function allow(page: Page, name: string) {
  await page.getByLabel('Log in as').fill(name);
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Signs in with X in a browser context of its own. */
async function signInElsewhere(browser: Browser, name: string) {
  const page = await openAs(browser);
  await page.goto('/login');
  await start(page);
  await allow(page, name);
  return page;
}

test('a new person from X gets an account, and finds it again', async ({ page, browser }) => {
  const name = `ada${Date.now()}`;
  await page.goto('/content/create?mode=thread');
  await expect(page).toHaveURL('/login');
  await start(page);
  await allow(page, name);
  await expect(toast(page, 'Welcome to the product!')).toBeVisible();
  await expect(page).toHaveURL('/content/create?mode=thread');
  await expect(page.getByRole('button', { name: `${name} of X`, exact: true })).toBeVisible();
  // No address in the history has tokens.
  const history = await page.evaluate(() => navigation.entries().map(({ url }) => url));
  expect(history.join('\n')).not.toContain('token');

  await page.goto('/settings');
  await expect(page.getByText('You sign in with X.')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveCount(0);
  await page.getByLabel('Full Name').fill('Ada of X');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Success', 'Profile updated successfully')).toBeVisible();
  await expectAccessible(page);

  // Its session ends with the account below.
  await page.close();
  const other = await signInElsewhere(browser, name);
  await expect(toast(other, 'Welcome back!')).toBeVisible();
  await expect(other).toHaveURL('/content');
  await expect(other.getByRole('button', { name: 'Ada of X', exact: true })).toBeVisible();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = other.getByRole('dialog', { name: 'Delete My Account' });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(toast(other, 'Your account is closed')).toBeVisible();
});

test('an address with tokens of somebody else does not replace the session', async ({
  page,
  person,
  request,
}) => {
  allowFailures(
    'Error toast: Authentication Error Invalid authentication response. Please try again.',
  );
  const other = await register(request, 'Somebody Else');
  await page.goto('/content');
  const tokens = { access_token: other.access, refresh_token: other.refresh, next: '/content' };
  await page.goto(`/auth/callback?${new URLSearchParams(tokens)}`);
  await expect(toast(page, 'Authentication Error')).toBeVisible();
  await expect(page.getByRole('button', { name: person.name, exact: true })).toBeVisible();
});

test('a refusal at X leads back to the sign-in page with a message', async ({ page }) => {
  allowFailures('Error toast: Authentication Failed The user denied your request');
  await page.goto('/login');
  await start(page);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Authentication Failed')).toBeVisible();
});

test('an invalid callback leads to the sign-in page with the reason', async ({ page }) => {
  allowFailures(
    'Error toast: Authentication Failed It is off',
    'Error toast: Authentication Failed Social login failed. Please try again.',
    'Error toast: Authentication Error Invalid authentication response. Please try again.',
    '401 GET /api/users/me/',
    'Error toast: Authentication Error Failed to complete sign in. Please try again.',
  );
  const cases: [string, string, string][] = [
    ['error=x&error_description=It+is+off', 'Authentication Failed', 'It is off'],
    ['error=x', 'Authentication Failed', 'Social login failed. Please try again.'],
    [
      'access_token=a',
      'Authentication Error',
      'Invalid authentication response. Please try again.',
    ],
    [
      'access_token=a&refresh_token=b',
      'Authentication Error',
      'Failed to complete sign in. Please try again.',
    ],
  ];
  await page.goto('/login');
  for (const [query, title, description] of cases) {
    // As if this tab had begun it.
    await page.evaluate(() => sessionStorage.setItem('oauth_return_url', '/content'));
    await page.goto(`/auth/callback?${query}`);
    await expect(toast(page, title, description)).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  }
});

test('a sign-in that this tab has not begun signs nobody in, and its messages are not shown', async ({
  page,
  request,
}) => {
  allowFailures(
    'Error toast: Authentication Error Invalid authentication response. Please try again.',
    'Error toast: Authentication Failed Social login failed. Please try again.',
  );
  const mallory = await register(request, 'Mallory');
  const tokens = new URLSearchParams({
    access_token: mallory.access,
    refresh_token: mallory.refresh,
  });
  await page.goto(`/auth/callback?${tokens}`);
  await expect(
    toast(page, 'Authentication Error', 'Invalid authentication response. Please try again.'),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await page.goto('/auth/callback?error=x&error_description=Your+account+is+locked.+Call+us');
  await expect(
    toast(page, 'Authentication Failed', 'Social login failed. Please try again.'),
  ).toBeVisible();
  await expect(page.getByText('Your account is locked')).toHaveCount(0);
});

test('the return path never leads to another site', async ({ page, person }) => {
  // What is a path of another site is in contract/paths.test.ts.
  const tokens = {
    access_token: person.access,
    refresh_token: person.refresh,
    new_user: 'false',
    next: '//evil.example',
  };
  await page.evaluate(() => sessionStorage.setItem('oauth_return_url', '/content'));
  await page.goto(`/auth/callback?${new URLSearchParams(tokens)}`);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/content');
});

/** From the settings to X, with the password. */
async function connect(page: Page) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Connect X (Twitter)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect X' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue to X' }).click();
}

test('an existing account is linked with X, signs in with it, and is unlinked', async ({
  page,
  person,
  browser,
  request,
}) => {
  allowFailures('400 POST /api/users/me/x/');
  // Only a verified mailbox is notified.
  await prove(request, person);
  const name = `linked${Date.now()}`;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Connect X (Twitter)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect X' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue to X' }).click();
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await expectAccessible(page);

  await connect(page);
  await allow(page, name);
  await expect(toast(page, 'Success', 'X connected. You can now sign in with X.')).toBeVisible();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByText(`Connected as @${name}`)).toBeVisible();
  await expectAccessible(page);

  const other = await signInElsewhere(browser, name);
  await expect(toast(other, 'Welcome back!')).toBeVisible();
  await other.goto('/settings');
  await expect(other.getByLabel('Email', { exact: true })).toHaveValue(person.email);

  const notice = await mailThat(
    ({ to, subject }) =>
      to?.[0]?.address === person.email && subject === 'X was connected to your account',
  );
  expect(notice.text).toContain(`@${name} on X`);

  await page.getByRole('button', { name: 'Disconnect X' }).click();
  await expect(toast(page, 'Success', 'X disconnected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect X (Twitter)' })).toBeFocused();
});

test('an X account is never moved to another account, and linking ends in the browser that began it', async ({
  page,
  person: _,
  browser,
  request,
}) => {
  allowFailures('Error toast: Error That X account is already connected to another account.');
  const name = `taken${Date.now()}`;
  const owner = await signInElsewhere(browser, name);
  await expect(toast(owner, 'Welcome to the product!')).toBeVisible();

  await connect(page);
  await allow(page, name);
  await expect(
    toast(page, 'Error', 'That X account is already connected to another account.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect X (Twitter)' })).toBeVisible();

  // The address of an attempt leads nowhere in another browser: no link, and no sign-in.
  const { access } = await register(request);
  const begun = await request.post('/api/users/me/x/', {
    headers: { authorization: `Bearer ${access}` },
    data: { password: PASSWORD },
  });
  const victim = await openAs(browser);
  await victim.goto((await begun.json()).url);
  await allow(victim, `victim${Date.now()}`);
  await expect(victim).toHaveURL('/login');
  expect(await victim.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('a link that is not finished before the session ends is not created', async ({
  page,
  person,
  request,
}) => {
  // Whatever the page still asks for when the session ends.
  allowFailures('401 GET /api/', '401 POST /api/auth/token/refresh/');
  await connect(page);
  await expect(page.getByLabel('Log in as')).toBeVisible();
  await request.post('/api/auth/logout/', { data: { refresh: person.refresh } });
  await allow(page, `late${Date.now()}`);
  await expect(page).toHaveURL('/login');
  const again = await request.post('/api/auth/login/', {
    data: { email: person.email, password: PASSWORD },
  });
  const session = await again.json();
  await signIn(page, session);
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Connect X (Twitter)' })).toBeVisible();
});

test('an account from X gets an address and a password by a mailed link', async ({ page }) => {
  const name = `mail${Date.now()}`;
  const email = `${name}@example.org`;
  await page.goto('/login');
  await start(page);
  await allow(page, name);
  await expect(toast(page, 'Welcome to the product!')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText('Your only sign-in method')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
  await expectAccessible(page);

  const { subject, text = '' } = await mailThat(({ to }) => to?.[0]?.address === email);
  expect(subject).toBe('Confirm your email address');
  await page.goto(/https?:\/\/\S+\/reset-password\/\S+/.exec(text)?.[0] ?? 'no link');
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm New Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Reset password' }).click();
  // The sign-in with X goes on, and is named.
  await expect(page.getByRole('heading', { name: 'This still acts for you' })).toBeVisible();
  await expect(page.getByText('Sign-in with X')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/content');
  await page.goto('/settings');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(page.getByRole('button', { name: 'Disconnect X' })).toBeVisible();
});
