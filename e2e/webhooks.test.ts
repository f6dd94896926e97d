import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowFailures, expect, expectAccessible, test, toast } from './fixtures.ts';

/** A receiver that answers with a status. */
async function startReceiver() {
  let status = 204;
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    types.push(JSON.parse(body).type);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 204 ? '' : 'Ouch');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    types,
    answer: (next: number) => {
      status = next;
    },
    stop: () => server.close(),
  };
}

test('an endpoint is added, told of a post, fails, and is sent to again', async ({
  page,
  person,
}) => {
  allowFailures('400 POST /api/webhooks/');
  const receiver = await startReceiver();
  const folder = await person.folder('Clients');
  try {
    await page.goto('/content');
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webhooks');
    await expect(page.getByRole('option', { selected: true })).toContainText('webhooks');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add endpoint' });
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(dialog.getByText('Give it a name')).toBeVisible();
    await dialog.getByLabel('Address').fill(receiver.url);
    await expect(dialog.getByText(/^Answered a test with 204 in/)).toBeVisible();
    await dialog.getByLabel('Name').fill('Website ticker');
    await dialog.getByRole('checkbox', { name: 'post.created' }).check();
    await dialog.getByRole('button', { name: 'Clients' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();

    const secret = page.getByRole('dialog', { name: 'Copy this secret now' });
    await expect(secret.getByLabel('Signing secret')).toHaveValue(/^whsec_/);
    await secret.getByRole('button', { name: 'Done' }).click();
    await expect(secret.getByRole('alert')).toContainText('You haven’t copied the secret.');
    await secret.getByRole('button', { name: 'Copy and close' }).click();
    const row = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
    await expect(row).toContainText('3 events');
    await expect(row).toContainText('Nothing sent yet');

    receiver.answer(500);
    await person.item(folder.id, 'Opening hours');
    await expect(row).toContainText('Failing');
    await row.getByRole('link', { name: 'Website ticker' }).click();
    await expect(page.getByText(/^Nothing has been accepted since/)).toBeVisible();
    const delivery = page.getByRole('region', { name: 'Delivery' });
    await expect(delivery.getByRole('region', { name: 'Request', exact: true })).toContainText(
      '"content": "Opening hours"',
    );
    await expect(delivery.getByRole('region', { name: 'Response', exact: true })).toContainText(
      'Ouch',
    );
    await expectAccessible(page);
    receiver.answer(204);
    await delivery.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Working')).toBeVisible();
    await expect(delivery.getByRole('list', { name: 'Attempts' })).toContainText('204');
    expect(receiver.types.at(-1)).toBe('post.created');

    await page.getByRole('button', { name: 'Send an example' }).click();
    await page.getByRole('button', { name: /^publication\.stopped/ }).click();
    await expect(
      page.getByRole('list', { name: 'Deliveries' }).getByRole('link').first(),
    ).toHaveText('publication.stopped');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(toast(page, 'Success', 'The webhook is paused')).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'New secret…' }).click();
    await page.getByRole('button', { name: 'New Secret' }).click();
    await page
      .getByRole('dialog', { name: 'Copy this secret now' })
      .getByRole('button', { name: 'Copy' })
      .click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/the former one until/)).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete Webhook' }).click();
    await expect(page.getByText('No endpoints yet')).toBeVisible();
  } finally {
    receiver.stop();
  }
});

test('on a phone a delivery opens over the list, and an endpoint is turned on again', async ({
  page,
  person,
  request,
}) => {
  const receiver = await startReceiver();
  const folder = await person.folder('Clients');
  try {
    await request.post('/api/webhooks/', {
      headers: { authorization: `Bearer ${person.access}` },
      data: { name: 'Ticker', url: receiver.url, events: ['post.created'] },
    });
    receiver.answer(410);
    await person.item(folder.id, 'Opening hours');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/settings/webhooks');
    await expect(page.getByText('It answered that it is gone (410)')).toBeVisible();
    await page.getByRole('link', { name: 'Ticker' }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Working')).toBeVisible();
    // The button is gone, and the focus stays on the page.
    await expect(page.locator('body')).not.toBeFocused();
    await page.getByRole('button', { name: 'Failed 1' }).click();
    await page.getByRole('link', { name: 'post.created' }).click();
    const sheet = page.getByRole('dialog', { name: 'Delivery' });
    await expect(sheet.getByRole('list', { name: 'Attempts' })).toContainText('410');
    await expectAccessible(page);
    receiver.answer(204);
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await expect(sheet.getByRole('list', { name: 'Attempts' })).toContainText('204');

    // Back closes it, as the cross does.
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Ticker' })).toBeVisible();
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByRole('link', { name: 'post.created' }).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
  } finally {
    receiver.stop();
  }
});
