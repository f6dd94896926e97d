import type { Item } from '#contract/content/items.ts';
import {
  type Template,
  useTemplate as useContract,
  type Values,
} from '#contract/content/templates.ts';
import { setDraftTime } from '#contract/publishing/calendar.ts';
import { call, onceFor } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { contentKeys, keys } from '#web/api/query.ts';

type New = {
  template: Template;
  values: Values;
  folder: number;
  /** The wall time in the zone of the workspace for which it is planned. */
  at?: string | undefined;
  /** With the same key, it is made once. */
  key: string;
};

/** Makes a draft of a template. @returns its first part */
export async function makeFromTemplate({ template, values, folder, at, key }: New): Promise<Item> {
  const [item] = await call(useContract, {
    params: { id: String(template.id) },
    body: { values, folder },
    headers: onceFor(key),
  });
  if (!item) throw new Error('A template has no parts');
  try {
    if (at !== undefined)
      await call(setDraftTime, { params: { id: String(item.id) }, body: { at: { local: at } } });
  } finally {
    refetchWhenSettled([...contentKeys, keys.templates]);
  }
  return item;
}
