import { invalid } from '../errors.ts';

/** The largest page, in characters of content: a hundred of the longest texts would be thirty megabytes in every answer. */
const MAX_PAGE_LENGTH = 2_000_000;

type Row = { content: string };

const lengthOf = (rows: readonly Row[]) => rows.reduce((sum, { content }) => sum + content.length, 0);

/** As many of these as a page has room for, one at least: for lists that go on by key. */
export function withinSize<One extends Row>(rows: One[]): One[] {
  let end = rows.length;
  for (let length = lengthOf(rows); length > MAX_PAGE_LENGTH && end > 1; end--)
    length -= rows[end - 1]?.content.length ?? 0;
  return end === rows.length ? rows : rows.slice(0, end);
}

/** For pages that go by number, and so cannot be cut. @throws AppError 400 */
export function requireSize(rows: readonly Row[]): void {
  if (rows.length < 2 || lengthOf(rows) <= MAX_PAGE_LENGTH) return;
  const message = `This page would hold more than ${MAX_PAGE_LENGTH} characters: ask for fewer at a time.`;
  throw invalid({ page_size: [message] });
}

/** The address of a request, for another place in the same list. */
export function pageLink(url: string, place: { cursor: string } | { page: number }): string {
  const [path, search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.delete('page');
  for (const [name, value] of Object.entries(place)) query.set(name, String(value));
  return `${path}?${query}`;
}

/** The links of a page to its neighbours, for a list of `count` that is walked by number. */
export function neighbours(url: string, { page, size, count }: { page: number; size: number; count: number }) {
  const last = Math.ceil(count / size);
  return {
    next: page < last ? pageLink(url, { page: page + 1 }) : null,
    previous: page > 1 && last ? pageLink(url, { page: Math.min(page - 1, last) }) : null,
  };
}
