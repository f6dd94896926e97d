import type { APIRequestContext, Browser, Page } from '@playwright/test';
import {
  allowFailures,
  card,
  chooseOption,
  expect,
  expectAccessible,
  join,
  openAs,
  type Person,
  prove,
  register,
  test,
  toast,
} from './fixtures.ts';
import { RESTARTED_PORT } from './ports.ts';
import { startProcess } from './process.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const notificationsOf = (page: Page) => panel(page).getByRole('listitem');
const unread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(
    count ? `Notifications, ${count} unread` : 'Notifications',
  );

/** Grace, a member of Ada's workspace, uses the other process. */
async function colleague(
  browser: Browser,
  request: APIRequestContext,
  ada: Person,
  role = 'approver',
) {
  const grace = await register(request, 'Grace Hopper');
  const workspace = await join(request, ada, grace, role);
  const page = await openAs(browser, grace, { second: true, workspace });
  const headers = { authorization: `Bearer ${grace.access}`, 'x-workspace': String(workspace) };
  const change = (id: number, data: object) =>
    request.put(`/api/content/items/${id}/`, { headers, data });
  return { ...grace, page, headers, change };
}

test('from the invitation to the approval, each sees at once what the other does', async ({
  page,
  person,
  browser,
  request,
}) => {
  const grace = await register(request, 'Grace Hopper');
  for (const someone of [person, grace]) await prove(request, someone);
  const guest = await openAs(browser, grace, { second: true });
  await guest.goto('/content');
  await unread(guest, 0);
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await invite.getByLabel('Email').fill(grace.email);
  await chooseOption(
    invite.getByLabel('Role', { exact: true }),
    'Approver: can write, approve and publish',
  );
  await invite.getByRole('button', { name: 'Invite' }).click();

  await unread(guest, 1);
  await bell(guest).click();
  await expectAccessible(guest);
  await panel(guest)
    .getByRole('button', { name: "Unread: Ada Byron invited you to Ada Byron's workspace" })
    .click();
  await guest.getByRole('button', { name: 'Join as Grace Hopper' }).click();
  await expect(
    guest.getByRole('button', { name: "Workspace: Ada Byron's workspace" }),
  ).toBeVisible();
  await unread(guest, 0);

  // Notified, and the list of members is updated, too.
  await unread(page, 1);
  await expect(page.getByRole('rowheader')).toHaveCount(2);

  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'The doors are open', { description: 'Opening' });
  await page.goto(`/content/preview/${id}`);
  await page.getByLabel('Comment', { exact: true }).fill('Is the date right?');
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await unread(guest, 1);
  await guest.keyboard.press('n');
  await expect(notificationsOf(guest)).toHaveCount(2);
  await guest.keyboard.press('ArrowDown');
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('heading', { level: 1, name: 'Opening' })).toBeVisible();

  // By keyboard alone: a member is selected, and the comment sent.
  await guest.getByLabel('Comment on this text').focus();
  await guest.keyboard.type('It is the second, @by');
  await expect(guest.getByRole('option', { name: 'Ada Byron' })).toBeVisible();
  await guest.keyboard.press('Enter');
  await guest.keyboard.type('is it not?');
  await expectAccessible(guest);
  await guest.keyboard.press('Control+Enter');
  await expect(guest.getByText('It is the second, @Ada Byron is it not?')).toBeVisible();
  await expect(page.getByText('It is the second, @Ada Byron is it not?')).toBeVisible();
  await unread(page, 2);

  await page.getByRole('button', { name: 'Reply' }).click();
  await page.getByLabel('Reply').fill('You are right');
  await page.getByRole('button', { name: 'Reply' }).click();
  await expect(guest.getByText('You are right')).toBeVisible();
  await guest.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Resolved by Grace Hopper')).toBeVisible();
  await guest.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('button', { name: 'Mark as Published' })).toBeVisible();
  await unread(page, 3);
  await bell(page).click();
  await expect(notificationsOf(page)).toHaveCount(3);
  await expect(notificationsOf(page).first()).toContainText(
    "Unread: Grace Hopper approved 'Opening'",
  );
  await expectAccessible(page);
});

test('an open list follows changes of other members, and typed text stays', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launch');
  const grace = await colleague(browser, request, person);
  await page.goto(`/content?folder=${folder.id}`);
  await expect(page.getByText('No content items found.')).toBeVisible();
  const created = await request.post('/api/content/items/', {
    headers: grace.headers,
    data: { folder: folder.id, content: 'Written by Grace' },
  });
  const { id } = await created.json();
  await expect(card(page, 'Written by Grace')).toBeVisible();
  await page.getByRole('link', { name: /^Create Content/ }).focus();
  await page.getByPlaceholder('Search content...').pressSequentially('Written');
  await grace.change(id, { status: 'review' });
  await expect(
    card(page, 'Written by Grace').getByRole('button', { name: /Review/ }),
  ).toBeVisible();
  await expect(page.getByPlaceholder('Search content...')).toHaveValue('Written');
  await expect(page.getByPlaceholder('Search content...')).toBeFocused();
  await request.delete(`/api/content/items/${id}/`, { headers: grace.headers });
  await expect(card(page, 'Written by Grace')).toHaveCount(0);
  await request.post('/api/content/folders/', {
    headers: grace.headers,
    data: { name: 'Of Grace' },
  });
  await expect(page.getByText('Of Grace')).toBeVisible();
});

test('a draft of a comment stays when somebody else decides', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launch');
  const [one, two] = [
    await person.item(folder.id, 'The first text', { status: 'review' }),
    await person.item(folder.id, 'The second text', { status: 'review' }),
  ];
  const grace = await colleague(browser, request, person);
  await page.goto('/content/review');
  const first = page.getByRole('article', { name: 'The first text' });
  await first.getByRole('button', { name: 'Reject' }).click();
  await first.getByLabel('Reason').fill('A long reason why not');
  await grace.change(one.id, { status: 'archived' });
  await grace.change(two.id, { status: 'archived' });
  await expect(page.getByRole('button', { name: 'The second text' })).toHaveCount(0);
  await expect(first.getByLabel('Reason')).toHaveValue('A long reason why not');
  await expectAccessible(page);
  await first.getByRole('button', { name: 'Dismiss' }).click();
  await expect(first).toHaveCount(0);
});

test('two people who have the same text open see each other, and lose nothing', async ({
  page,
  person,
  browser,
  request,
}) => {
  allowFailures(
    '404 PUT /api/content/items/:id/presence/',
    '404 GET /api/content/items/:id/transitions/',
    '404 GET /api/content/items/:id/thread/',
    // Where it is saved by itself before the event arrives.
    '409 PUT /api/content/items/:id/',
  );
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'As it was');
  const grace = await colleague(browser, request, person);
  await page.goto(`/content/edit/${id}`);
  await grace.page.goto(`/content/edit/${id}`);
  await expect(page.getByText('Also open: Grace Hopper')).toBeVisible();
  await expect(grace.page.getByText('Also open: Ada Byron')).toBeVisible();

  // Untouched fields follow.
  await grace.page.getByLabel('Content *').fill('As Grace wants it');
  await grace.page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByLabel('Content *')).toHaveValue('As Grace wants it');
  await expect(page.getByText('Also open')).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // Edited text does not; both texts are offered.
  await page.getByLabel('Content *').fill('As Ada wants it');
  await grace.change(id, { content: 'As Grace wants it after all', tags: ['checked'] });
  await expect(page.getByText('Someone saved another version.')).toBeVisible();
  await expect(page.getByLabel('Content *')).toHaveValue('As Ada wants it');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'This content was changed in the meantime' });
  await expect(dialog.getByRole('region', { name: 'The saved text' })).toContainText(
    'As Grace wants it after all',
  );
  await dialog.getByRole('button', { name: 'Save your text' }).click();
  await expect(toast(page, 'Success', 'Item updated successfully')).toBeVisible();
  // Her tag, which Ada had not seen, is not undone.
  expect((await person.items())[0]).toMatchObject({
    content: 'As Ada wants it',
    tags: ['checked'],
  });

  await page.goto(`/content/edit/${id}`);
  await page.getByLabel('Content *').fill('More of Ada');
  await request.delete(`/api/content/items/${id}/`, { headers: grace.headers });
  await expect(
    page.getByText('Someone deleted this content. The text is still here.'),
  ).toBeVisible();
  await expect(page.getByLabel('Content *')).toHaveValue('More of Ada');
  await page.getByRole('button', { name: 'Save as new' }).click();
  await expect(toast(page, 'Success', 'Item created successfully')).toBeVisible();
  await expect(card(page, 'More of Ada')).toBeVisible();
});

test('the scroll position stays when somebody adds something above', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  for (let n = 1; n <= 40; n++) await person.item(folder.id, `Item number ${n}`);
  await page.goto('/content');
  await expect(card(page, 'Item number 40')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 2000));
  const reading = card(page, 'Item number 17');
  await expect(reading).toBeInViewport();
  const place = async () => (await reading.boundingBox())?.y;
  const before = await place();
  await person.item(folder.id, 'Something new');
  await expect(page.getByRole('main').getByText('41 items', { exact: true }).last()).toBeAttached();
  expect(await place()).toBe(before);
});

test('a draft of a comment belongs to its text, and stays whatever others do', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launch');
  const [one, two] = [
    await person.item(folder.id, 'The first text'),
    await person.item(folder.id, 'The second text'),
  ];
  const grace = await colleague(browser, request, person);
  const headers = { authorization: `Bearer ${person.access}` };
  const said = await request.post(`/api/content/items/${one.id}/comments/`, {
    headers,
    data: { text: 'Frist' },
  });
  const { id } = await said.json();
  const field = page.getByLabel('Comment on this text');
  await page.goto(`/content/preview/${one.id}`);
  await field.fill('For the first');
  await request.post(`/api/content/items/${two.id}/comments/`, {
    headers: grace.headers,
    data: { text: 'Look here' },
  });
  await unread(page, 2);
  await bell(page).click();
  await notificationsOf(page)
    .first()
    .getByRole('button', { name: /^Unread: Grace Hopper commented/ })
    .click();
  await expect(page.getByText('Look here')).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill('For the second');
  await page.goBack();
  await expect(field).toHaveValue('For the first');

  await page.getByRole('button', { name: 'Actions for the comment of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = page.getByLabel('Change the comment');
  await expect(edited).toBeFocused();
  await edited.fill('First, and much more');
  await request.post(`/api/content/comments/${id}/resolve/`, { headers: grace.headers });
  await expect(page.getByText('Resolved by Grace Hopper')).toBeVisible();
  await expect(edited).toHaveValue('First, and much more');
  await expect(edited).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('First, and much more')).toBeVisible();
  await expect(page.getByText('edited')).toBeVisible();
});

test('the panel: read, read all, delete by keyboard, and in every tab the same', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launch');
  const grace = await colleague(browser, request, person);
  for (const content of ['One', 'Two', 'Three']) {
    const { id } = await person.item(folder.id, content, { status: 'review' });
    await grace.change(id, { status: 'approved' });
  }
  await page.goto('/content');
  const tab = await page.context().newPage();
  await tab.goto('/content');
  // And that she joined.
  await unread(page, 4);
  await unread(tab, 4);
  await page.keyboard.press('n');
  await expect(notificationsOf(page)).toHaveCount(4);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(
    panel(page).getByRole('button', { name: "Unread: Grace Hopper approved 'Two'" }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notificationsOf(page)).toHaveCount(3);
  await expect(
    panel(page).getByRole('button', { name: "Unread: Grace Hopper approved 'One'" }),
  ).toBeFocused();
  await unread(tab, 3);
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
  await unread(page, 0);
  await unread(tab, 0);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);

  await bell(page).click();
  await panel(page).getByRole('link', { name: 'Notification settings' }).click();
  const settings = page.getByRole('region', { name: 'Notifications', exact: true });
  const approvals = settings.getByRole('checkbox', {
    name: 'Your content was approved: In the app',
  });
  await expect(approvals).toBeInViewport();
  await expect(approvals).toBeChecked();
  await approvals.click();
  await expect(approvals).not.toBeChecked();
  await expectAccessible(page);
  await page.reload();
  await expect(approvals).not.toBeChecked();
  const { id } = await person.item(folder.id, 'Four', { status: 'review' });
  await grace.change(id, { status: 'approved' });
  await grace.change(id, { status: 'draft' });
  const comment = { headers: grace.headers, data: { text: 'Told of this, and not of that' } };
  await request.post(`/api/content/items/${id}/comments/`, comment);
  await unread(page, 1);
});

test('comments are edited, deleted and reopened; viewers read them', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'The text');
  const grace = await colleague(browser, request, person, 'viewer');
  await page.goto(`/content/edit/${id}`);
  const comments = page.getByRole('region', { name: 'Comments' });
  const open = () => page.getByRole('button', { name: 'Comments' }).click();
  await open();
  await comments.getByLabel('Comment on this text').fill('Frist');
  await comments.getByRole('button', { name: 'Comment' }).click();
  await expect(toast(page, 'Success', 'Comment added')).toBeVisible();
  await grace.page.goto(`/content/preview/${id}`);
  await expect(grace.page.getByText('Frist')).toBeVisible();
  await expect(grace.page.getByRole('button', { name: /Reply|Resolve|Actions/ })).toHaveCount(0);
  await expect(grace.page.getByLabel('Comment on this text')).toHaveCount(0);

  await comments.getByRole('button', { name: 'Actions for the comment of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(comments.getByLabel('Change the comment')).toBeFocused();
  await comments.getByLabel('Change the comment').fill('First');
  await comments.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(grace.page.getByText('First')).toBeVisible();
  await expect(comments.getByText('edited')).toBeVisible();
  await comments.getByRole('button', { name: 'Resolve' }).click();
  await expect(comments.getByText('Resolved by Ada Byron')).toBeVisible();
  await expect(comments.getByRole('button', { name: 'Reopen' })).toBeFocused();
  await page.reload();
  await open();
  await comments.getByRole('button', { name: 'Resolved: Ada Byron, First' }).click();
  await comments.getByRole('button', { name: 'Reopen' }).click();
  await expect(comments.getByRole('button', { name: 'Resolve' })).toBeVisible();

  // An unsent comment stays, whatever else is opened meanwhile.
  await comments.getByLabel('Comment on this text').fill('Half a thou');
  await page.goto('/content');
  await page.goto(`/content/edit/${id}`);
  await open();
  await expect(comments.getByLabel('Comment on this text')).toHaveValue('Half a thou');
  await comments.getByRole('button', { name: 'Actions for the comment of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Success', 'Comment deleted')).toBeVisible();
  await expect(grace.page.getByText('First')).toHaveCount(0);
});

test('a page says when it hears of no changes, and follows them again after a restart of the server', async ({
  browser,
  person,
}) => {
  allowFailures(
    // From the server that is stopping, and from none.
    '503 GET',
    'net::ERR_CONNECTION_REFUSED',
    'net::ERR_CONNECTION_RESET',
    'net::ERR_EMPTY_RESPONSE',
    'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
    // Whatever the page fetches again meanwhile.
    'Error toast: Error Failed to fetch items',
    'Error toast: Error Failed to fetch folders',
  );
  const base = `http://127.0.0.1:${RESTARTED_PORT}`;
  const folder = await person.folder('Launch');
  const server = await startProcess(base);
  // Nobody has notified her of anything yet.
  const page = await openAs(browser, person, { base });
  await page.clock.install();
  const connected = page.waitForResponse(/\/api\/live\//);
  await page.goto('/content');
  await connected;
  await expect(page.getByText('No content items found.')).toBeVisible();
  const notice = page.getByText('Not connected: changes by others will appear');
  await expect(notice).toHaveCount(0);
  await server.stop();
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(notice).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await person.item(folder.id, 'Written meanwhile');
  const again = await startProcess(base);
  // It waits 7.5 seconds at most between two attempts. The clock goes on by itself after that: to
  // move it again would end an attempt that is under way.
  await page.clock.fastForward(8000);
  await expect(notice).toHaveCount(0);
  await expect(card(page, 'Written meanwhile')).toBeVisible();
  await person.item(folder.id, 'Written afterwards');
  await expect(card(page, 'Written afterwards')).toBeVisible();
  await page.close();
  await again.stop();
});

test('two write different parts of one thread, and nobody is asked', async ({
  page,
  person,
  browser,
  request,
}) => {
  const folder = await person.folder('Team');
  // Not saved by itself: who saves first is certain.
  const [root] = await person.thread(folder.id, ['One', 'Two', 'Three'], { status: 'review' });
  const grace = await colleague(browser, request, person);
  const part = (of: Page, number: number) =>
    of.getByRole('textbox', { name: `Thread item ${number}`, exact: true });
  for (const each of [page, grace.page]) await each.goto(`/content/edit/${root?.id}`);
  await expect(part(page, 1)).toHaveValue('One');
  await expect(part(grace.page, 2)).toHaveValue('Two');
  await part(page, 1).fill('One of Ada');
  await part(grace.page, 2).fill('Two of Grace');
  await grace.page.keyboard.press('Control+s');
  const merged = 'Someone’s changes to part 2 were merged with yours';
  await expect(toast(page, 'Success', merged)).toBeVisible();
  await expect(part(page, 2)).toHaveValue('Two of Grace');
  await expect(part(page, 1)).toHaveValue('One of Ada');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(/\/content(\?|$)/);
  await expect(part(grace.page, 1)).toHaveValue('One of Ada');
  const saved = await person.parts(root?.id ?? 0);
  expect(saved.map(({ content }) => content)).toEqual(['One of Ada', 'Two of Grace', 'Three']);
});
