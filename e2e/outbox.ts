import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { PORT } from './ports.ts';

/** The data folder of the application in browser tests. */
export const dataDirOf = (port: number) => join(tmpdir(), `postfolio-e2e-${port}`);

/** The file in it with what a person would look up at the networks. */
export const NETWORKS = 'networks.json';

/** The file in it with the environment of the application, for a process more. */
export const ENVIRONMENT = 'environment.json';

type Known = {
  mastodon: string;
  telegram: { token: string; chat: string };
  discord: { webhook: string };
};
export const known = (): Known => JSON.parse(readFileSync(join(dataDirOf(PORT), NETWORKS), 'utf8'));

/** The mail that matches, once it is in the outbox. */
export async function mailThat(matches: (mail: Email) => boolean): Promise<Email> {
  const outbox = join(dataDirOf(PORT), 'outbox');
  let found: Email | undefined;
  await expect(async () => {
    const names = existsSync(outbox)
      ? readdirSync(outbox).filter((name) => name.endsWith('.eml'))
      : [];
    const mails = await Promise.all(
      names.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))),
    );
    found = mails.find(matches);
    expect(found).toBeDefined();
  }).toPass();
  return found as Email;
}
