import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../http/fields.ts';
import { Item, listFilters, StatusField, Tags } from './items.ts';
import { TitleSuffix } from './threads.ts';

/** The maximum number of items in one operation. */
export const MAX_ITEMS = 10_000;

const OPERATIONS = ['delete', 'move', 'duplicate', 'status_change', 'archive', 'tag'] as const;

const flag = z.boolean('Expected true or false.');

/**
 * The query of a list as an object. Numbers and booleans stay as they are where a query has texts.
 * Unknown keys and empty lists are refused: read as 'no filter', they would select everything.
 */
const Filter = z.preprocess(
  asTexts,
  z
    .strictObject(listFilters)
    .refine(
      (filter) =>
        !Object.values(filter).some((value) => Array.isArray(value) && value.length === 0),
      'Expected at least one value in each list.',
    ),
);

/**
 * The operation and its items: `item_ids`, or all that match `filter`. Each operation reads its own
 * `params`: delete `soft_delete`, move `folder_id`, duplicate `title_suffix`, `copy_tags` and
 * `reset_status`, status_change `status`, tag `add_tags` and `remove_tags`.
 */
export const BulkOperation = z
  .object({
    operation: z.enum(OPERATIONS, `Expected one of ${OPERATIONS.join(', ')}.`),
    item_ids: z
      .array(Id, 'Expected a list of ids.')
      .min(1, 'Expected at least one id.')
      .max(MAX_ITEMS, `Expected at most ${MAX_ITEMS} ids.`)
      .optional(),
    filter: Filter.optional(),
    params: z
      .object(
        {
          soft_delete: flag.default(true),
          folder_id: Id.optional(),
          title_suffix: TitleSuffix,
          copy_tags: flag.default(true),
          reset_status: flag.default(true),
          status: StatusField.optional(),
          add_tags: Tags.default([]),
          remove_tags: Tags.default([]),
        },
        'Expected an object.',
      )
      .prefault({}),
  })
  .check(({ value, issues }) => {
    const say = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    if (!value.item_ids === !value.filter) say('item_ids', 'Expected either item_ids or a filter.');
    if (value.operation === 'move' && !value.params.folder_id)
      say('params', 'move needs a folder_id.');
    if (value.operation === 'status_change' && !value.params.status)
      say('params', 'status_change needs a status.');
    if (
      value.operation === 'tag' &&
      !value.params.add_tags.length &&
      !value.params.remove_tags.length
    )
      say('params', 'tag needs add_tags or remove_tags.');
  });
export type BulkOperation = z.input<typeof BulkOperation>;

function asTexts(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, texts]) => [name, asTexts(texts)]));
}

/** docs/domain/content.md, 'Bulk operations'. */
export const bulkOperation = endpoint({
  method: 'POST',
  path: '/api/content/items/bulk_operations/',
  access: 'write',
  summary: `Delete, move, copy, tag or change the status of up to ${MAX_ITEMS} items, all or nothing`,
  body: BulkOperation,
  response: z.object({ operation: z.enum(OPERATIONS), count: z.int(), items: z.array(Item) }),
});
