import { blockLiveEvents, expect, expectAccessible, test, toast } from './fixtures.ts';

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
  await expect(status).toContainText('Ada Byron asked for a review just now');
  await expect(status).toContainText('Is the date right?');
  await expectAccessible(page);

  await page.goto('/content');
  await page.getByRole('link', { name: 'Review 1 waiting' }).click();
  await expect(page).toHaveURL('/content/review');
  const card = page.getByRole('article', { name: 'We open on the first of May.' });
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(card).toContainText('Please say what should be changed');
  await card.getByLabel('Comment').fill('It is the second.');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Success', 'Rejected; it is a draft again')).toBeVisible();
  await expect(page.getByText('No pending reviews')).toBeVisible();

  // In the editor, beside the text.
  await page.goto(`/content/edit/${id}`);
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('Ada Byron rejected it just now');
  await expect(review).toContainText('It is the second.');
  await page.getByLabel('Content *').fill('We open on the second of May.');
  await expect(review).toContainText('Save what you wrote first.');
  await expect(review.getByRole('button')).toHaveText(['History']);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(`/content?folder=${folder.id}`);

  await page.goto(`/content/edit/${id}`);
  await review.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(review.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('review');
  await review.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Success', 'Approved')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('approved');
  await expectAccessible(page);

  // That text is approved: another is not.
  await page.getByLabel('Content *').fill('We open on the third of May.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'The approval was of the former text')).toBeVisible();
  await page.goto(`/content/preview/${id}`);
  await expect(status.getByText('Draft', { exact: true })).toBeVisible();
  await status.getByText('Earlier activity').click();
  await expect(status).toContainText('Ada Byron approved it');
});

test('a late decision shows the earlier one', async ({ page, person, request }) => {
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
  await card.getByLabel('Comment').fill('Not like this');
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(
    toast(page, 'Error', 'This request has been approved already by Ada Byron.'),
  ).toBeVisible();
  await expect(card.getByLabel('Comment')).toHaveValue('Not like this');
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('No pending reviews')).toBeVisible();
  expect((await person.items())[0]?.status).toBe('approved');
});

test('a text that was changed after it was read is not approved', async ({ page, person }) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'Read by you', { status: 'review' });
  await blockLiveEvents(page);
  await page.goto('/content/review');
  await expect(page.getByText('Read by you')).toHaveCount(2);
  await person.update(id, { content: 'Written behind your back' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Error', 'has been changed since you read it')).toBeVisible();
  await expect(page.getByText('Written behind your back')).toHaveCount(2);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Success', 'Approved')).toBeVisible();
});

test('in the editor nothing can be typed during a transition, and changes of others are taken over', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Launch');
  const { id } = await person.item(folder.id, 'A text');
  await blockLiveEvents(page);
  await page.goto(`/content/edit/${id}`);
  const review = page.getByRole('region', { name: 'Review' });
  let respond = () => {};
  await page.route('**/workflow_transition/', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.continue();
  });
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
