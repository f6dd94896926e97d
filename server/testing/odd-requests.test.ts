import { beforeAll, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { useApp } from './app.ts';
import { expectShortTurns, sendTo } from './longest-turn.ts';
import { sampled } from './sampled.ts';
import { bodyOf, createWorkspace, fieldsOf, nameOf, pathOf } from './samples.ts';

/**
 * Requests that no client of ours sends, to every endpoint: none fails on the server, and none holds
 * up the others.
 */
const app = useApp();
const endpoints = Object.values(features).flat();

/** So many of them are tried with each endpoint. */
const SAMPLES = 8;
/** As long as the head of a request may be, and some room for the rest of it. */
const MAX_HEAD = 120_000;

const long = (unit: string, length = MAX_HEAD) => unit.repeat(Math.floor(length / unit.length));
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Of a body: its members as text, each with a comma behind it. */
const membersOf = (body: object) =>
  Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('');

/** Bodies, made of the members of one that is taken. */
const BODIES: Record<string, (members: string, names: string[]) => string> = {
  'members twice': (members) => `{${members}${members}"x":1}`,
  'members as other types first': (members, names) =>
    `{${names.map((name) => `"${name}":{"a":[1]},`).join('')}${members}"x":1}`,
  prototypes: (members) =>
    `{${members}"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}},"toString":1,"hasOwnProperty":null}`,
  'an escaped prototype': (members) => `{${members}"\\u005f_proto__":{"workspaceId":1}}`,
  'prototypes in members': (_, names) =>
    `{${names.map((name) => `"${name}":{"__proto__":{"length":1},"constructor":1}`).join()}}`,
  'huge numbers': (_, names) => `{${names.map((name) => `"${name}":1e400`).join()}}`,
  'long numbers': (_, names) => `{${names.map((name) => `"${name}":${long('9', 40_000)}`).join()}}`,
  'small numbers': (_, names) => `{${names.map((name) => `"${name}":-1e-400`).join()}}`,
  'deep members': (_, names) =>
    `{${names.map((name) => `"${name}":${long('[', 60)}${long(']', 60)}`).join()}}`,
  'lists of numbers': (_, names) =>
    `{${names.map((name) => `"${name}":[${long('1e99,', 2000)}0]`).join()}}`,
  'many names': (members) =>
    `{${members}${Array.from({ length: 3000 }, (_, n) => `"k${n}":1`).join()}}`,
  'a long name': (members) => `{${members}"${long('k', 40_000)}":1}`,
  'a name with half a pair': (members) => `{${members}"\\ud800":1}`,
  'a name with NUL': (members) => `{${members}"\\u0000":1}`,
  'no end': (members) => `{${members}`,
  'no JSON of some length': () => long('{"a":', 300),
  'a byte order mark': (members) => `\ufeff{${members}"x":1}`,
};

/** Queries, with a name that the endpoint knows. */
const QUERIES: Record<string, (name: string) => string> = {
  'a name many times': (name) => long(`${name}=1&`),
  'a name without a value': (name) => long(`${name}&`),
  'a name with brackets': (name) => `${name}[]=1&${name}[a]=1&${name}[__proto__]=1`,
  prototypes: () => '__proto__=1&__proto__[a]=1&constructor=1&constructor[prototype]=1&toString=1',
  separators: () => long('&;='),
  'percent signs': (name) => `${name}=${long('%25')}`,
  'malformed percent signs': (name) => `${name}=${long('%')}`,
  'half a pair': (name) => `${name}=%ed%a0%80`,
  NUL: (name) => `${name}=a%00b`,
  'a long number': (name) => `${name}=${long('9')}`,
  'a number with an exponent': (name) => `${name}=1e308`,
  'a deep cursor': () => `cursor=${Buffer.from(long('[', 60_000)).toString('base64url')}`,
  'a cursor of other types': () => `cursor=${encoded(['-updated_at', false, { a: 1 }, 1])}`,
  'a cursor of no time': () => `cursor=${encoded(['-updated_at', false, 'infinity', 1])}`,
  'a cursor of a huge id': () =>
    `cursor=${encoded(['-updated_at', true, '2026-01-01T00:00:00Z', 2 ** 53 - 1])}`,
};

const HEADERS: Record<string, Record<string, string>> = {
  'a long token': { authorization: `Bearer ${long('a.')}` },
  'another scheme': { authorization: 'Basic YTpi' },
  'a long workspace': { 'x-workspace': long('1') },
  'no workspace': { 'x-workspace': '__proto__' },
  'a long tab': { 'x-tab': long('a ') },
  'a long key': { 'idempotency-key': long('k') },
  'many encodings': { 'accept-encoding': long('gzip;q=0.1,') },
  'no encodings': { 'accept-encoding': long(';q=') },
  'many types': { 'content-type': long('a/b;c=d,') },
  'a type with an open quote': { 'content-type': `application/json;charset="${long('\\"', 1000)}` },
  'a form': { 'content-type': 'multipart/form-data; boundary=x' },
  'a compressed body': { 'content-encoding': 'gzip' },
  'many tags': { 'if-none-match': long('W/"a",') },
  'many ranges': { range: `bytes=${long('0-1,')}` },
  'many proxies': { 'x-forwarded-for': long('::1, ') },
  'a long upload': { 'upload-length': long('9', 1000), 'upload-offset': long('9') },
  'odd numbers of an upload': { 'upload-length': '1e9', 'upload-offset': '-0' },
  'many names of an upload': { 'upload-length': '9', 'upload-metadata': long('name YQ==,') },
  'an upload of prototypes': {
    'upload-length': '9',
    'upload-metadata': '__proto__ YQ==,constructor YQ==,name /w==',
  },
  'a long name of a browser': { 'user-agent': long('Mozilla/5.0 (') },
};

const PATHS: Record<string, (path: string) => string> = {
  'a long id': (path) => path.replace(':id', long('1')),
  'an id with half a pair': (path) => path.replace(':id', '%ed%a0%80'),
  'an id with NUL': (path) => path.replace(':id', '1%00'),
  'an id with a slash': (path) => path.replace(':id', '..%2f1'),
  'many slashes': (path) => path + long('/'),
  'a semicolon': (path) => `${path};${long('a')}`,
};

type Odd = { what: string; path?: string; body?: string; headers?: Record<string, string> };
type Made = Awaited<ReturnType<typeof createWorkspace>>;

let made: Made;
beforeAll(async () => {
  made = await createWorkspace(app);
});

function oddOf(endpoint: Endpoint, { ids }: Made): Odd[] {
  const [path, body] = [pathOf(endpoint, ids), bodyOf(endpoint, ids)];
  const names = Object.keys(fieldsOf(endpoint.body));
  const [name = 'x'] = Object.keys(fieldsOf(endpoint.query));
  const odd: Odd[] = [
    ...Object.entries(QUERIES).map(([what, of]) => ({ what, path: `${path}?${of(name)}` })),
    ...Object.entries(HEADERS).map(([what, headers]) => ({ what, headers })),
    ...Object.entries(PATHS).map(([what, of]) => ({ what, path: of(endpoint.path) })),
  ];
  if (endpoint.body)
    for (const [what, of] of Object.entries(BODIES))
      odd.push({ what, body: of(membersOf(body), names) });
  return odd;
}

test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  async (_, endpoint) => {
    const { method } = endpoint;
    const sample = endpoint.body && JSON.stringify(bodyOf(endpoint, made.ids));
    for (const odd of sampled(oddOf(endpoint, made), SAMPLES, nameOf(endpoint))) {
      const { what, path = pathOf(endpoint, made.ids), body = sample, headers } = odd;
      await expectShortTurns(what, async () => {
        const status = await sendTo(app, method, path, made.token, body, headers);
        expect([what, status]).toEqual([
          what,
          expect.toSatisfy((code: number) => code >= 200 && code < 500, 'no failure of the server'),
        ]);
      });
    }
  },
);

test('no request caused an unexpected error', () => {
  expect(app.lines.filter((line) => line.includes('request failed'))).toEqual([]);
});
