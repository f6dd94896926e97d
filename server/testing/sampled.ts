import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * Every commit tries other values, and all runs of a commit the same ones; `npm run test:slow` tries
 * all of them.
 */
export const isWhole = process.env.SAMPLES === 'all';

const commit = isWhole ? '' : currentCommit();

/** The hash of the commit; empty in a copy without its history. */
export function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
}

/**
 * So many of these values, in their order.
 * @param test what they are tried with: each test has others
 */
export function sampled<Value>(values: readonly Value[], count: number, test: string): Value[] {
  if (isWhole) return [...values];
  const rank = (index: number) =>
    createHash('sha256').update(`${commit} ${test} ${index}`).digest('hex');
  const chosen = new Set(
    values
      .map((_, index) => index)
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
      .slice(0, count),
  );
  return values.filter((_, index) => chosen.has(index));
}
