import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant } from '../http/fields.ts';
import { ROLES } from '../roles.ts';
import { AUDIENCES, SCOPES } from '../scopes.ts';
import { DraftsOnly, KeyFolders, requireDrafts, Scopes } from './keys.ts';

/** Of a workspace, without those that ended. */
export const MAX_APPS = 200;
/** Of one person, so that nobody uses up those of all. */
export const MAX_OWN_APPS = 50;

/** Without a use for so long, an app has to ask again. */
export const APP_DAYS = 30;

/** Where an app says that it comes from; confirmed where it was fetched there. */
const Origin = { name: z.string(), host: z.string().nullable(), is_confirmed: z.boolean() };

/** An app that a person let in: a key of theirs, which renews itself. */
export const App = z.object({
  id: z.int(),
  ...Origin,
  /** A program in a terminal has no page that it returns to. */
  kind: z.enum(['app', 'terminal']),
  /** What its tokens are for: the address of agents, or the API. */
  resource: z.enum(AUDIENCES),
  owner: z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) }),
  is_mine: z.boolean(),
  scopes: z.array(z.enum(SCOPES)),
  /** Those that have no effect, because the owner may not do this now. */
  scopes_off: z.array(z.enum(SCOPES)),
  drafts_only: z.boolean(),
  /** Null: all. */
  folders: z.array(z.int()).nullable(),
  created_at: Instant,
  /** When it ends, where it is not used before. */
  ends_at: Instant,
  last_used_at: Instant.nullable(),
  last_used_ip: z.string().nullable(),
  last_used_agent: z.string().nullable(),
  /** What it proposed and nobody has decided about. */
  waiting: z.int(),
});
export type App = z.output<typeof App>;

/** What a person decides about. `request` proves it, and is theirs. */
export const AppRequest = z.object({
  request: z.string(),
  app: z.object({ ...Origin, kind: z.enum(['app', 'terminal']) }),
  /** Null for a program in a terminal. */
  returns_to: z
    .object({
      kind: z.enum(['host', 'computer', 'program']),
      /** A host, the port on this computer, or the scheme of a program. */
      name: z.string(),
    })
    .nullable(),
  scopes: z.array(z.enum(SCOPES)),
  resource: z.enum(AUDIENCES),
  /** Where saying no leads. */
  cancel: z.string().nullable(),
  expires_at: Instant,
});
export type AppRequest = z.output<typeof AppRequest>;

/** docs/domain/people.md, 'Apps'. */
export const readAppRequest = endpoint({
  method: 'POST',
  path: '/api/apps/requests/',
  reads: true,
  access: 'user',
  summary:
    'What an app asks for, checked; 400 says why it cannot, with `back` where it may be told',
  /** The query of the address that the app sent the person to, as it is. */
  body: z.object({
    query: z.string('Expected a query.').max(6000, 'Expected at most 6000 characters.'),
  }),
  response: AppRequest,
});

export const readDeviceRequest = endpoint({
  method: 'POST',
  path: '/api/apps/devices/',
  reads: true,
  access: 'user',
  summary: 'What the program asks for that shows this code',
  body: z.object({ user_code: z.string('Expected a code.').max(50) }),
  response: AppRequest,
});

/** A query of 6000 characters fits, whatever it holds. */
const Sealed = z.string('Expected a request.').max(60_000);

export const allowApp = endpoint({
  method: 'POST',
  path: '/api/apps/',
  access: 'read',
  summary: 'Let an app into this workspace, as the caller',
  body: z
    .object({
      request: Sealed,
      scopes: Scopes,
      drafts_only: DraftsOnly.default(true),
      folders: KeyFolders,
    })
    .check(requireDrafts),
  /** Where to go on; null where the program waits by itself. */
  response: z.object({ app: App, redirect: z.string().nullable() }),
  status: 201,
});

export const refuseDevice = endpoint({
  method: 'POST',
  path: '/api/apps/devices/refuse/',
  access: 'user',
  summary: 'Say no to the program that shows a code',
  body: z.object({ request: Sealed }),
});

export const listApps = endpoint({
  method: 'GET',
  path: '/api/apps/',
  access: 'read',
  summary: 'The caller’s apps of this workspace, newest first; those of all for who manages it',
  /** `address`: what agents are given. */
  response: z.object({ address: z.string(), apps: z.array(App) }),
});

export const getApp = endpoint({
  method: 'GET',
  path: '/api/apps/:id/',
  access: 'read',
  summary: 'One app',
  params: IdParams,
  response: App,
});

export const disconnectApp = endpoint({
  method: 'DELETE',
  path: '/api/apps/:id/',
  access: 'read',
  summary: 'End an app at once',
  params: IdParams,
});

export const disconnectApps = endpoint({
  method: 'DELETE',
  path: '/api/apps/',
  access: 'read',
  summary: 'End all of the caller’s apps of this workspace at once',
});
