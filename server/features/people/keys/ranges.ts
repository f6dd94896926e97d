import { isIP } from 'node:net';
import { invalid } from '../../../errors.ts';

/** Addresses and ranges as PostgreSQL takes them: without bits behind the prefix. */
export function rangesOf(addresses: readonly string[]): string[] {
  const ranges = addresses.map((text) => {
    const [address = '', prefix, ...rest] = text.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (!version || rest.length || length < 0 || length > bits || address.includes('%'))
      throw refuse(text);
    const network = networkOf(address, length);
    // Callers have IPv4 addresses as such.
    if (/^0:0:0:0:0:ffff:/.test(network)) throw refuse(text);
    return `${network}/${length}`;
  });
  return [...new Set(ranges)];
}

const refuse = (text: string) => invalid({ addresses: [`${text} is no address or range.`] });

/** The first address of a range. */
function networkOf(address: string, length: number): string {
  if (address.includes('.') && !address.includes(':')) {
    const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const size = 2 ** (32 - length);
    const first = Math.floor(number / size) * size;
    return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
  }
  // The URL parser writes every form in one: groups in hexadecimal, zeros as `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text ? text.split(':') : []);
  const [first, last] = [groups(head), groups(tail ?? '')];
  const all = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return all
    .map((group, at) => {
      const kept = Math.min(16, Math.max(0, length - at * 16));
      return (Number.parseInt(group, 16) & (0xffff << (16 - kept)) & 0xffff).toString(16);
    })
    .join(':');
}
