import type { APIRequestContext } from '@playwright/test';
import {
  expect,
  expectAccessible,
  join,
  type Person,
  prove,
  register,
  said,
  signIn,
  test,
} from './fixtures.ts';
import { mailThat } from './outbox.ts';

/** What acts for somebody is shown where it ends, is kept, or goes on. */

const NEW = 'An0ther-horse!';

/** Makes a service account with a key, a key of their own, and a webhook. */
async function leaveThings(request: APIRequestContext, maker: Person, workspace?: number) {
  const headers = {
    authorization: `Bearer ${maker.access}`,
    ...(workspace !== undefined && { 'x-workspace': String(workspace) }),
  };
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { headers, data });
    expect(response.status()).toBe(201);
    return response.json();
  };
  const { id } = await post('/api/service-accounts/', { name: 'Robot', role: 'editor' });
  const { secret } = await post('/api/keys/', { name: 'Sync', acts_as: id });
  await post('/api/keys/', { name: 'Own script' });
  await post('/api/webhooks/', {
    ...{ name: 'Deploys', url: 'https://hooks.example/1', events: ['post.created'] },
  });
  const works = async () =>
    (
      await request.get('/api/whoami/', { headers: { authorization: `Bearer ${secret}` } })
    ).status() === 200;
  return { works };
}

test('who removes an admin sees what acts for them, and keeps some of it', async ({
  page,
  person,
  request,
}) => {
  const admin = await register(request, 'Grace Hopper');
  const workspace = await join(request, person, admin, 'admin');
  const { works } = await leaveThings(request, admin, workspace);
  await page.goto('/settings/members');
  const role = page.getByLabel('Role of Grace Hopper');
  await role.click();
  await page.getByRole('option', { name: 'Viewer', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'Change Role' });
  await expect(change).toContainText('Grace Hopper will be a viewer.');
  await expect(change.getByLabel(/^What becomes of/)).toHaveCount(3);
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Cancel' }).click();
  await expect(role).toBeFocused();

  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Member' });
  const ends = dialog.getByRole('region', { name: 'Ends', exact: true });
  await expect(ends.getByRole('listitem')).toHaveText([/API key\s*Own script/]);
  const key = dialog.getByLabel(/What becomes of Key of a service account Sync/);
  const webhook = dialog.getByLabel(/What becomes of Webhook Deploys/);
  const account = dialog.getByLabel(/What becomes of Service account Robot/);
  await expect(key).toHaveText('End');
  await expect(webhook).toHaveText('End');
  await expect(account).toHaveText('Keep');
  const choose = async (field: typeof key, option: string) => {
    await field.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  // Its keys end with it.
  await choose(account, 'End');
  await expect(ends.getByRole('listitem')).toHaveText([
    ...[/API key\s*Own script/, /Key of a service account\s*Sync/],
  ]);
  await choose(account, 'Keep');
  await choose(webhook, 'Replace the secret');
  await choose(key, 'Keep');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Grace Hopper was removed, and still knows 1 secret or address that you kept');
  const shown = page.getByRole('dialog', { name: 'Copy this secret now' });
  await expect(shown.getByLabel(/Webhook Deploys/)).toHaveValue(/^whsec_/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.getByText('Close', { exact: true }).click();
  expect(await works()).toBe(true);
  await page.goto('/settings');
  const own = page.getByRole('region', { name: 'What acts for you' });
  await expect(own.getByRole('listitem')).toHaveText([/Sync \(Robot\)/, /Deploys/]);
});

test('who removes an approver ends what they approved', async ({ page, person, request }) => {
  const approver = await register(request, 'Grace Hopper');
  const workspace = await join(request, person, approver, 'approver');
  const folder = await person.folder('News');
  const { id } = await person.item(folder.id, 'A price');
  const approved = await request.put(`/api/content/items/${id}/`, {
    headers: { authorization: `Bearer ${approver.access}`, 'x-workspace': String(workspace) },
    data: { status: 'approved' },
  });
  expect(approved.ok()).toBe(true);
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Member' });
  const choice = dialog.getByRole('checkbox', { name: /^End what they approved/ });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Grace Hopper was removed, and 1 approval ended');
  await page.goto(`/content/preview/${id}`);
  await expect(page.getByRole('main')).toContainText('Draft');
});

test('a new password by mail lists what still acts, and ends it', async ({ page, request }) => {
  const someone = await register(request);
  await prove(request, someone);
  const { works } = await leaveThings(request, someone);
  await request.post('/api/auth/password-reset/', { data: { email: someone.email } });
  const mail = await mailThat(
    ({ to, subject }) => to?.[0]?.address === someone.email && subject === 'Reset your password',
  );
  await page.goto(/\/reset-password\/\S+/.exec(mail.text ?? '')?.[0] ?? '');
  await page.getByLabel('New Password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Reset password' }).click();
  const left = page.getByRole('heading', { name: 'This still acts for you' }).locator('..');
  await expect(left.getByRole('listitem')).toHaveText([/Sync/, /Deploys/]);
  await expect(page.getByText('Own script')).toBeVisible();
  await expectAccessible(page);
  await left.getByRole('button', { name: 'End all' }).click();
  await expect(page).toHaveURL('/login');
  expect(await works()).toBe(false);
});

test('a changed password ends what acts, where that is ticked', async ({ page, request }) => {
  const someone = await register(request);
  await prove(request, someone);
  const { works } = await leaveThings(request, someone);
  await signIn(page, someone);
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByLabel('Current Password').fill('Corr3ct-horse!');
  await section.getByLabel('New Password', { exact: true }).fill(NEW);
  await section.getByLabel('Confirm New Password').fill(NEW);
  await section.getByRole('checkbox', { name: /End what acts for you, too/ }).check();
  await section.getByRole('button', { name: 'Change Password' }).click();
  await said(
    page,
    'Password changed. You’ve been signed out everywhere else, and what acted for you has ended.',
  );
  const own = page.getByRole('region', { name: 'What acts for you' });
  await expect(own).toContainText('Nothing.');
  await expectAccessible(page);
  expect(await works()).toBe(false);
});
