import { lengthOf, type PartText } from '#contract/content/items.ts';
import { invalid } from './errors.ts';

/**
 * Pages of lists, as services return them: with references to the next and the previous page, which
 * `http/links.ts` turns into links.
 */

/** Another page of the same list: the rows after or before a key, or a page number. */
export type PageRef = { cursor: string } | { page: number };

export type Page<Row> = {
  count: number;
  next: PageRef | null;
  previous: PageRef | null;
  results: Row[];
};

/**
 * The maximum size of a page, in characters of content: a hundred of the longest texts would be
 * thirty megabytes.
 */
export const MAX_PAGE_LENGTH = 2_000_000;

const sizeOf = (rows: readonly PartText[]) => rows.reduce((sum, row) => sum + lengthOf(row), 0);

/** As many rows as fit into a page, at least one: for keyset pagination. */
export function truncateToMaxSize<Row extends PartText>(rows: Row[]): Row[] {
  let end = rows.length;
  for (let size = sizeOf(rows); size > MAX_PAGE_LENGTH && end > 1; end--)
    size -= lengthOf(rows[end - 1] as Row);
  return end === rows.length ? rows : rows.slice(0, end);
}

/**
 * For pages by number, which cannot be cut.
 * @throws AppError 400
 */
export function assertMaxSize(rows: readonly PartText[]): void {
  if (rows.length < 2 || sizeOf(rows) <= MAX_PAGE_LENGTH) return;
  const message = `This page would have more than ${MAX_PAGE_LENGTH} characters: request fewer items at a time.`;
  throw invalid({ page_size: [message] });
}

type Walk<Row> = {
  /** The number of rows of a page. */
  size: number;
  /** Whether the rows were read towards the beginning of the list, the nearest first. */
  backward: boolean;
  /** Whether the page is not the first of the list. */
  isNotFirst: boolean;
  /** The cursor next to a row, in the direction of reading. */
  cursorOf: (row: Row, backward: boolean) => string;
  /** Cuts the rows to the size of a page. */
  cut?: (rows: Row[]) => Row[];
};

/**
 * A page of rows that were read by key (keyset pagination). One row more than the page shows
 * whether the list continues.
 */
export function keysetPage<Row>(
  rows: readonly Row[],
  { size, backward, isNotFirst, cursorOf, cut = (page) => page }: Walk<Row>,
): Omit<Page<Row>, 'count'> {
  const results = cut(rows.slice(0, size));
  const more = rows.length > results.length;
  const ordered = backward ? results.toReversed() : results;
  const [first, last] = [ordered[0], ordered.at(-1)];
  return {
    next: (backward || more) && last ? { cursor: cursorOf(last, false) } : null,
    previous: (backward ? more : isNotFirst) && first ? { cursor: cursorOf(first, true) } : null,
    results: ordered,
  };
}

/** The pages before and after a page by number, in a list of `count` rows. */
export function adjacentPages({
  page,
  size,
  count,
}: {
  page: number;
  size: number;
  count: number;
}): Pick<Page<never>, 'next' | 'previous'> {
  const last = Math.ceil(count / size);
  return {
    next: page < last ? { page: page + 1 } : null,
    previous: page > 1 && last ? { page: Math.min(page - 1, last) } : null,
  };
}
