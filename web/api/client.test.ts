import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { getItem, listItems, updateItem } from '#contract/content/items.ts';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import { stubServer, TOKEN } from '#web/testing/server.ts';
import { onSessionEnd, useAuth, useSessionEnd } from './auth-store.ts';
import { chooseWorkspace } from './chosen-workspace.ts';
import { ApiError, call, failureIn, isMissing, onceFor } from './client.ts';

const server = stubServer();
const update = () => call(updateItem, { params: { id: '7' }, body: { content: 'A text' } });
const read = () => call(getItem, { params: { id: '7' } });

/** How a request fails that gets this answer. */
async function failureOf(answer: { status: number; statusText?: string; body?: unknown }) {
  server.answers.set('PUT /api/content/items/7/', answer);
  const error = await update().catch((failed: unknown) => failed);
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${error}`);
  return error;
}

describe('a request', () => {
  test('has its parameters in the path, its body as JSON, and the token', async () => {
    server.answers.set('PUT /api/content/items/7/', { body: { id: 7 } });
    expect(await update()).toEqual({ id: 7 });
    const [request] = server.requests;
    expect(request?.body).toEqual({ content: 'A text' });
    expect(request?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
    expect(request?.headers.get(WORKSPACE_HEADER)).toBeNull();
  });
  test('repeats lists in its query, and leaves out what is undefined', async () => {
    server.answers.set('GET /api/content/items/', { body: {} });
    const query = { status: ['draft', 'review'], search: undefined, page_size: '50' } as never;
    await call(listItems, { query });
    expect(server.requests[0]?.query).toBe('?status=draft&status=review&page_size=50');
  });
  test('names the workspace that this person has chosen', async () => {
    useAuth.setState({ user: { id: 3 } as never });
    chooseWorkspace(5);
    server.answers.set('GET /api/content/items/7/', { body: {} });
    await read();
    expect(server.requests[0]?.headers.get(WORKSPACE_HEADER)).toBe('5');
  });
  test('names no workspace that somebody else has chosen here', async () => {
    useAuth.setState({ user: { id: 3 } as never });
    chooseWorkspace(5);
    useAuth.setState({ user: { id: 4 } as never });
    server.answers.set('GET /api/content/items/7/', { body: {} });
    await read();
    expect(server.requests[0]?.headers.get(WORKSPACE_HEADER)).toBeNull();
  });
  test('that is repeated asks only whether the answer has changed', async () => {
    useAuth.setState({ user: { id: 99 } as never });
    server.answers.set('GET /api/content/items/7/', { body: { id: 7 }, headers: { etag: '"1"' } });
    await read();
    server.answers.set('GET /api/content/items/7/', { status: 200, body: { id: 8 } });
    await read();
    expect(server.requests[1]?.headers.get('if-none-match')).toBe('"1"');
  });
  test('with a key creates nothing twice', () => {
    expect(onceFor('key')).toEqual({ 'idempotency-key': 'key' });
    expect(onceFor(undefined)).toEqual({});
  });
});

describe('a refused request says', () => {
  test.each([
    ['the detail of the answer', { detail: 'No room.', code: 'invalid' }, 'No room.'],
    ['a message that is called otherwise', { message: 'No room.' }, 'No room.'],
    ['the status where the answer says nothing', {}, 'API Error: 500 Internal Server Error'],
    ['the status where the answer is no object', null, 'API Error: 500 Internal Server Error'],
    [
      'which field expects something else',
      { code: 'invalid', detail: '…', thread_order: ['Expected a number.'] },
      'Thread order: Expected a number.',
    ],
    [
      'a whole sentence as it is',
      { code: 'invalid', detail: '…', content: ['Content is required'] },
      'Content is required',
    ],
    [
      'what no single field causes without a name',
      { code: 'invalid', detail: '…', non_field_errors: ['Expected another text.'] },
      'Expected another text.',
    ],
    [
      'all that is wrong',
      { code: 'invalid', detail: '…', content: ['Too long.'], tags: ['Too many.', 'Too long.'] },
      'Too long. Too many. Too long.',
    ],
  ])('%s', async (_, body, message) => {
    const error = await failureOf({ status: 500, statusText: 'Internal Server Error', body });
    expect(error.message).toBe(message);
    expect(error.status).toBe(500);
  });

  test('its code, and its messages by field', async () => {
    const body = { code: 'stale', detail: 'Changed.', content: ['Too long.'], current: { id: 7 } };
    const error = await failureOf({ status: 409, body });
    expect([error.code, error.fields, error.body.current]).toEqual([
      'stale',
      { content: ['Too long.'] },
      { id: 7 },
    ]);
  });
  test('nothing where the server was not reached', async () => {
    const error = await update().catch((failed: unknown) => failed);
    expect(error).toMatchObject({ status: 0, message: '' });
  });
});

const REFRESH = 'POST /api/auth/token/refresh/';
const PUT = 'PUT /api/content/items/7/';
const RENEWED = `a.${btoa(JSON.stringify({ exp: 9_999_999_998 }))}.c`;
const isSignedIn = () => useAuth.getState().isAuthenticated;

describe('a session that has ended', () => {
  test('signs out, and says why', async () => {
    const left = vi.fn();
    onTestFinished(onSessionEnd(left));
    server.answers.set(REFRESH, { status: 401, body: { detail: 'Ended.' } });
    await failureOf({ status: 401, body: {} });
    expect(isSignedIn()).toBe(false);
    expect(useSessionEnd.getState().why).toMatch(/log in again/);
    expect(left).toHaveBeenCalledOnce();
  });
  test('is one whose renewed token is refused, too', async () => {
    server.answers.set(REFRESH, { body: { access: RENEWED } });
    expect(await failureOf({ status: 401, body: {} })).toMatchObject({ status: 401 });
    expect(server.names()).toEqual([PUT, REFRESH, PUT]);
    expect(isSignedIn()).toBe(false);
  });
  test('signs nobody out who has signed in meanwhile, and repeats nothing as them', async () => {
    server.answers.set(PUT, () => {
      useAuth.setState({ accessToken: `${TOKEN}2`, refreshToken: 'of somebody else' });
      return { status: 401, body: {} };
    });
    await expect(update()).rejects.toMatchObject({ status: 401 });
    expect(server.names()).toEqual([PUT]);
    expect(isSignedIn()).toBe(true);
  });
  test('sends nothing without a token', async () => {
    useAuth.setState({ accessToken: null, refreshToken: null });
    await expect(update()).rejects.toMatchObject({ status: 401 });
    expect(server.names()).toEqual([]);
  });
});

describe('a session goes on', () => {
  test('where a token is refused that this device holds to be valid: it is renewed, once', async () => {
    server.answers.set(PUT, () => ({
      status: useAuth.getState().accessToken === RENEWED ? 200 : 401,
      body: { id: 7 },
    }));
    server.answers.set(REFRESH, { body: { access: RENEWED } });
    expect(await update()).toEqual({ id: 7 });
    expect(server.names()).toEqual([PUT, REFRESH, PUT]);
    expect(server.requests[2]?.headers.get('authorization')).toBe(`Bearer ${RENEWED}`);
    expect(server.requests[2]?.body).toEqual({ content: 'A text' });
  });
  test('where another tab has renewed it meanwhile, and that has expired, too', async () => {
    server.answers.set(PUT, () => {
      const { accessToken } = useAuth.getState();
      if (accessToken === RENEWED) return { body: { id: 7 } };
      useAuth.setState({ accessToken: `a.${btoa(JSON.stringify({ exp: 1 }))}.c` });
      return { status: 401, body: {} };
    });
    server.answers.set(REFRESH, { body: { access: RENEWED } });
    expect(await update()).toEqual({ id: 7 });
    expect(server.names()).toEqual([PUT, REFRESH, PUT]);
  });
  test.each([
    ['nothing', undefined],
    ['that it restarts', { status: 503, body: { detail: 'Starting.' } }],
    ['that there are too many requests', { status: 429, body: { detail: 'Later.' } }],
    ['no JSON, as what stands before it', { status: 401 }],
    ['something else', { status: 200, body: {} }],
  ])('where the renewal is answered with %s', async (_, answer) => {
    useAuth.setState({ accessToken: 'expired' });
    if (answer) server.answers.set(REFRESH, answer);
    await expect(update()).rejects.toMatchObject({ status: 0, message: '' });
    expect(server.names()).toEqual([REFRESH]);
    expect(isSignedIn()).toBe(true);
    expect(useAuth.getState().refreshToken).toBe('refresh');
  });
});

describe('the text of an alert', () => {
  test('is none without an error', () => expect(failureIn('Failed', null)).toBeNull());
  test('has the status text, else the message, else nothing more', () => {
    expect(failureIn('Failed', new ApiError('Gone.', 404, 'Not Found'))).toBe('Failed: Not Found');
    expect(failureIn('Failed', new ApiError('Gone.', 404))).toBe('Failed: Gone.');
    expect(failureIn('Failed', new ApiError('', 0))).toBe('Failed');
    expect(failureIn('Failed', new Error('offline'))).toBe('Failed: offline');
  });
});

test('a 404 means that something is missing, and nothing else does', () => {
  expect(
    [new ApiError('', 404), new ApiError('', 403), new Error('404'), undefined].map(isMissing),
  ).toEqual([true, false, false, false]);
});
