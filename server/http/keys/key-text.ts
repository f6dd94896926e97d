import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The text of a key: `pf_`, 8 characters to look it up, `_`, 32 random ones, 6 of a CRC-32. Tokens of
 * apps begin with `pfa_` and `pfr_`.
 */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^(pf[ar]?_)([0-9A-Za-z]{8})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
/** Anywhere in an address. */
const IN_ADDRESS = /pf[ar]?_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/;

/** What a key is, by its beginning. */
const PREFIXES = { key: 'pf_', access: 'pfa_', refresh: 'pfr_' } as const;
type KeyKind = keyof typeof PREFIXES;

/** Whether a program sent it: a key, or a token of an app. */
export const isOfProgram = (token: string): boolean => /^pf[ar]?_/.test(token);

const random = (length: number) =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');

function checksum(text: string): string {
  let rest = crc32Of(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Node 20.11 has no `crc32` of its own. */
function crc32Of(text: string): number {
  if (typeof crc32 === 'function') return crc32(text);
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A new key, and what looks it up. */
export const newKey = (kind: KeyKind = 'key') => keyOf(kind, random(8), random(32));

/** The key that follows from 32 random bytes. */
export function keyFrom(kind: KeyKind, bytes: Buffer): { text: string; lookup: string } {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let digits = '';
  for (let place = 0; place < 40; place++) {
    digits += BASE62[Number(rest % 62n)];
    rest /= 62n;
  }
  return keyOf(kind, digits.slice(0, 8), digits.slice(8));
}

/** The key with these two parts of base62. */
function keyOf(kind: KeyKind, lookup: string, secret: string): { text: string; lookup: string } {
  const body = `${PREFIXES[kind]}${lookup}_${secret}`;
  return { text: body + checksum(body), lookup };
}

/** What looks a key of this kind up; undefined where it was mistyped, or is of another kind. */
export function lookupOf(text: string, kind: KeyKind = 'key'): string | undefined {
  const [, prefix, lookup, secret = '', sum] = FORM.exec(text) ?? [];
  if (!lookup || prefix !== PREFIXES[kind]) return;
  return checksum(`${prefix}${lookup}_${secret}`) === sum ? lookup : undefined;
}

/** Whether an address has a key in it, where logs and histories keep it. */
export const hasKey = (url: string): boolean => IN_ADDRESS.test(url);
