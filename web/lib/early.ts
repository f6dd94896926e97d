import { withBase } from './base.ts';
import { isExpired, subjectOf } from './token.ts';

/**
 * The first requests of a page, sent before the application is loaded: those that the same address
 * sent each of the last two times, or the only time. So nothing here needs to know pages, or what
 * they ask for.
 */

const STORE = 'first-requests';
const MAX_ADDRESSES = 20;
const MAX_REQUESTS = 12;
/** What is asked for later than this after the start is not a first request. */
const FIRST_MS = 3000;
/** An early response is used within this time. */
const FRESH_MS = 10_000;

/**
 * By addresses: the requests of the last time and of the time before, as `nameOf` has them; after
 * the first time both are the same. Another person is in other workspaces: their tokens are refused
 * there, so what one person asked for is never asked for with the token of the next.
 */
type Known = {
  person: string;
  addresses: Record<string, { last: string[]; before: string[] }>;
};

const address = globalThis.location && location.pathname + location.search;
const asked = new Set<string>();
/** The person who asked for that. */
let asking = '';
const early = new Map<string, { token: string; response: Promise<Response> }>();

const nameOf = (path: string, workspace: number | undefined) => `${workspace ?? ''} ${path}`;

/** What this person asked for; nothing where it is not stored, cannot be read, or is another's. */
function read(person: string): Known['addresses'] {
  try {
    const known = JSON.parse(localStorage.getItem(STORE) ?? 'null') as Known | null;
    return (known?.person === person && known.addresses) || {};
  } catch {
    return {};
  }
}

/** Sends the first requests of this page, and keeps them for the next time. */
export function requestEarly() {
  setTimeout(keep, FIRST_MS);
  const token = localStorage.getItem('access_token');
  if (!token || isExpired(token)) return;
  const { last = [], before = [] } = read(subjectOf(token))[address] ?? {};
  for (const name of last.filter((name) => before.includes(name))) {
    const [workspace, path = ''] = name.split(' ');
    if (!path.startsWith('/api/')) continue;
    const response = fetch(withBase(path), {
      headers: { authorization: `Bearer ${token}`, ...(workspace && { 'x-workspace': workspace }) },
    });
    // Whoever takes it gets the error; perhaps nobody does.
    response.catch(() => {});
    early.set(name, { token, response });
  }
}

/**
 * The workspace that this person stays in by now, in this tab (web/api/chosen-workspace.ts): it may
 * still have the one of the person before.
 */
function workspaceHere(person: string): number | undefined {
  try {
    const chosen = JSON.parse(sessionStorage.getItem('workspace') ?? 'null');
    return String(chosen?.user) === person ? chosen.workspace : undefined;
  } catch {
    return undefined;
  }
}

function keep() {
  if (!localStorage.getItem('access_token') || !asking) return;
  const { [address]: known, ...others } = read(asking);
  const kept = Object.entries(others).slice(1 - MAX_ADDRESSES);
  // What was asked for before the workspace was known is asked for with it the next time.
  const here = workspaceHere(asking);
  const last = [
    ...new Set(
      [...asked].map((name) => (name.startsWith(' ') ? nameOf(name.slice(1), here) : name)),
    ),
  ];
  const own = { last, before: known?.last ?? last };
  const addresses = { ...Object.fromEntries(kept), [address]: own };
  localStorage.setItem(STORE, JSON.stringify({ person: asking, addresses } satisfies Known));
}

/** Forgets what pages asked for, when a person signs out. */
export const forgetRequests = () => localStorage.removeItem(STORE);

/** The response to an early request, once, where it was sent for the same person and workspace. */
export function takeEarly(path: string, workspace: number | undefined, token: string | null) {
  const name = nameOf(path, workspace);
  const person = subjectOf(token ?? '');
  if (person !== asking) asked.clear();
  asking = person;
  if (performance.now() < FIRST_MS && asked.size < MAX_REQUESTS) asked.add(name);
  const found = early.get(name);
  early.delete(name);
  return found?.token === token && performance.now() < FRESH_MS ? found?.response : undefined;
}
