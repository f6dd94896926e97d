import { allowFailures, expect, expectAccessible, test } from './fixtures.ts';

/** The page of the link in a digest (server/features/core/mail/mail.test.ts has its tokens). */
test('the link of a digest says which emails it stops, and refuses one that is wrong', async ({
  page,
}) => {
  allowFailures('410 POST /api/notifications/unsubscribe/');
  await page.goto(`/unsubscribe/7-mentioned-approved-${'x'.repeat(43)}`);
  await expect(page.getByRole('listitem')).toHaveText([
    'Your content was approved',
    'Someone mentions you',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link is not valid. Change your settings instead.',
  );
});
