import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { PORT } from './ports.ts';

/** Where the application of the browser tests keeps its files. */
export const dataDirOf = (port: number) => join(tmpdir(), `postfolio-e2e-${port}`);

/** The mail that this is true of, once it lies in the outbox. */
export async function mailThat(matches: (mail: Email) => boolean): Promise<Email> {
  const outbox = join(dataDirOf(PORT), 'outbox');
  let found: Email | undefined;
  await expect(async () => {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
    const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))));
    found = mails.find(matches);
    expect(found).toBeDefined();
  }).toPass();
  return found as Email;
}
