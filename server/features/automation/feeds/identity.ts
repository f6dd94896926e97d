import { createHash } from 'node:crypto';
import type { ParsedEntry } from './parse.ts';

/**
 * Whether an entry was there before. Feeds lie: the same entry comes by http and https, with other
 * parameters, under an id that is made from its title, or from an address that the site has changed.
 * And an id of one entry is given to another.
 */

export type Keys = { id: Buffer; link: Buffer | null; title: Buffer | null };

const KEY_BYTES = 16;
/** Parameters that say where a reader comes from, not what is read. */
const TRACKING = /^(utm_\w+|fbclid|gclid|mc_[ce]id|ref|source)$/i;

const keyOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES);

/** A path without the slashes at its end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** An address without what differs between two of the same page. */
function canonical(link: string): string {
  const url = new URL(link);
  url.hash = '';
  for (const name of new Set(url.searchParams.keys()))
    if (TRACKING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  const host = url.host.replace(/^www\./, '');
  return `${host}${withoutEnd(url.pathname)}${url.search}`;
}

const folded = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What an entry is remembered by: its id, else its address, else its text. */
export function keysOf({ id, link, title, text }: ParsedEntry): Keys {
  const page = link === null ? null : canonical(link);
  // An id that is an address lies as addresses do.
  const named = id !== null && /^https?:\/\//i.test(id) && URL.canParse(id) ? canonical(id) : id;
  const words = title === null ? '' : folded(title);
  return {
    id: keyOf(named ?? page ?? `${words}\n${text ?? ''}`),
    link: page === null ? null : keyOf(page),
    title: words ? keyOf(words) : null,
  };
}

const hex = (key: Buffer) => key.toString('hex');

/** What is remembered of a feed. */
export function createKnown(earlier: readonly Keys[]) {
  const byId = new Map<string, Keys>();
  const links = new Set<string>();
  const titles = new Set<string>();

  function add(keys: Keys) {
    byId.set(hex(keys.id), keys);
    if (keys.link) links.add(hex(keys.link));
    if (keys.title) titles.add(hex(keys.title));
  }

  /** An id that comes with another address and another title was given to another entry. */
  const isReused = (keys: Keys, before: Keys) =>
    keys.link !== null &&
    before.link !== null &&
    keys.title !== null &&
    before.title !== null &&
    !keys.title.equals(before.title);

  /** 'alike': it has the title of an entry at another address, under another id. */
  function judge(keys: Keys): 'known' | 'alike' | 'new' {
    if (keys.link && links.has(hex(keys.link))) return 'known';
    const before = byId.get(hex(keys.id));
    if (before && !isReused(keys, before)) return 'known';
    return keys.title && titles.has(hex(keys.title)) ? 'alike' : 'new';
  }

  for (const keys of earlier) add(keys);
  return { add, judge };
}
