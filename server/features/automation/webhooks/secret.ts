import type { Secrets } from '../../../secrets.ts';

/** The secrets of endpoints: stored sealed, each for its own. */

const sealingContext = (webhook: number) => `webhook ${webhook}`;

export const sealSecret = (secrets: Secrets, webhook: number, secret: string): string =>
  secrets.seal('credentials', secret, sealingContext(webhook));

/** @throws Error where it was sealed with another SECRET */
export const openSecret = (secrets: Secrets, webhook: number, sealed: string): string =>
  secrets.open('credentials', sealed, sealingContext(webhook));
