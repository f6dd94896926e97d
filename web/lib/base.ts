/**
 * The path below which the application is served, such as `/posts`: `PUBLIC_URL` may have one. The
 * server writes it into the document (`server/http/web.ts`); the router knows it, and all that
 * leaves the router by an address adds it.
 */
export const BASE = globalThis.document?.documentElement.dataset.base ?? '';

/** A path of the application as the browser needs it. */
export const withBase = (path: string) => BASE + path;

/** The path of the application at an address of the browser. */
export const withoutBase = (pathname: string) => {
  if (pathname === BASE) return '/';
  return pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : pathname;
};
