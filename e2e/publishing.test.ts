import type { Page } from '@playwright/test';
import {
  allowFailures,
  blockLiveEvents,
  card,
  chooseOption,
  expect,
  expectAccessible,
  join,
  openAs,
  type Person,
  register,
  test,
  toast,
} from './fixtures.ts';
import { known } from './outbox.ts';

/** Connects a practice account in the browser; returns its id. */
async function connectPractice(page: Page, name: string): Promise<number> {
  await page.goto('/social-accounts');
  await page.getByRole('button', { name: 'Add a practice account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Practice' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(toast(page, 'Success', `${name} is connected`)).toBeVisible();
  await expect(page).toHaveURL(/connected=\d+/);
  return Number(new URL(page.url()).searchParams.get('connected'));
}

/** The same over the API, with how it responds. */
async function practice(page: Page, { access }: Person, behaviour: object = {}) {
  const headers = { authorization: `Bearer ${access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  const { id } = await (await page.request.post('/api/channels/', { headers, data })).json();
  await page.request.put(`/api/practice/${id}/`, { headers, data: behaviour });
  return id as number;
}

/** Opens the publish dialog of a preview, and chooses a channel. */
async function choose(page: Page, item: number, channel = 'Harbour') {
  await page.goto(`/content/preview/${item}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: `${channel} on Practice` }).check();
  return dialog;
}

const publications = (page: Page) => page.getByRole('region', { name: 'Publications' });

test('a practice account is connected, a thread is scheduled, moved, and appears', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const [root] = await person.thread(folder.id, ['First of two', 'Second of two']);
  const id = await connectPractice(page, 'Harbour');
  await expect(page.getByRole('listitem').filter({ hasText: '1 Connected' })).toHaveCount(1);
  await expectAccessible(page);

  const dialog = await choose(page, root?.id ?? 0);
  await expect(dialog.getByText('2 parts · longest 13 / 500')).toBeVisible();
  await expect(dialog.getByText('Fine')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish now on Practice' })).toBeEnabled();
  await dialog.getByRole('radio', { name: 'Date and time' }).check();
  await chooseOption(dialog.getByLabel('Time zone'), 'Europe/Berlin');
  await dialog.getByRole('button', { name: 'Go to the Next Month' }).click();
  await dialog.getByRole('button', { name: / 15th, / }).click();
  await dialog.getByLabel('Time', { exact: true }).fill('09:00');
  await expect(dialog.getByText('This is the same in your time zone.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Schedule on Practice for .* 15 .*, 09:00$/ }).click();
  await expect(toast(page, 'Success', 'Scheduled on Practice for')).toBeVisible();
  await expect(publications(page)).toContainText('1 channel: 1 scheduled');
  await page.goto('/content');
  await expect(card(page, 'First of two')).toContainText('Scheduled');

  // Sent at once after all: the page follows by itself.
  await page.goto(`/content/preview/${root?.id}`);
  await publications(page)
    .getByRole('button', { name: 'More actions for Harbour on Practice' })
    .click();
  await page.getByRole('menuitem', { name: 'Publish now' }).click();
  await expect(publications(page)).toContainText('1 channel: 1 published');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Published');
  await expectAccessible(page);

  await page.goto(`/practice/${id}`);
  const posts = page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
  await expect(posts).toHaveCount(2);
  await expect(posts.first()).toContainText('Second of two');
  await expect(posts.first()).toContainText('a reply to the previous part');
  await expectAccessible(page);
});

test('what fails at part 3 needs attention, is mended, and goes on from there', async ({
  page,
  person,
}) => {
  allowFailures('Error toast: Publishing on Practice stopped');
  const folder = await person.folder('Launch');
  const parts = await person.thread(folder.id, ['One', 'Two', 'Three', 'Four']);
  await practice(page, person, { fault: 'refuse', position: 2, times: 1 });
  const dialog = await choose(page, parts[0]?.id ?? 0);
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(publications(page)).toContainText('Practice refused part 3');
  await expect(publications(page)).toContainText('2 of 4 published');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Needs attention, 1 thing to do' }).click();
  await expect(page.getByText('1 thing to do for 1 publication.')).toBeVisible();
  await expectAccessible(page);
  const row = page.getByRole('listitem', { name: /^Practice refused part 3/ });
  await row.getByRole('link', { name: 'Edit part 3' }).click();
  await expect(page.getByRole('region', { name: 'Publishing' })).toContainText(
    'Changes don’t affect what is out or in progress.',
  );
  // The reason is above the text, with what sends it again and leads back.
  const stopped = page.getByRole('region', { name: 'Stopped' });
  await expect(stopped).toContainText('Practice refused part 3');
  await page.getByLabel('Thread item 3').fill('Three, corrected');
  await expectAccessible(page);
  await stopped.getByRole('button', { name: 'Save and retry' }).click();
  await expect(page).toHaveURL('/attention');
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
  expect((await person.parts(parts[0]?.id ?? 0))[2]?.content).toBe('Three, corrected');
  await page.goto(`/content/preview/${parts[0]?.id}`);
  await expect(publications(page)).toContainText('1 channel: 1 published');
});

test('what stops while its editor is open says so there, as a failure', async ({
  page,
  person,
}) => {
  allowFailures('Error toast: Publishing on Practice stopped');
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Refused once');
  await practice(page, person, { fault: 'refuse', times: 1 });
  await page.goto('/content');
  await page.getByRole('link', { name: 'Refused once', exact: true }).click();
  await expect(page).toHaveURL(`/content/edit/${id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page
    .getByRole('dialog', { name: /^Publish/ })
    .getByRole('button', { name: 'Publish now on Practice' })
    .click();
  const stopped = page.getByRole('region', { name: 'Stopped' });
  await expect(stopped).toContainText('Practice refused');
  const failure = page.getByRole('listitem').filter({ hasText: 'Publishing on Practice stopped' });
  await expect(failure).toBeVisible();
  await stopped.getByRole('button', { name: 'Save and retry' }).click();
  await expect(stopped).toHaveCount(0);
});

test('a thread is customised for a network, by way of the publish dialog', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const [root] = await person.thread(folder.id, ['One', 'Two '.repeat(150)]);
  await practice(page, person);
  await page.goto(`/content/preview/${root?.id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(
    dialog.getByText('Part 2 is 100 characters over the limit for Practice.'),
  ).toBeVisible();
  await dialog.getByRole('link', { name: 'Customise for Practice' }).click();

  await expect(page).toHaveURL(`/content/edit/${root?.id}`);
  const own = (n: number) =>
    page.getByLabel(`Custom text for Practice instead of thread item ${n}`, { exact: true });
  await expect(own(1)).toHaveValue('One');
  await expect(own(1)).toBeFocused();
  await own(2).fill('');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await own(2).fill('Two, shorter');
  await page.getByRole('button', { name: 'Use the post’s text on Practice' }).first().click();
  await expect(own(1)).toHaveCount(0);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Customise for Practice' }).click();
  await own(1).fill('One, practised');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(/folder=/);

  await page.goto(`/content/preview/${root?.id}`);
  await page.getByRole('radio', { name: /^Practice.*custom text/ }).click();
  const post = page.getByRole('list', { name: 'As on Practice' }).getByRole('listitem').first();
  await expect(post).toContainText('One, practised');
  await expect(post).toContainText('Custom text for Practice');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'Text for Practice' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const again = await choose(page, root?.id ?? 0);
  await expect(again.getByText('Custom text')).toBeVisible();
  await again.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(publications(page)).toContainText('1 channel: 1 published');
});

test('an editor proposes, an approver approves, and it goes out', async ({
  browser,
  page,
  person,
  request,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Proposed by Grace');
  await practice(page, person);
  const grace = await register(request, 'Grace Hopper');
  const workspace = await join(request, person, grace, 'editor');
  const editor = await openAs(browser, grace, { workspace });
  await editor.goto(`/content/preview/${id}`);
  await editor.getByRole('button', { name: 'Publish…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Propose for Practice' }).click();
  await expect(
    toast(editor, 'Proposed', 'It will be scheduled once it is approved.'),
  ).toBeVisible();
  await expect(publications(editor)).toContainText('Waiting for approval');
  await expect(publications(editor)).toContainText('Proposed by Grace Hopper');

  await page.goto(`/content/preview/${id}`);
  await page
    .getByRole('region', { name: 'Status' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await expect(publications(page)).toContainText('1 channel: 1 published');
  await editor.close();
});

/** A post of which nobody knows whether the network has it; with its id. */
async function publishUnknown(page: Page, person: Person, fault: 'accept_and_drop' | 'drop') {
  allowFailures('Error toast: Publishing on Practice stopped');
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Is it there?');
  await practice(page, person, { fault, times: 1, hides_posts: true });
  const dialog = await choose(page, id);
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(publications(page)).toContainText('It isn’t known whether Practice published this.');
  return id;
}

test('of unknown outcome: a person says that it is there', async ({ page, person }) => {
  const id = await publishUnknown(page, person, 'accept_and_drop');
  await page.goto('/attention');
  await page.getByRole('button', { name: 'It was published' }).click();
  const there = page.getByRole('dialog', { name: 'It was published' });
  await expectAccessible(page);
  await there.getByLabel('Link to the post, if you have it').fill('https://example.org/post');
  await there.getByRole('button', { name: 'It was published' }).click();
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
  await page.goto(`/content/preview/${id}`);
  await expect(publications(page).getByRole('link', { name: 'Open' }).first()).toHaveAttribute(
    'href',
    'https://example.org/post',
  );
});

test('of unknown outcome: it is left by who has looked', async ({ page, person }) => {
  await publishUnknown(page, person, 'drop');
  const leave = async (answer: string) => {
    await publications(page)
      .getByRole('button', { name: /^More actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Leave it as it is' }).click();
    const question = page.getByRole('dialog', { name: 'Is it published?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: answer, exact: true }).click();
    await expect(question).toHaveCount(0);
  };
  await leave('Cancel');
  await expect(publications(page)).toContainText('1 stopped');
  await leave('It was not published');
  await expect(publications(page)).toContainText('1 cancelled');
});

test('what may be there is left by who has looked, whatever it stopped for', async ({
  page,
  person,
}) => {
  const headers = { authorization: `Bearer ${person.access}` };
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Is it there?');
  const channel = await practice(page, person, { fault: 'accept_and_hang', hang_ms: 4000 });
  const data = { channels: [channel] };
  await page.request.post(`/api/content/items/${id}/publications/`, { headers, data });
  await page.goto(`/content/preview/${id}`);
  await expect(publications(page)).toContainText('1 publishing');
  // The account is gone when the call ends, whose answer is lost.
  await page.request.delete(`/api/channels/${channel}/`, { headers });
  await expect(publications(page)).toContainText('1 stopped', { timeout: 20_000 });
  await expect(publications(page)).not.toContainText('It isn’t known whether');
  await publications(page)
    .getByRole('button', { name: /^More actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Leave it as it is' }).click();
  const question = page.getByRole('dialog', { name: 'Is it published?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'It was published', exact: true }).click();
  await expect(publications(page)).toContainText('1 published');
});

test('an account of Mastodon is connected there, and refused addresses are named', async ({
  page,
  person: _,
}) => {
  allowFailures('400 POST /api/channels/look-up/');
  await page.goto('/social-accounts');
  await page.getByRole('button', { name: 'Connect Mastodon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Mastodon' });
  await dialog.getByLabel('Server').fill('http://127.0.0.1:1');
  await expect(dialog).toContainText('No server answers at http://127.0.0.1:1.');
  await dialog.getByLabel('Server').fill(known().mastodon);
  await expect(dialog).toContainText('A fake server · 500 characters');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Continue to/ }).click();
  await expect(toast(page, 'Success', '@eve@')).toBeVisible();
  await expect(page).toHaveURL(/connected=\d+/);
  const account = page.getByRole('listitem').filter({ hasText: 'eve of Mastodon' }).last();
  await expect(account).toContainText('Connected');
  await account.getByRole('button', { name: /^More actions for @eve/ }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(account).toContainText('Not connected');
});

test('an account of Bluesky is connected by a login there, or by an app password', async ({
  page,
  person: _,
}) => {
  // As where PUBLIC_URL is an https address.
  await page.route('**/api/networks/', async (route) => {
    const response = await route.fetch();
    const networks: { network: string; ways: { fields: { name: string }[] }[] }[] =
      await response.json();
    const json = networks.map(({ ways, ...one }) => {
      const fields = ways[0]?.fields.filter(({ name }) => name !== 'password');
      const login = { way: 'login', label: 'Log in with Bluesky', by: 'redirect', fields };
      return {
        ...one,
        ways: one.network === 'bluesky' ? [{ ...login, missing: [] }, ...ways] : ways,
      };
    });
    await route.fulfill({ response, json });
  });
  await page.goto('/social-accounts');
  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Bluesky' });
  await expect(dialog.getByLabel('App password')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use an app password instead' }).click();
  await dialog.getByLabel('Handle').fill('ada.example.org');
  await expect(dialog.getByLabel('App password')).toBeVisible();
  await dialog.getByRole('button', { name: 'Log in with Bluesky instead' }).click();
  await expect(dialog.getByLabel('Handle')).toHaveValue('ada.example.org');

  const state = '00000000-0000-4000-8000-000000000000';
  const refused = new URLSearchParams({
    error: 'access_denied',
    error_description: 'Not allowed',
    state,
  });
  let sent: unknown;
  await page.route('**/api/channels/authorize/', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { url: `/social-accounts/callback?${refused}`, state } });
  });
  await dialog.getByRole('button', { name: 'Continue to Bluesky' }).click();
  await expect(page.getByText('Not allowed')).toBeVisible();
  expect(sent).toEqual({
    network: 'bluesky',
    way: 'login',
    fields: { handle: 'ada.example.org', service: '' },
  });

  // What this tab has not begun, or has ended, shows nothing of its address.
  await page.goto(`/social-accounts/callback?${refused}`);
  await expect(page.getByText('The network did not allow the connection.')).toBeVisible();
  await expect(page.getByText('Not allowed')).toHaveCount(0);
});

test('several posts are scheduled at once, and what does not fit is left out by name', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'Short enough');
  await person.item(folder.id, 'x'.repeat(501));
  await practice(page, person);
  await page.goto(`/content?folder=${folder.id}`);
  await page
    .getByRole('button', { name: /Multi|Select/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: /Short enough/ }).check();
  await page.getByRole('checkbox', { name: /xxx/ }).check();
  await page
    .getByRole('toolbar', { name: 'Bulk actions' })
    .getByRole('button', { name: 'Publish…' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('radio', { name: 'Date and time' }).check();
  await dialog.getByRole('button', { name: /^Schedule on Practice/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    '1 post of 2 left out: The text is 1 character over the limit for Practice.',
  );
});

test('an approval names accounts and times, and what is archived can be cancelled with it', async ({
  page,
  person,
  request,
}) => {
  const folder = await person.folder('Launch');
  const channel = await practice(page, person);
  const { id: item } = await person.item(folder.id, 'Proposed by an editor');
  const editor = await register(request, 'Grace Hopper');
  const workspace = await join(request, person, editor, 'editor');
  const headers = { authorization: `Bearer ${editor.access}`, 'x-workspace': String(workspace) };
  const at = '2030-01-07T09:00:00Z';
  const proposed = await request.post(`/api/content/items/${item}/publications/`, {
    headers,
    data: { channels: [channel], at },
  });
  const [{ id }] = await proposed.json();

  allowFailures(
    '409 POST /api/content/workflow/approve/:id/',
    'Error toast: Error The proposals have changed',
  );
  await blockLiveEvents(page);
  await page.goto('/content');
  await page.getByRole('link', { name: 'Review, 1 waiting' }).click();
  const schedules = page.getByRole('region', { name: 'Scheduled on approval' });
  await expect(schedules).toContainText('HarbourPractice');
  await expect(schedules).toContainText('Mon 7 Jan 2030, 09:00');
  await expectAccessible(page);
  // It is moved after it was read.
  const data = { at: '2030-01-07T12:00:00Z' };
  await request.put(`/api/publications/${id}/`, { headers, data });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(
    toast(page, 'Error', 'The proposals have changed since you read them: the time for Harbour.'),
  ).toBeVisible();
  await expect(schedules).toContainText('12:00');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();

  // Archived, it is still scheduled: the toast says so, and cancels it.
  await page.getByRole('link', { name: 'Content', exact: true }).first().click();
  await card(page, 'Proposed by an editor').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(
    toast(page, 'Success', 'Item updated successfully. It is still scheduled.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await expect(toast(page, 'Success', '1 publication cancelled')).toBeVisible();
});
