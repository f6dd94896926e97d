import {
  allowFailures,
  blockLiveEvents,
  expect,
  expectAccessible,
  hold,
  test,
  toast,
} from './fixtures.ts';

test('a draft is submitted, rejected with a reason, submitted again and approved', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'We open on the first of May.');
  await page.goto(`/content/preview/${id}`);
  const status = page.getByRole('region', { name: 'Status' });
  await status.getByLabel('Comment').fill('Is the date right?');
  await status.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(toast(page, 'Success', 'Submitted for review')).toBeVisible();
  await expect(status).toContainText('Ada Byron requested a review just now');
  await expect(status).toContainText('Is the date right?');
  await expectAccessible(page);

  await page.goto('/content');
  await page.getByRole('link', { name: 'Review, 1 waiting' }).click();
  await expect(page).toHaveURL('/content/review');
  const card = page.getByRole('article', { name: 'We open on the first of May.' });
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(card).toContainText('Please say what should be changed');
  await card.getByLabel('Reason').fill('It is the second.');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Success', 'Rejected; it is a draft again')).toBeVisible();
  await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();

  // In the editor, beside the text.
  await page.goto(`/content/edit/${id}`);
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('Ada Byron rejected it just now');
  await expect(review).toContainText('It is the second.');
  const save = await hold(page, '**/api/content/items/*/', 'PUT');
  await page.getByLabel('Content *').fill('We open on the second of May.');
  await expect(review).toContainText('Save what you wrote first.');
  await expect(review.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  save();
  await expect(page).toHaveURL(`/content?folder=${folder.id}`);

  await page.goto(`/content/edit/${id}`);
  await review.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(review.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveAttribute('data-value', 'review');
  await review.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Success', 'Approved')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveAttribute('data-value', 'approved');
  await expectAccessible(page);

  // That text is approved: another is not.
  await page.getByLabel('Content *').fill('We open on the third of May.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'The approval was for the previous text')).toBeVisible();
  await page.goto(`/content/preview/${id}`);
  await expect(status.getByText('Draft', { exact: true })).toBeVisible();
  await status.getByText('Earlier activity').click();
  await expect(status).toContainText('Ada Byron approved it');
});

test('a late decision shows the earlier one', async ({ page, person, request }) => {
  allowFailures(
    '409 POST /api/content/workflow/reject/:id/',
    'Error toast: Error This request has already been approved by Ada Byron.',
  );
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Decided twice', { status: 'review' });
  await blockLiveEvents(page);
  await page.goto('/content/review');
  const card = page.getByRole('article', { name: 'Decided twice' });
  await expect(card).toBeVisible();
  const headers = { authorization: `Bearer ${person.access}` };
  const [waiting] = await (
    await request.get(`/api/content/items/${id}/transitions/`, { headers })
  ).json();
  await request.post(`/api/content/workflow/approve/${waiting.id}/`, { headers, data: {} });
  await card.getByRole('button', { name: 'Reject' }).click();
  await card.getByLabel('Reason').fill('Not like this');
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(
    toast(page, 'Error', 'This request has already been approved by Ada Byron.'),
  ).toBeVisible();
  await expect(card.getByLabel('Reason')).toHaveValue('Not like this');
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
  expect((await person.items())[0]?.status).toBe('approved');
});

test('a text that was changed after it was read is not approved', async ({ page, person }) => {
  allowFailures('409 POST /api/content/workflow/approve/:id/', 'Error toast: Error Item ');
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Read by you', { status: 'review' });
  await blockLiveEvents(page);
  await page.goto('/content/review');
  await expect(page.getByRole('article').getByText('Read by you')).toBeVisible();
  await person.update(id, { content: 'Written behind your back' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Error', 'has been changed since you read it')).toBeVisible();
  await expect(page.getByRole('article').getByText('Written behind your back')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Success', 'Approved')).toBeVisible();
});

test('a name that was changed after it was read is not approved unseen', async ({
  page,
  person,
  request,
}) => {
  allowFailures('409 POST /api/content/workflow/approve/:id/', 'Error toast: Error The names or');
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'By {{author}}', { status: 'review' });
  await blockLiveEvents(page);
  await page.goto('/content/review');
  const added = page.getByRole('region', { name: 'Added to the text' });
  await expect(added).toContainText('Author: Ada Byron');
  await expect(added).not.toContainText('Changed');
  await expectAccessible(page);
  const headers = { authorization: `Bearer ${person.access}` };
  await request.put('/api/users/me/', { headers, data: { name: 'Buy now' } });
  await page.getByRole('button', { name: 'Approve' }).click();
  const changed = 'The names or endings that are added to the text have changed since you read';
  await expect(toast(page, 'Error', changed)).toBeVisible();
  await expect(added).toContainText('Author: Buy now Changed');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Success', 'Approved')).toBeVisible();
});

test('in the editor nothing can be typed during a transition, and changes of others are taken over', async ({
  page,
  person,
}) => {
  allowFailures('409 POST /api/content/workflow/approve/:id/', 'Error toast: Error Item ');
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'A text');
  await blockLiveEvents(page);
  await page.goto(`/content/edit/${id}`);
  const review = page.getByRole('region', { name: 'Review' });
  const respond = await hold(page, '**/workflow_transition/');
  await review.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(page.getByLabel('Content *')).not.toBeEditable();
  respond();
  await expect(review.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(page.getByLabel('Content *')).toBeEditable();
  await person.update(id, { content: 'Somebody else’s text' });
  await review.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Error', 'has been changed since you read it')).toBeVisible();
  await expect(page.getByLabel('Content *')).toHaveValue('Somebody else’s text');
  await review.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Success', 'Approved')).toBeVisible();
});

test('the queue is worked off by keyboard: the next one follows, and a decision can be undone', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'The first text', { status: 'review' });
  await person.thread(folder.id, ['The second text', 'Its reply'], { status: 'review' });
  await person.item(folder.id, 'The third text', { status: 'review', tags: ['spring'] });
  await page.goto('/content/review');
  const list = page.getByRole('list', { name: 'Waiting for review' });
  await expect(list.getByRole('button')).toHaveCount(3);
  await expectAccessible(page);
  const shown = (name: string) => expect(page.getByRole('article', { name })).toBeVisible();
  await shown('The first text');
  await page.keyboard.press('j');
  await shown('The second text');
  await expect(page.getByRole('list', { name: 'Parts' }).getByRole('listitem')).toHaveText([
    /The second text/,
    /Its reply/,
  ]);
  await expect(list.getByRole('button', { name: 'The second text' })).toBeFocused();
  // Each key counts from what the one before has chosen.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await shown('The third text');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await shown('The first text');

  await page.keyboard.press('a');
  await shown('The second text');
  await expect(list.getByRole('button')).toHaveCount(2);
  await toast(page, 'Success', 'Approved').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Success', 'Back in review')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(3);

  await page.keyboard.press('r');
  const reason = page.getByLabel('Reason');
  await expect(reason).toBeFocused();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('A reason is needed to reject')).toBeVisible();
  await reason.fill('Two parts are one too many');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await shown('The third text');
  await expect(list.getByRole('button')).toHaveCount(2);

  // What was changed since the last decision is marked.
  const [root] = (await person.items()).filter(({ content }) => content === 'The second text');
  await person.update(root?.id ?? 0, { content: 'The second text, shorter' });
  await person.update(root?.id ?? 0, { status: 'review' });
  await page.goto('/content/review');
  await list.getByRole('button', { name: 'The second text' }).click();
  await page.getByRole('button', { name: 'Changes' }).click();
  await expect(page.getByText('Since Ada Byron rejected it just now')).toBeVisible();
  await expect(page.locator('ins')).toHaveText([', shorter']);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('article', { name: 'Part 2' })).toContainText('Its reply');
  await expectAccessible(page);
});

test('on a phone a review is a page of its own', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'The first text', { status: 'review' });
  await person.item(folder.id, 'The second text', { status: 'review' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/content/review');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  await page.getByRole('button', { name: 'The first text' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('article', { name: 'The second text' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Waiting for review' })).toBeVisible();
});

test('however many were decided on, Back leads to the page before', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  await person.item(folder.id, 'The first text', { status: 'review' });
  await person.item(folder.id, 'The second text', { status: 'review' });
  await page.goto('/content');
  await page.getByRole('link', { name: 'Review, 2 waiting' }).click();
  for (const name of ['The first text', 'The second text']) {
    await expect(page.getByRole('article', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
  }
  await expect(page.getByText('Nothing is waiting for review.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/content');
});

test('the settings show what a stricter policy stops, before it is saved', async ({
  page,
  person,
}) => {
  const headers = { authorization: `Bearer ${person.access}` };
  const { id: folder } = await person.folder('Launch');
  const harbour = { network: 'practice', fields: { name: 'Harbour' } };
  const made = await page.request.post('/api/channels/', { headers, data: harbour });
  const { id: channel } = await made.json();
  for (let day = 10; day < 32; day++) {
    const { id } = await person.item(folder, `Never approved on day ${day}`);
    const data = { channels: [channel], at: `2030-01-${day}T09:00:00Z` };
    await page.request.post(`/api/content/items/${id}/publications/`, { headers, data });
  }
  await page.goto('/settings/workspace');
  const approvedOnly = page.getByRole('checkbox', { name: 'Publish approved texts only' });
  const prevent = page.getByRole('checkbox', { name: 'Prevent authors from approving' });
  const stops = page.getByRole('list', { name: 'Posts that will stop' });
  const warning = page
    .getByRole('status')
    .filter({ hasText: '22 scheduled posts aren’t approved yet and will stop at their times:' });
  for (const box of [prevent, approvedOnly]) {
    await expect(stops).toHaveCount(0);
    await box.check();
    await expect(warning).toBeVisible();
    await expect(stops.getByRole('listitem')).toHaveCount(21);
    await expect(stops.getByRole('listitem').last()).toHaveText('and 2 more');
    await expectAccessible(page);
    await box.uncheck();
    await expect(warning).toHaveCount(0);
  }
  await approvedOnly.check();
  await expect(stops.getByRole('listitem').first()).toContainText('Harbour on Practice');
  await expect(stops.getByRole('listitem').first()).toContainText('Thu 10 Jan 2030, 09:00');
  // Saved, it is in force: nothing is asked about any more.
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(stops).toHaveCount(0);
  await prevent.check();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  await expect(stops).toHaveCount(0);
  await prevent.uncheck();
  await approvedOnly.uncheck();
  // What is chosen while it is saved stays.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/workspace/', async (route) => {
    if (route.request().method() === 'PUT') await isAnswered;
    await route.continue();
  });
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await approvedOnly.check();
  answer();
  await saved;
  await expect(stops.getByRole('listitem')).toHaveCount(21);
  await expect(approvedOnly).toBeChecked();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await stops.getByRole('link', { name: 'Never approved on day 10' }).click();
  await expect(page).toHaveURL(/\/content\/preview\/\d+/);
});
