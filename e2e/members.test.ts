import type { Page } from '@playwright/test';
import {
  allowFailures,
  card,
  chooseOption,
  expect,
  expectAccessible,
  folderRow,
  join,
  openAs,
  PASSWORD,
  prove,
  register,
  test,
  toast,
} from './fixtures.ts';

/** The link for the next invitation without an address. */
async function inviteByLink(page: Page, role: string) {
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await chooseOption(invite.getByLabel('Role', { exact: true }), role);
  const response = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/invitations/') && response.request().method() === 'POST',
  );
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(toast(page, 'Success', 'Link copied')).toBeVisible();
  return new URL((await (await response).json()).link).pathname;
}

test('somebody is invited by a link, makes an account, joins, and switches between workspaces', async ({
  page,
  person,
  browser,
}) => {
  allowFailures('410 POST /api/invitations/read/', '404 POST /api/invitations/read/');
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'Ours');
  const path = await inviteByLink(page, 'Editor: can write and submit for review');
  await expectAccessible(page);
  const guest = await openAs(browser);
  await guest.goto(path);
  await expect(guest.getByRole('heading', { name: "Join Ada Byron's workspace" })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('link', { name: 'Create an account to accept' }).click();
  await guest.getByLabel('Email').fill(`guest-${Date.now()}@example.org`);
  await guest.getByLabel('Full Name').fill('Grace Hopper');
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('Confirm Password').fill(PASSWORD);
  await guest.getByRole('checkbox').check();
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('button', { name: 'Join as Grace Hopper' }).click();
  await expect(card(guest, 'Ours')).toBeVisible();

  const workspace = guest.getByRole('button', { name: /^Workspace: / });
  await expect(workspace).toHaveAccessibleName("Workspace: Ada Byron's workspace");
  // A tab stays in its workspace, whatever is chosen in another.
  const tab = await guest.context().newPage();
  await tab.goto('/content');
  await expect(card(tab, 'Ours')).toBeVisible();
  await workspace.click();
  await expectAccessible(guest);
  await guest.getByRole('menuitemradio', { name: "Grace Hopper's workspace" }).click();
  await expect(guest.getByText('No content items found.')).toBeVisible();
  await tab.reload();
  await expect(card(tab, 'Ours')).toBeVisible();
  await guest.reload();
  await expect(workspace).toHaveAccessibleName("Workspace: Grace Hopper's workspace");

  // The link is valid once.
  const late = await openAs(browser);
  await late.goto(path);
  await expect(late.getByRole('alert')).toContainText('has already been used');
  await late.goto('/invite/nonsense');
  await expect(late.getByRole('alert')).toContainText('Invalid invitation link.');
});

test('a role defines what is shown, and changes of it apply at once', async ({
  page,
  person,
  browser,
  request,
}) => {
  allowFailures(
    '403 POST /api/content/items/:id/workflow_transition/',
    'Error toast: Error You are not a member of this workspace.',
    // Her stream, where it is opened again before the page knows that she is removed.
    '403 GET /api/live/',
  );
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Ours', { status: 'review' });
  const path = await inviteByLink(page, 'Viewer: has view-only access');
  const grace = await register(request, 'Grace Hopper');
  const guest = await openAs(browser, grace);
  await guest.goto(path);
  await guest.getByRole('button', { name: 'Join as Grace Hopper' }).click();
  await expect(card(guest, 'Ours')).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Create Content' })).toHaveCount(0);
  await expect(
    guest.getByRole('button', { name: /^(Status|Delete|New folder|Actions for)/ }),
  ).toHaveCount(0);
  await card(guest, 'Ours').getByRole('link', { name: 'Ours', exact: true }).click();
  await expect(guest.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await guest.goto(`/content/edit/${id}`);
  await expect(guest.getByText('You have view-only access')).toBeVisible();
  await expectAccessible(guest);
  await guest.goto('/settings/members');
  await expect(guest.getByRole('rowheader')).toHaveText([
    /^ABAda Byron/,
    /^GHGrace Hopper \(you\)/,
  ]);
  await expect(guest.getByRole('columnheader')).toHaveText(['Member', 'Role']);
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveCount(0);

  await page.goto('/settings/members');
  await chooseOption(page.getByLabel('Role of Grace Hopper'), 'Approver');
  await expect(toast(page, 'Success', 'Grace Hopper is now an approver')).toBeVisible();
  await guest.goto(`/content/preview/${id}`);
  await guest.getByRole('button', { name: 'Approve' }).click();
  await expect(guest.getByRole('button', { name: 'Mark as Published' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Success', 'Grace Hopper was removed')).toBeVisible();
  // In her own workspace from now on, at the latest with her next action.
  await guest
    .getByRole('button', { name: 'Mark as Published' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await expect(guest.getByRole('button', { name: /^Workspace: / })).toHaveAccessibleName(
    "Workspace: Grace Hopper's workspace",
  );
});

test('invitations by mail, the settings of the workspace, transferring ownership and leaving', async ({
  page,
  person,
  browser,
  request,
}) => {
  allowFailures(
    '403 POST /api/invitations/',
    '400 POST /api/invitations/',
    '403 POST /api/content/workflow/approve/:id/',
    'Error toast: Error You can’t approve your own content in this workspace.',
  );
  const grace = await register(request, 'Grace Hopper');
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  const invite = dialog.getByRole('button', { name: 'Invite' });
  await dialog.getByLabel('Email').fill(grace.email);
  await invite.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Please confirm your own email address before you invite others by email.',
  );
  await prove(request, person);
  await invite.click();
  await expect(toast(page, 'Success', `Invitation sent to ${grace.email}`)).toBeVisible();
  // Its link is in the mail, and nowhere else.
  await expect(page.getByRole('button', { name: /^Copy the link for / })).toHaveCount(0);
  const open = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem');
  await expect(open).toHaveCount(1);
  const path = await inviteByLink(page, 'Admin: can do everything except transfer ownership');
  await expect(open).toHaveCount(2);
  await page
    .getByRole('button', { name: /^Revoke the invitation for / })
    .last()
    .click();
  await expect(open).toHaveCount(1);
  const guest = await openAs(browser, grace);
  await guest.goto(path);
  await guest.getByRole('button', { name: 'Join as Grace Hopper' }).click();
  await expect(guest.getByRole('button', { name: /^Workspace: Ada/ })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByLabel('Email').fill(grace.email);
  await invite.click();
  await expect(page.getByText('Grace Hopper is already a member.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Workspace' })
    .click();
  await page.getByLabel('Workspace name *').fill('Engine room');
  await page.getByLabel('Prevent authors from approving their own content').click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Engine room' })).toBeVisible();
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Mine', { status: 'review' });
  await page.goto(`/content/preview/${id}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Error', 'You can’t approve your own content')).toBeVisible();

  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Transfer ownership…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click();
  await expect(toast(page, 'Success', 'Grace Hopper now owns the workspace')).toBeVisible();
  await page.getByRole('button', { name: 'Leave the workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(
    page.getByRole('button', { name: "Workspace: Ada Byron's workspace" }),
  ).toBeVisible();
});

test('another workspace is created in the sidebar, and opened', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'Ours');
  await page.goto('/content');
  await expect(card(page, 'Ours')).toBeVisible();
  await page.getByRole('button', { name: /^Workspace: / }).click();
  await page.getByRole('menuitem', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Workspace' });
  await expect(dialog.getByRole('button', { name: 'Create Workspace' })).toBeDisabled();
  await expect(dialog.getByLabel('Workspace name *')).toBeFocused();
  await page.keyboard.type('A client');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Workspace: A client' })).toBeVisible();
  await expect(page.getByText('No content items found.')).toBeVisible();
  await page.getByRole('button', { name: /^Workspace: / }).click();
  await page.getByRole('menuitemradio', { name: "Ada Byron's workspace" }).click();
  await expect(card(page, 'Ours')).toBeVisible();
});

test('on a new device somebody lands where the content is, until they choose', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'Written together');
  const grace = await register(request, 'Grace Hopper');
  await join(request, person, grace, 'editor');
  const guest = await openAs(browser, grace);
  await guest.goto('/content');
  await expect(guest.getByText('Written together')).toBeVisible();
  await guest.getByRole('button', { name: /^Workspace:/ }).click();
  await guest
    .getByRole('menuitemradio', { name: 'Grace Hopper’s workspace' })
    .or(guest.getByRole('menuitemradio', { name: "Grace Hopper's workspace" }))
    .click();
  await expect(guest.getByRole('button', { name: /^Workspace: Grace/ })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('button', { name: /^Workspace: Grace/ })).toBeVisible();
  await page.close();
});

test('what is written in a tab goes to the workspace that the tab shows', async ({
  context,
  page,
  person,
  request,
}) => {
  const host = await register(request, 'Mara Lindholm');
  await join(request, host, person, 'editor');
  await page.goto('/content');
  await expect(page.getByRole('button', { name: /^Workspace: Ada/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/content');
  await other.getByRole('button', { name: /^Workspace: Ada/ }).click();
  await other.getByRole('menuitemradio').filter({ hasText: 'Mara' }).click();
  await expect(other.getByRole('button', { name: /^Workspace: Mara/ })).toBeVisible();
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Of Ada');
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await expect(folderRow(page, 'Of Ada')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Workspace: Ada/ })).toBeVisible();
  await expect(folderRow(other, 'Of Ada')).toHaveCount(0);
});

test('on a phone the settings begin where one is', async ({ page, person: _ }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/settings/members');
  const current = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', {
    name: 'Members',
  });
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(current).toHaveAttribute('aria-current', 'page');
});
