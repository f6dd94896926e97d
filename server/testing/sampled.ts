import { createHash } from 'node:crypto';

/**
 * `npm test` tries the same values each time, so that it fails by a change and not by chance;
 * `npm run test:slow` tries all of them. Any other word in `SAMPLES` draws other values.
 */
export const draw = process.env.SAMPLES ?? '';
export const isWhole = draw === 'all';

/**
 * So many of these values, in their order.
 * @param test what they are tried with: each test has others
 */
export function sampled<Value>(values: readonly Value[], count: number, test: string): Value[] {
  if (isWhole) return [...values];
  const rank = (index: number) =>
    createHash('sha256').update(`${draw} ${test} ${index}`).digest('hex');
  const chosen = new Set(
    values
      .map((_, index) => index)
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
      .slice(0, count),
  );
  return values.filter((_, index) => chosen.has(index));
}
