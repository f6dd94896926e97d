import { afterEach, beforeEach, vi } from 'vitest';
import { useAuth } from '#web/api/auth-store.ts';

type Answer = { status?: number; statusText?: string; body?: unknown; headers?: HeadersInit };

/** Storage as a browser has it. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (place) => [...kept.keys()][place] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** An access token that has not expired. */
export const TOKEN = `a.${btoa(JSON.stringify({ exp: 9_999_999_999 }))}.c`;

/**
 * In place of the network: each request of a test is recorded, and answered as `answers` says by
 * method and path. A person is signed in.
 */
export function stubServer() {
  const requests: { name: string; query: string; body: unknown; headers: Headers }[] = [];
  const answers = new Map<string, Answer | (() => Answer | Promise<Answer>)>();
  beforeEach(() => {
    requests.length = 0;
    answers.clear();
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const { pathname, search } = new URL(path, 'http://own.invalid');
      const name = `${init.method ?? 'GET'} ${pathname}`;
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      requests.push({ name, query: search, body, headers: new Headers(init.headers) });
      const found = answers.get(name);
      if (!found) throw new TypeError('Failed to fetch');
      const {
        status = 200,
        statusText = '',
        headers = {},
        ...answer
      } = typeof found === 'function' ? await found() : found;
      const text = 'body' in answer ? JSON.stringify(answer.body) : null;
      return new Response(text, { status, statusText, headers });
    });
    localStorage.setItem('refresh_token', 'refresh');
    useAuth.setState({ accessToken: TOKEN, refreshToken: 'refresh', isAuthenticated: true });
  });
  afterEach(() => {
    useAuth.setState({ user: null, accessToken: null, refreshToken: null, isAuthenticated: false });
    vi.unstubAllGlobals();
  });
  return { requests, answers, names: () => requests.map(({ name }) => name) };
}
