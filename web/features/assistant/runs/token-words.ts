import { axisCount, exactCount } from '#web/lib/count.ts';

const MILLION = 1_000_000;

/** A number of tokens: '50,000', and '1.8 M' from a million on. */
export const tokenCount = (tokens: number): string =>
  tokens < MILLION ? exactCount(tokens) : axisCount(tokens).replace(/\D$/, '\u00a0$&');
