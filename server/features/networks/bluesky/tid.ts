/** Timestamp identifiers of AT Protocol: the keys of records, in the order of time. */

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;
const CLOCK_BITS = 10n;

/**
 * @param time milliseconds since 1970
 * @param order for several of one time: 0 to 999
 * @param clock tells apart those that were made at the same time elsewhere: 0 to 1023
 */
export function createTid(time: number, order: number, clock: number): string {
  let value = ((BigInt(time) * 1000n + BigInt(order)) << CLOCK_BITS) | BigInt(clock & 1023);
  let text = '';
  for (let index = 0; index < LENGTH; index++) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}
