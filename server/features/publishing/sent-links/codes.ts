import { randomBytes } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
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

/** A host as it is compared: other spellings lead to the same server. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/\.(?=$|:)/, '');

/**
 * Whether an address leads to a short link of ours: at any port of our hosts, which a proxy or the server
 * itself listens at, and however its path is written.
 */
export function isOwnLink(config: Pick<Config, 'linksUrl' | 'origin'>, target: string): boolean {
  const { hostname, pathname } = new URL(target);
  const bases = [config.linksUrl ?? config.origin, config.origin].map((base) => new URL(base));
  const path = plainPath(pathname);
  return bases.some(
    (base) =>
      plainHost(base.hostname) === plainHost(hostname) &&
      // Below the path of the installation, and without it: a proxy may take it off.
      ['', base.pathname.replace(/\/$/, '')].some((below) => path.startsWith(`${below}/l/`)),
  );
}

/** A path without escapes and empty parts. */
function plainPath(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // It is compared as it is written.
  }
  return new URL(path.replaceAll(/[\\/]+/g, '/'), 'http://localhost').pathname;
}

/** The script for the site of a workspace. */
export const siteScript = ({ linksUrl, origin }: Pick<Config, 'linksUrl' | 'origin'>): string =>
  `${linksUrl ?? origin}/v.js`;
