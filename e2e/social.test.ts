import type { Page } from '@playwright/test';
import { expect, expectAccessible, register, test, toast } from './fixtures.ts';

const start = async (page: Page) => {
  await page.getByRole('button', { name: 'Continue with X (Twitter)' }).click();
};

/** Signs in at X and allows what is asked. */
async function allow(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('who comes from X for the first time gets an account, and finds it again', async ({ page, browser }) => {
  const name = `ada${Date.now()}`;
  await page.goto('/content/create?mode=thread');
  await expect(page).toHaveURL('/login');
  await start(page);
  await allow(page, name);
  await expect(toast(page, 'Welcome to the product!')).toBeVisible();
  await expect(page).toHaveURL('/content/create?mode=thread');
  await expect(page.getByRole('button', { name: `${name} of X` })).toBeVisible();
  // Nowhere in the history is there an address with tokens.
  const history = await page.evaluate(() => navigation.entries().map(({ url }) => url));
  expect(history.join('\n')).not.toContain('token');

  await page.goto('/settings');
  await expect(page.getByText('You sign in with X.')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveCount(0);
  await page.getByLabel('Full Name').fill('Ada of X');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Success', 'Profile updated successfully')).toBeVisible();
  await expectAccessible(page);

  const other = await (await browser.newContext()).newPage();
  await other.goto('/login');
  await start(other);
  await allow(other, name);
  await expect(toast(other, 'Welcome back!')).toBeVisible();
  await expect(other).toHaveURL('/content');
  await expect(other.getByRole('button', { name: 'Ada of X' })).toBeVisible();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = other.getByRole('dialog', { name: 'Delete My Account' });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(toast(other, 'Your account is closed')).toBeVisible();
});

test('an address with somebody’s tokens does not take the place of who is signed in', async ({
  page,
  person,
  request,
}) => {
  const other = await register(request, 'Somebody Else');
  await page.goto('/content');
  const tokens = { access_token: other.access, refresh_token: other.refresh, next: '/content' };
  await page.goto(`/auth/callback?${new URLSearchParams(tokens)}`);
  await expect(toast(page, 'Authentication Error')).toBeVisible();
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();
});

test('who says no at X is back at the sign-in page, which says so', async ({ page }) => {
  await page.goto('/login');
  await start(page);
  await page.getByRole('link', { name: /Cancel/ }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Authentication Failed')).toBeVisible();
});

test('what comes back and cannot be used leads to the sign-in page with the reason', async ({ page }) => {
  const cases: [string, string, string][] = [
    ['error=x&error_description=It+is+off', 'Authentication Failed', 'It is off'],
    ['error=x', 'Authentication Failed', 'Social login failed. Please try again.'],
    ['access_token=a', 'Authentication Error', 'Invalid authentication response. Please try again.'],
    ['access_token=a&refresh_token=b', 'Authentication Error', 'Failed to complete sign in. Please try again.'],
  ];
  for (const [query, title, description] of cases) {
    await page.goto(`/auth/callback?${query}`);
    await expect(toast(page, title, description)).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  }
});

test('the way back never leads away from here', async ({ page, person }) => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const tokens = { access_token: person.access, refresh_token: person.refresh, new_user: 'false', next };
    await page.goto(`/auth/callback?${new URLSearchParams(tokens)}`);
    await expect(page).toHaveURL('/content');
  }
});
