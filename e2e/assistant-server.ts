import type { APIRequestContext, Page } from '@playwright/test';
import { startAssistantServer } from '../server/testing/assistant/server.ts';
import { expect, type Person } from './fixtures.ts';

/** A strict server that speaks the protocol of OpenAI; it checks what it is asked. */
export async function withServer(run: (server: Server) => unknown) {
  const server = await startAssistantServer({ profile: 'openai' });
  try {
    await run(server);
    expect(server.violations).toEqual([]);
  } finally {
    await server.stop();
  }
}

export type Server = Awaited<ReturnType<typeof startAssistantServer>>;

/** Chooses the server for the workspace of a person, who has not used it yet. */
export async function choose(
  request: APIRequestContext,
  { access }: Person,
  { url, options }: Server,
) {
  const response = await request.put('/api/settings/assistant/', {
    headers: { authorization: `Bearer ${access}` },
    data: { url, key: options.key, model: 'gpt-5.2', vision_model: 'gpt-5.2' },
  });
  expect(response.status()).toBe(200);
}

/** The panel of the assistant in the editor. */
export const region = (page: Page) => page.getByRole('region', { name: /^Assistant for/ });

/** Opens the panel by its key, and reads where texts are sent. @returns its field */
export async function openPanel(page: Page, field: string) {
  await page.getByLabel(field).click();
  // Its code is loaded once it is known that there is an assistant.
  await expect(page.getByRole('button', { name: /^Assistant for/ }).first()).toBeAttached();
  const agree = region(page).getByRole('button', { name: 'OK, go on' });
  const said = region(page).getByLabel('Say what to change, or choose below');
  // Once: where the panel has the focus, the key leads back into the text.
  await page.keyboard.press('Control+j');
  await expect(agree.or(said)).toBeVisible();
  if (await agree.isVisible()) {
    // Until it has the focus, Enter goes into the text.
    await expect
      .poll(() => agree.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
  }
  await expect(said).toBeFocused();
  return said;
}
