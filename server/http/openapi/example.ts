import { ALL_NETWORKS } from '#contract/networks/names.ts';

/** Examples of what schemas describe: the same words for the same fields, wherever they are. */

export type Schema = {
  [key: string]: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
};

/** Texts by the names of their fields. */
const TEXTS: Readonly<Record<string, string>> = {
  ...{ name: 'Harbour Café', title: 'New hours', text: 'We open at eight from Monday.' },
  ...{ content: 'We open at eight from Monday.', excerpt: 'We open at eight from Monday.' },
  ...{ description: 'For the window, too', label: 'News', alt: 'The harbour at dawn' },
  ...{ email: 'ada@example.org', handle: '@harbour@social.example', user: '3', author: '3' },
  ...{ password: 'Corr3ct-horse!', password_confirm: 'Corr3ct-horse!' },
  ...{ current_password: 'Corr3ct-horse!', new_password: 'B4ttery-staple!' },
  ...{ new_password_confirm: 'B4ttery-staple!', access: 'eyJhbGciOi…', refresh: 'rt_5f2c…' },
  ...{ url: 'https://example.org/hours', target: 'https://example.org/hours' },
  ...{ link: 'https://example.org/hours', source_url: 'https://example.org/hours' },
  ...{ redirect_uri: 'https://example.org/callback', base: 'http://localhost:11434/v1' },
  ...{ prefix: '/media/1-1798761600-x/', qr: 'https://example.org/qr', original: '/media/a.jpg' },
  ...{ zone: 'Europe/Berlin', time_zone: 'Europe/Berlin', tz: 'Europe/Berlin', time: '09:00' },
  ...{ local: '2026-12-01T09:00', local_time: '2026-12-01T09:00', from: '2026-11-01T00:00:00Z' },
  ...{
    to: '2026-12-01T00:00:00Z',
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    host: 'example.org',
  },
  ...{ hosts: 'example.org', site_hosts: 'example.org', tab: 'a-tab-of-a-browser' },
  ...{
    since: '2026-11-01T00:00:00Z',
    until: '2026-12-01T00:00:00Z',
    q: 'harbour',
    search: 'harbour',
  },
  ...{ updated_after: '2026-11-01T00:00:00Z', language: 'en', tag: 'news' },
  ...{
    seen: '2026-12-01T08:00:00Z',
    due_at: '2026-12-01T08:00:00Z',
    ends_at: '2026-12-01T08:00:00Z',
  },
  ...{ paused_at: '2026-12-01T08:00:00Z', expires_at: '2027-12-01T08:00:00Z' },
  ...{ detail: 'The text is too long.', reason: 'Flood: we wait.', message: 'Hello,\nAda' },
  ...{ comment: 'Shorter, please', subject: 'A question', q_type: 'post', model: 'llama3.2' },
  ...{ secret: 'pf_8chars00_…', token: 'a3f1c0…', key: 'key-of-the-server', object_type: 'item' },
  ...{ action: 'update', hash: 'b'.repeat(64), type: 'image/jpeg', server: 'social.example' },
  ...{ beginning: 'pf_8chars00', client: 'curl/8.5', addresses: '203.0.113.0/24' },
  ...{
    csv: 'text,time\nWe open at eight,2026-12-01 09:00',
    file: '{"format":"postfolio-patterns","version":1}',
  },
  ...{ title_suffix: ' (Copy)', tags: 'news', at: '2026-12-01T09:00:00Z' },
  ...{ utm: 'newsletter', fields: 'harbour', settings: 'yes', options: 'yes', values: 'Monday' },
};

/** Numbers by the names of their fields: ids, above all. */
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ id: 41, item: 41, folder: 3, channel: 5, publication: 90, file: 12, parent: 3, user: 3 },
  ...{ author: 3, set: 2, channel_set: 2, workspace: 1, limit: 280, longest: 29, version: 1 },
  ...{ code: 200, status: 200, size: 48_213, width: 1200, height: 800, snippet: 4, rule: 6 },
};

/** What a pattern may want. */
const OTHERS = [
  ...['41', '20', '09:00', '2026-12-01T09:00', '2026-12-01', 'a-tab-of-a-browser', 'news'],
  ...['2026-12-01T08:00:00Z', '5f2c1a6e-8d3b-4c7a-9e10-2b6f4d8a1c35', '203.0.113.7', '2001:db8::7'],
  ...['b1798761600000_41', 'b41', 'b'.repeat(64), 'abcdefghijklmnopqrstuvwxyz012345', 'harbour'],
];

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-12-01T08:00:00Z',
  date: '2026-12-01',
  email: 'ada@example.org',
  uri: 'https://example.org/hours',
};

const MAX_DEPTH = 12;

/** Fields for each network would be eleven times the same: where they may be left out, the first says it. */
const OTHER_NETWORKS: readonly string[] = ALL_NETWORKS.slice(1);

/**
 * An example of a schema, with all its fields but those that `without` names; where it may be null or
 * something, the latter.
 * @param name the field that it is of
 */
export function exampleOf(
  schema: Schema,
  name: string,
  without: readonly string[] = [],
  depth = 0,
): unknown {
  const [given] = schema.examples ?? [];
  if (given !== undefined) return given;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (typeof schema.default === 'number' || (schema.default && typeof schema.default === 'string'))
    return schema.default;
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) {
    const [option = {}] = [...options.filter(({ type }) => type !== 'null'), ...options];
    return exampleOf(option, name, without, depth);
  }
  if (depth > MAX_DEPTH) return null;
  const types = [schema.type].flat();
  if (schema.properties || types.includes('object')) return objectOf(schema, name, without, depth);
  if (schema.prefixItems)
    return schema.prefixItems.map((item) => exampleOf(item, name, [], depth + 1));
  if (types.includes('array')) {
    const item =
      typeof schema.items === 'object' ? [exampleOf(schema.items, name, [], depth + 1)] : [];
    return item.filter((value) => value !== null);
  }
  return scalarOf(schema, name);
}

function objectOf(
  { properties = {}, required = [], additionalProperties: rest, propertyNames: names }: Schema,
  name: string,
  without: readonly string[],
  depth: number,
) {
  const fields = Object.entries(properties).filter(
    ([field]) =>
      !without.includes(field) && (required.includes(field) || !OTHER_NETWORKS.includes(field)),
  );
  const object = Object.fromEntries(
    fields.map(([field, schema]) => [field, exampleOf(schema, field, [], depth + 1)]),
  );
  if (!rest || typeof rest !== 'object' || fields.length) return object;
  const key = names?.pattern?.includes('[1-9]') ? '5' : 'harbour';
  const keys = (names?.enum as string[] | undefined) ?? [key];
  return Object.fromEntries(keys.map((field) => [field, exampleOf(rest, name, [], depth + 1)]));
}

function scalarOf(schema: Schema, name: string): unknown {
  const { format, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const types = [schema.type].flat();
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number'))
    return Math.max(minimum, Math.min(maximum, NUMBERS[name] ?? 1));
  if (types.includes('null') && !types.includes('string')) return null;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text));
  return [TEXTS[name], FORMATS[format ?? ''], 'harbour', ...OTHERS].find(fits) ?? 'harbour';
}
