import { randomBytes } from 'node:crypto';
import type { Config } from '../../../config.ts';
import type { Secrets } from '../../../secrets.ts';

/** The codes of short links, and their addresses. */

/** Base 58: letters and digits that nobody takes for another. */
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CODE_LENGTH = 7;

/** @param bytes at least 16: what is left over by the remainder is not noticed */
function codeFrom(bytes: Buffer): string {
  let number = bytes.readBigUInt64BE(0) ^ bytes.readBigUInt64BE(8);
  let code = '';
  for (let length = 0; length < CODE_LENGTH; length++) {
    code += LETTERS[Number(number % 58n)];
    number /= 58n;
  }
  return code;
}

export const randomCode = (): string => codeFrom(randomBytes(16));

/**
 * The code of an address in a publication: the same whenever it is frozen, also in a copy of the
 * database, so that what was sent is found again by its text.
 * @param attempt grows where the code is taken
 */
export const codeOf = (
  secrets: Pick<Secrets, 'mac'>,
  publication: number,
  address: string,
  attempt: number,
): string =>
  codeFrom(Buffer.from(secrets.mac('link', `${publication} ${attempt} ${address}`), 'base64url'));

/** Where short links are, without the code. */
export const linkBase = ({ linksUrl, origin }: Pick<Config, 'linksUrl' | 'origin'>): string =>
  `${linksUrl ?? origin}/l/`;

/** The script for the site of a workspace. */
export const siteScript = ({ linksUrl, origin }: Pick<Config, 'linksUrl' | 'origin'>): string =>
  `${linksUrl ?? origin}/v.js`;
