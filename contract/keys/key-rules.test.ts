import { expect, test } from 'vitest';
import { z } from 'zod';
import { features } from '../endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { Id, IdText } from '../http/fields.ts';
import { keyRuleOf } from './key-rules.ts';

/** The places of ids in a schema, as checks of keys name them: `body.items[].id`. */
function placesOf(schema: z.ZodType | undefined, at: string): string[] {
  if (!schema) return [];
  if (schema === Id || schema === IdText) return [at];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      placesOf(field, `${at}.${name}`),
    );
  if (schema instanceof z.ZodArray) return placesOf(schema.element as z.ZodType, `${at}[]`);
  if (schema instanceof z.ZodRecord) return placesOf(schema.valueType as z.ZodType, `${at}{}`);
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap((option) => placesOf(option, at));
  if (schema instanceof z.ZodPipe)
    return [schema.in, schema.out].flatMap((part) => placesOf(part as z.ZodType, at));
  if ('unwrap' in schema) return placesOf((schema.unwrap as () => z.ZodType)(), at);
  return [];
}

/** What a limit is about, by the names of fields. */
const ABOUT = {
  folders: /(^|_)(folders?|folder_id|parent|items?|item_ids)$/,
  channels: /(^|_)(channels?|channel_set|set)$/,
};

/** What is asked elsewhere. Whoever adds one says where. */
const ELSEWHERE: Record<string, string> = {
  'channels POST /api/posts/ body.channel_set': 'its service asks for each of its channels',
  'channels POST /api/templates/ body.channels': 'they are proposed alone',
  'channels POST /api/templates/ body.channel_set': 'it is proposed alone',
  'channels PUT /api/templates/:id/ body.channels': 'they are proposed alone',
  'channels PUT /api/templates/:id/ body.channel_set': 'it is proposed alone',
};

/** A list of channels by channel, and by its elements, is one place. */
const bare = (place: string) => place.replaceAll(/\[\]|\{\}/g, '');

test('each id that a limited key may send is checked, or says where it is', () => {
  const unchecked = Object.values(features)
    .flat()
    .filter(({ access }) => access !== 'public')
    .flatMap((endpoint: Endpoint) => {
      const rule = keyRuleOf(endpoint);
      if ('never' in rule) return [];
      return (['folders', 'channels'] as const).flatMap((limit) => {
        const checks = rule[limit];
        // Such keys are refused.
        if (!checks) return [];
        const checked = new Set(
          checks.map((check) => bare(check.split(' ')[1]?.replace('!', '') ?? '')),
        );
        const given = [...placesOf(endpoint.body, 'body'), ...placesOf(endpoint.query, 'query')];
        const about = given
          .map(bare)
          .filter((place) => ABOUT[limit].test(place.split('.').at(-1) ?? ''));
        return [...new Set(about)]
          .filter((place) => !checked.has(place))
          .map((place) => `${limit} ${endpoint.method} ${endpoint.path} ${place}`);
      });
    });
  expect(unchecked.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});
