import { hash, verify } from '@node-rs/argon2';
import { composed } from '#contract/http/marks.ts';
import { invalid } from '../../../errors.ts';
import { networkOf } from '../../../http/client-ip.ts';
import { type RateLimits, tooMany } from '../../../http/limits/rate-limit.ts';

/**
 * A hash takes a core for 20 ms and one of the four threads of the pool, which also read files: two
 * at a time leave room.
 */
const MAX_CONCURRENT = 2;
/** The maximum number of hashes of one network that run or wait. */
const MAX_PER_NETWORK = 10;

let common: Promise<Set<string>> | undefined;

/** Read when the first password is chosen: its package has dictionaries of many languages. */
async function readCommon() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, 10_000));
}

let running = 0;
const line: (() => void)[] = [];
const networks = new Map<string, number>();

/**
 * Runs `work`, two at a time in the process.
 * @throws AppError 429 when this network has too many already
 */
async function withHashSlot<Result>(
  limits: RateLimits,
  ip: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const network = networkOf(ip);
  const count = networks.get(network) ?? 0;
  if (count >= MAX_PER_NETWORK * limits.factor)
    throw tooMany('Too many attempts at once. Please try again.', 1);
  networks.set(network, count + 1);
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => line.push(resolve));
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

/** @param ip the origin of the request */
export const hashPassword = (limits: RateLimits, ip: string, password: string) =>
  withHashSlot(limits, ip, () => hash(composed(password)));

/**
 * Keyboards compose the same letter differently, and hashes of before are of what was typed. How
 * much is hashed depends on the password that is given alone.
 */
export const verifyPassword = (limits: RateLimits, ip: string, hashed: string, password: string) =>
  withHashSlot(limits, ip, async () => {
    const usual = composed(password);
    const right = await verify(hashed, usual);
    const rightAsTyped = usual !== password && (await verify(hashed, password));
    return right || rightAsTyped;
  });

/** @throws AppError 400 under `field` for one of the most common passwords */
export async function requireUncommon(password: string, field: string): Promise<void> {
  const plain = composed(password).trim().toLowerCase();
  // 'Password1!' counts as 'password'.
  const bare = plain.replace(/[\d\p{P}\p{S}]{1,20}$/u, '');
  common ??= readCommon();
  const known = await common;
  if (plain !== '' && !/^(.)\1*$/u.test(plain) && !known.has(plain) && !known.has(bare)) return;
  throw invalid({
    [field]: ['This password is too common. Please choose another one'],
  });
}
