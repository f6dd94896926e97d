import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid } from '../../errors.ts';
import { networkOf } from '../../http/address.ts';
import { type RateLimits, tooMany } from '../../http/rate-limit.ts';

/** A hash takes a core for 20 ms and one of the four threads that read files, too: two at once leave room for others. */
const MAX_RUNNING = 2;
/** So many hashes of one network run or wait; its others are refused. */
const MAX_OF_NETWORK = 10;

const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));

let running = 0;
const line: (() => void)[] = [];
const networks = new Map<string, number>();

/** Runs `work`, two pieces at a time in the process. @throws AppError 429 when this network has too many already */
async function inLine<Result>(limits: RateLimits, ip: string, work: () => Promise<Result>): Promise<Result> {
  const network = networkOf(ip);
  const count = networks.get(network) ?? 0;
  if (count >= MAX_OF_NETWORK * limits.factor) throw tooMany('Too many attempts at once. Please try again.', 1);
  networks.set(network, count + 1);
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => line.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else running--;
    const left = (networks.get(network) ?? 1) - 1;
    if (left) networks.set(network, left);
    else networks.delete(network);
  }
}

/** @param ip who asks for it */
export const hashPassword = (limits: RateLimits, ip: string, password: string) =>
  inLine(limits, ip, () => hash(password));

export const verifyPassword = (limits: RateLimits, ip: string, hashed: string, password: string) =>
  inLine(limits, ip, () => verify(hashed, password));

/** @throws AppError 400 under `field` for a password that is among the first that anybody tries */
export function requireUncommon(password: string, field: string): void {
  const plain = password.trim().toLowerCase();
  // 'Password1!' is 'password' to whoever guesses.
  const bare = plain.replace(/[\d\p{P}\p{S}]{1,20}$/u, '');
  if (plain !== '' && !/^(.)\1*$/u.test(plain) && !COMMON.has(plain) && !COMMON.has(bare)) return;
  throw invalid({ [field]: ['This password is too common: please choose one that nobody would guess'] });
}
