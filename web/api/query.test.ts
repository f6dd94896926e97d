import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { keys, queryClient, updateCache } from './query.ts';

const WEB = join(import.meta.dirname, '..');
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(WEB, file), 'utf8') }));

/** The key of this name; those of parameters with some. */
function keyOf(name: string): readonly unknown[] {
  const key = keys[name as keyof typeof keys] as
    | readonly unknown[]
    | ((...given: unknown[]) => readonly unknown[]);
  return typeof key === 'function' ? key('a', 'b') : key;
}
const isBelow = (prefix: readonly unknown[], key: readonly unknown[]) =>
  prefix.every((part, at) => key[at] === part);

/** The text of the object that begins there. */
function objectAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(start, at);
  }
  return '';
}

/** The queries with the names of the keys under which they are cached. */
const queries = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\w*[qQ]uery\w*\((?=\{)/g)]
    .map((call) => objectAt(text, call.index + call[0].length))
    .filter((options) => options.includes('queryFn'))
    .map((options) => ({ file, name: /queryKey: keys\.(\w+)/.exec(options)?.[1] })),
);

test('every query names its key by `keys`, and no two queries share one', () => {
  expect(queries.length).toBeGreaterThan(40);
  expect(queries.filter(({ name }) => name === undefined)).toEqual([]);
  const shared = queries.filter(
    ({ name }) =>
      queries.filter((other) => String(keyOf(other.name ?? '')) === String(keyOf(name ?? '')))
        .length > 1,
  );
  expect(shared).toEqual([]);
});

test('a prefix whose cached data is updated is above the data of one query', () => {
  const updated = sources.flatMap(({ text }) =>
    [...text.matchAll(/[gs]etQueriesData(?:<[^(]*>)?\(\s*\{ queryKey: keys\.(\w+)/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect(new Set(updated)).toEqual(new Set(['items', 'contentLists', 'calendar']));
  // Items are found in cached data of any shape.
  for (const prefix of updated.filter((name) => name !== 'items')) {
    const met = queries.filter(({ name }) => isBelow(keyOf(prefix), keyOf(name ?? '')));
    expect([prefix, met.map(({ name }) => name)]).toEqual([prefix, [expect.any(String)]]);
  }
});

test('an update of cached data that fails is logged, and ends nothing', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure = new Error('another shape');
  expect(
    updateCache(() => {
      throw failure;
    }),
  ).toBeUndefined();
  expect(log).toHaveBeenCalledWith(expect.any(String), failure);
  log.mockRestore();
});

test('what is being fetched for the first time while it changes is fetched again', async () => {
  const queryKey = ['changing'];
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let fetches = 0;
  const unsubscribe = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => responses[fetches++]?.promise,
  }).subscribe(() => undefined);
  const changed = queryClient.invalidateQueries({ queryKey });
  responses[0]?.resolve('before the change');
  responses[1]?.resolve('after the change');
  await changed;
  expect(queryClient.getQueryData(queryKey)).toBe('after the change');
  unsubscribe();
});
