import { z } from 'zod';
import type { Item, Ordering } from '#contract/content/items.ts';
import { ORDERINGS } from '#contract/content/items.ts';
import { InstantText } from '#contract/http/fields.ts';
import { invalid } from '../../../errors.ts';
import type { OrderField } from './items-list.sql.ts';

/** A keyset cursor: a place next to the item with this key, in the direction of reading. */
export type Cursor = { ordering: Ordering; backward: boolean; value: string | number; id: number };

const MAX_TITLE = 80;

type Field = OrderField | 'network_views';

const values: Record<Field, z.ZodType<string | number>> = {
  created_at: InstantText,
  updated_at: InstantText,
  title: z.string().max(MAX_TITLE * 2),
  view_count: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  // What has none is sorted by its time, behind them.
  network_views: z.union([z.int().min(0), InstantText]),
};
const Encoded = z.tuple([
  z.enum(ORDERINGS),
  z.boolean(),
  z.union([z.string(), z.number()]),
  z.int().positive(),
]);

export const fieldOf = (ordering: Ordering) => ordering.replace('-', '') as Field;

/** Without these characters at its end: an expression would look for it at each of them. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The title that lists are ordered by, as the table `items` has it: with mentions as they are written. */
function storedTitle({ description, content }: Item): string {
  const [line = ''] = trimEnd(content, ' \t\r\n')
    .replace(/^[ \t\r\n]+/, '')
    .split('\n', 1);
  return [...(description ?? trimEnd(line, '\r'))].slice(0, MAX_TITLE).join('');
}

export function encodeCursor(item: Item, ordering: Ordering, backward: boolean): string {
  const field = fieldOf(ordering);
  const value = field === 'title' ? storedTitle(item) : (item[field] ?? item.created_at);
  return Buffer.from(JSON.stringify([ordering, backward, value, item.id])).toString('base64url');
}

/** @throws AppError 400 where it is malformed, or of another order */
export function decodeCursor(text: string, ordering: Ordering): Cursor {
  try {
    const [created, backward, value, id] = Encoded.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    if (created === ordering && !String(value).includes('\0'))
      return { ordering, backward, value: values[fieldOf(ordering)].parse(value), id };
  } catch {
    // Reported below.
  }
  throw invalid({ cursor: ['Invalid cursor. Use the links of the list.'] });
}
