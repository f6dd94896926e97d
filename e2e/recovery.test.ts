import {
  allowFailures,
  chooseOption,
  confirmationLink,
  expect,
  expectAccessible,
  openAs,
  PASSWORD,
  register,
  test,
  toast,
} from './fixtures.ts';
import { mailThat } from './outbox.ts';

const NEW = 'An0ther-horse!';

test('a forgotten password is replaced with the link of a mail', async ({ page, request }) => {
  allowFailures('400 POST /api/auth/password-reset-confirm/');
  const { email } = await register(request);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const send = page.getByRole('button', { name: 'Send reset instructions' });
  const address = page.getByLabel('Email address');
  await expect(send).toBeDisabled();
  await address.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Email is required')).toBeVisible();
  await address.fill('nobody');
  await address.blur();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(send).toBeDisabled();
  await address.fill(email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send another email' }).click();
  await expect(address).toHaveValue('');

  const mail = await mailThat(
    ({ to, subject }) => to?.[0]?.address === email && subject === 'Reset your password',
  );
  const link = /\/reset-password\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible();
  const [first, second] = [
    page.getByLabel('New Password', { exact: true }),
    page.getByLabel('Confirm New Password', { exact: true }),
  ];
  const reset = page.getByRole('button', { name: 'Reset password' });
  const strength = page.getByText('Password strength:').locator('..');
  for (const [password, name] of [
    ['', 'Weak'],
    ['a', 'Weak'],
    ['aB', 'Fair'],
    ['aB1', 'Good'],
    ['aB1!', 'Strong'],
  ] as const) {
    await first.fill(password);
    await expect(strength).toContainText(name);
  }
  await expect(
    page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem'),
  ).toHaveText([
    'At least 8 characters: not met',
    'One uppercase letter: met',
    'One lowercase letter: met',
    'One number: met',
    'One special character: met',
  ]);
  await first.fill(NEW);
  await second.fill('different');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(reset).toBeDisabled();
  await second.fill(NEW);
  await expect(page.getByText('Passwords match', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await reset.click();
  await expect(page.getByRole('heading', { name: 'Password Reset Complete!' })).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(
    toast(page, 'Password reset successful! Please log in with your new password.'),
  ).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/content');

  // The link has been used.
  await page.goto(link);
  await first.fill(NEW);
  await second.fill(NEW);
  await reset.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid or expired reset link. Please request a new password reset.',
  );
});

test('a link without all its parts is invalid', async ({ page }) => {
  for (const path of ['/reset-password', '/reset-password/7']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute(
      'href',
      '/login',
    );
    await page.getByRole('link', { name: 'Request New Reset Link' }).click();
    await expect(page).toHaveURL('/forgot-password');
  }
});

test('the responses of the server are shown with the documented messages', async ({ page }) => {
  allowFailures(
    '429 POST /api/auth/password-reset/',
    '400 POST /api/auth/password-reset/',
    '500 POST /api/auth/password-reset/',
    'net::ERR_FAILED POST /api/auth/password-reset/',
    '418 POST /api/auth/password-reset/',
    '400 POST /api/auth/password-reset-confirm/',
    '429 POST /api/auth/password-reset-confirm/',
    '500 POST /api/auth/password-reset-confirm/',
    'net::ERR_FAILED POST /api/auth/password-reset-confirm/',
    '422 POST /api/auth/password-reset-confirm/',
    '418 POST /api/auth/password-reset-confirm/',
  );
  await page.goto('/forgot-password');
  await page.getByLabel('Email address').fill('a@example.org');
  const forgot: [number, string][] = [
    [429, 'Too many password reset requests. Please try again in a few minutes.'],
    [400, 'Invalid email address. Please check and try again.'],
    [500, 'Server error occurred. Please try again later or contact support.'],
    [0, 'Network error. Please check your connection and try again.'],
    [418, 'Failed to send password reset email. Please try again.'],
  ];
  for (const [status, text] of forgot) {
    await page.route(
      '**/api/auth/password-reset/',
      (route) => (status ? route.fulfill({ status, json: {} }) : route.abort()),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Send reset instructions' }).click();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
  await page.goto('/reset-password/7/token');
  for (const label of ['New Password', 'Confirm New Password'])
    await page.getByLabel(label, { exact: true }).fill(NEW);
  const reset: [number, object, string][] = [
    [400, {}, 'Invalid or expired reset link. Please request a new password reset.'],
    [
      400,
      { new_password: ['x'] },
      'Password validation failed. Please ensure it meets all requirements.',
    ],
    [429, {}, 'Too many password reset attempts. Please try again later.'],
    [500, {}, 'Server error occurred. Please try again later or contact support.'],
    [0, {}, 'Network error. Please check your connection and try again.'],
    [
      422,
      { detail: 'This Password is too common' },
      'Password validation failed. Please ensure it meets all requirements.',
    ],
    [418, {}, 'Failed to reset password. Please try again.'],
  ];
  for (const [status, json, text] of reset) {
    await page.route(
      '**/api/auth/password-reset-confirm/',
      (route) => (status ? route.fulfill({ status, json }) : route.abort()),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
});

test('a message to the operator is validated while typing, and sent', async ({ page }) => {
  allowFailures(
    '400 POST /api/contact/',
    '500 POST /api/contact/',
    'net::ERR_FAILED POST /api/contact/',
  );
  await page.goto('/contact');
  const send = page.getByRole('button', { name: 'Send Message' });
  await expect(send).toBeDisabled();
  const fields: [string, string, string, string][] = [
    ['Name *', 'G', 'Name must be at least 2 characters', 'Grace Hopper'],
    ['Email *', 'nobody', 'Please enter a valid email address', 'grace@example.org'],
    ['Subject *', 'Hi', 'Subject must be at least 5 characters', `Number ${Date.now()}`],
    [
      'Message *',
      'Short',
      'Message must be at least 10 characters',
      'Is anybody there to read this?',
    ],
  ];
  for (const [label, wrong, message, right] of fields) {
    await page.getByLabel(label).fill(wrong);
    await expect(page.getByText(message)).toBeVisible();
    await expect(send).toBeDisabled();
    await page.getByLabel(label).fill(right);
    await expect(page.getByText(message)).toHaveCount(0);
  }
  const failures: [number, object, string][] = [
    [400, { errors: { name: ['One'], email: ['Two'] }, message: 'no' }, 'One, Two'],
    [500, { message: 'From message' }, 'From message'],
    [500, {}, 'Failed to send message'],
  ];
  for (const [status, json, text] of failures) {
    await page.route('**/api/contact/', (route) => route.fulfill({ status, json }), { times: 1 });
    await send.click();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
  await page.route('**/api/contact/', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch');
  await send.click();
  await expect(toast(page, 'Message sent successfully!')).toBeVisible();
  await expect(page.getByLabel('Message *')).toHaveValue('');
  const sent = page.getByText('Thank you for your message.');
  await expect(sent).toBeVisible();
  await expectAccessible(page);
  await expect(sent).toHaveCount(0);
  const subject = `Contact: ${fields[2]?.[3]}`;
  expect(await mailThat((mail) => mail.subject === subject)).toMatchObject({
    to: [{ address: 'owner@example.org' }],
  });
});

test('an address is verified by the link of a mail, and until then a banner is shown', async ({
  page,
  person,
  browser,
}) => {
  allowFailures('400 POST /api/users/me/address/confirm/');
  await page.goto('/content');
  const banner = page.getByRole('region', { name: 'Confirmation pending' });
  await expect(banner).toContainText(`a link was sent to ${person.email}`);
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Send it again' }).click();
  await expect(
    toast(page, 'Success', `We sent a confirmation link to ${person.email}.`),
  ).toBeVisible();
  const link = await confirmationLink(person.email);
  // On another device one signs in first, and returns.
  const phone = await openAs(browser);
  await phone.goto(link);
  await expect(phone).toHaveURL('/login');
  await phone.getByLabel('Email').fill(person.email);
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Sign In' }).click();
  await phone.getByRole('button', { name: 'Confirm email' }).click();
  await expect(phone.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await phone.getByRole('link', { name: 'Go to your content' }).click();
  await expect(phone.getByRole('heading', { name: 'All Content' })).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Confirmation pending' })).toHaveCount(0);
  // It is refetched when the page is opened again.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All Content' })).toBeVisible();
  await expect(banner).toHaveCount(0);

  await page.goto('/confirm-address/nonsense');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This link is not for your account’s email address',
  );
  await expectAccessible(page);
});

test('the settings: profile, password, sessions, theme, and closing the account', async ({
  page,
  person,
  request,
}) => {
  allowFailures('400 PUT /api/users/me/', '400 POST /api/users/me/delete/');
  await page.goto('/content');
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Success', 'Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeVisible();

  const moved = `moved-${person.email}`;
  await page.getByRole('textbox', { name: 'Email' }).fill(moved);
  await page
    .getByRole('region', { name: 'Profile' })
    .getByLabel('Password', { exact: true })
    .fill('wrong');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Incorrect password')).toBeVisible();
  await page
    .getByRole('region', { name: 'Profile' })
    .getByLabel('Password', { exact: true })
    .fill(PASSWORD);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(
    page.getByRole('region', { name: 'Profile' }).getByLabel('Password', { exact: true }),
  ).toHaveCount(0);
  // It takes effect once its link is used.
  await expect(page.getByText(`We sent a link to ${moved}`)).toBeVisible();
  await expectAccessible(page);
  expect(
    (
      await request.post('/api/auth/login/', { data: { email: moved, password: PASSWORD } })
    ).status(),
  ).toBe(401);
  await page.goto(await confirmationLink(moved, 'Confirm your new email address'));
  await expect(page.getByText(`Change your email from ${person.email} to ${moved}?`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(moved);

  const signedIn = await request.post('/api/auth/login/', {
    data: { email: moved, password: PASSWORD },
  });
  expect(signedIn.status()).toBe(200);
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.getByText('This session', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: /^Sign out/ }).click();
  await expect(sessions).toHaveCount(1);

  await page.getByLabel('Current Password').fill(PASSWORD);
  await page.getByLabel('New Password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm New Password').fill(NEW);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page, 'Success', 'Password changed')).toBeVisible();

  await chooseOption(page.getByLabel('Theme', { exact: true }).last(), 'Dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  // Scrolled to where no content is half covered by the header.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete My Account' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(NEW);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Your account is closed')).toBeVisible();
  const again = await request.post('/api/auth/login/', { data: { email: moved, password: NEW } });
  expect(again.status()).toBe(401);
});
