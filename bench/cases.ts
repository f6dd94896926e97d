// The requests that are measured.
import type { Member } from './seed.ts';

export const QUERY = 'newsletter';
const ITEMS = '/api/content/items/';
export const BULK = `${ITEMS}bulk_operations/`;
export const BULK_ITEMS = 1000;

export type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: () => object };
/**
 * `large`: in the large workspace; else in the small ones by turns. `found`: only in those where it
 * finds something: a search without results looks for corrections, too.
 */
export type Case = {
  large?: boolean;
  found?: boolean;
  request: (member: Member) => Request;
};

const read =
  (path: (member: Member) => string) =>
  (member: Member): Request => ({ method: 'GET', path: path(member) });
const list = read(() => ITEMS);
const folder = read((member) => `${ITEMS}?folder=${member.folder}`);
const search = read(() => `${ITEMS}search/?q=${QUERY}`);
const filtered = read(() => `${ITEMS}search/?q=${QUERY}&status=draft`);

let count = 0;
/** No text is written twice: the same one would change nothing. */
const newText = () =>
  `We have news about the newsletter. No. ${++count}\nOur team spent the spring on it. Nobody expected the response. Tell us what you think.`;

export const cases: Record<string, Case> = {
  list: { request: list },
  'list of a folder': { request: folder },
  item: { request: read(({ item }) => `${ITEMS}${item}/`) },
  'thread of 7': { request: read(({ thread }) => `${ITEMS}${thread}/thread/`) },
  search: { found: true, request: search },
  'search, filtered': { found: true, request: filtered },
  'list, large': { large: true, request: list },
  'list of a folder, large': { large: true, request: folder },
  'search, large': { large: true, request: search },
  'search, filtered, large': { large: true, request: filtered },
  create: {
    request: (member) => ({
      method: 'POST',
      path: ITEMS,
      body: () => ({ folder: member.folder, content: newText() }),
    }),
  },
  update: {
    request: ({ item }) => ({
      method: 'PUT',
      path: `${ITEMS}${item}/`,
      body: () => ({ content: newText() }),
    }),
  },
};
