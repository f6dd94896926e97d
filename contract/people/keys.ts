import { z } from 'zod';
import { GivenRole } from '../core/forms.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, InstantText, nameText, UserRef } from '../http/fields.ts';
import { ROLES } from '../roles.ts';
import { fitsDrafts, SCOPES, type Scope } from '../scopes.ts';
import { Member } from './members.ts';

/** Of a workspace, without those that ended. */
export const MAX_KEYS = 200;
export const MAX_SERVICE_ACCOUNTS = 50;
const MAX_LIMITS = 100;
const MAX_ADDRESSES = 20;

/** How long the old key lives on after it was rolled, in hours. */
export const OLD_KEY_HOURS = { none: 0, hour: 1, day: 24, week: 168 } as const;
const OLD_KEY_LIVES = Object.keys(OLD_KEY_HOURS) as (keyof typeof OLD_KEY_HOURS)[];

const ScopeField = z.enum(SCOPES, `Expected scopes of ${SCOPES.join(', ')}.`);

/** Without its secret, which is shown once. */
export const Key = z.object({
  id: z.int(),
  name: z.string(),
  /** Its beginning, which is no secret. */
  prefix: z.string(),
  /** Whom it acts as; their role is null where they are no member any more. */
  owner: z.object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(['person', 'service']),
    role: z.enum(ROLES).nullable(),
  }),
  scopes: z.array(z.enum(SCOPES)),
  /** Of who was shown its secret; null where they are no member: it does nothing until it is rolled. */
  holder_role: z.enum(ROLES).nullable(),
  /** Those that have no effect, because the owner, or who was shown its secret, may not do this now. */
  scopes_off: z.array(z.enum(SCOPES)),
  drafts_only: z.boolean(),
  /** Null: all. */
  folders: z.array(z.int()).nullable(),
  channels: z.array(z.int()).nullable(),
  addresses: z.array(z.string()).nullable(),
  created_at: Instant,
  created_by: UserRef,
  expires_at: Instant.nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  /** The key before it was rolled is valid until then. */
  old_until: Instant.nullable(),
  rolled_by: UserRef,
  last_used_at: Instant.nullable(),
  last_used_ip: z.string().nullable(),
  last_used_agent: z.string().nullable(),
  /** Whether the caller may change and roll it; who manages the workspace may revoke any. */
  can_change: z.boolean(),
});
export type Key = z.output<typeof Key>;

const KeyWithSecret = Key.extend({ secret: z.string() });
export type KeyWithSecret = z.output<typeof KeyWithSecret>;

const unique = <Value>(values: readonly Value[]) => [...new Set(values)];
const limit = (what: string) =>
  z
    .array(Id, `Expected the ids of ${what}, or null for all.`)
    .min(1, `Expected at least one id of ${what}; null means all.`)
    .max(MAX_LIMITS, `Expected at most ${MAX_LIMITS} ids of ${what}.`)
    .transform(unique)
    .nullish();

const Addresses = z
  .array(
    z
      .string('Expected addresses or ranges, such as 203.0.113.0/24.')
      .trim()
      .max(50, 'Expected an address or a range, such as 203.0.113.0/24 or 2001:db8::/48.'),
    'Expected addresses or ranges, such as 203.0.113.0/24, or null for all.',
  )
  .min(1, 'Expected at least one address; null means all.')
  .max(MAX_ADDRESSES, `Expected at most ${MAX_ADDRESSES} addresses.`)
  .meta({ examples: [['203.0.113.0/24']] })
  .nullish();

const KeyName = nameText('Name', {
  max: 100,
  missing: 'Give it a name.',
  long: 'A name has at most 100 characters.',
});

export const Scopes = z
  .array(ScopeField, `Expected scopes of ${SCOPES.join(', ')}.`)
  .min(1, 'Choose at least one scope.')
  .transform((scopes): Scope[] => SCOPES.filter((scope) => scopes.includes(scope)));

export const DraftsOnly = z.boolean('Expected true or false.');

/** Names the scopes that a key that writes drafts only cannot have. */
export const requireDrafts = ({
  value: { scopes, drafts_only: isLimited },
  issues,
}: z.core.ParsePayload<{ scopes?: Scope[] | undefined; drafts_only?: boolean | undefined }>) => {
  const excess = isLimited ? (scopes ?? []).filter((scope) => !fitsDrafts(scope)) : [];
  if (excess.length)
    issues.push({
      code: 'custom',
      path: ['scopes'],
      message: `A key that writes drafts only can't have: ${excess.join(', ')}.`,
      input: scopes,
    });
};

export const KeyFolders = limit('folders');

const limits = { folders: KeyFolders, channels: limit('channels'), addresses: Addresses };

export const KeyCreate = z
  .object({
    name: KeyName,
    /** A service account; null: the caller. */
    acts_as: Id.nullish(),
    scopes: Scopes.default(['read', 'write']),
    drafts_only: DraftsOnly.default(false),
    ...limits,
    /** Null: never. Without it: in a year. */
    expires_at: InstantText.nullish(),
  })
  .check(requireDrafts);
export type KeyCreate = z.input<typeof KeyCreate>;

const KeyUpdate = z
  .object({
    name: KeyName.optional(),
    scopes: Scopes.optional(),
    drafts_only: DraftsOnly.optional(),
    ...limits,
    expires_at: InstantText.nullish(),
  })
  .check(requireDrafts);

/** docs/domain/people.md, 'Keys'. */
export const listKeys = endpoint({
  method: 'GET',
  path: '/api/keys/',
  access: 'read',
  summary: 'The caller’s keys of this workspace, newest first; those of all for who manages it',
  response: z.array(Key),
});

export const getKey = endpoint({
  method: 'GET',
  path: '/api/keys/:id/',
  access: 'read',
  summary: 'One key',
  params: IdParams,
  response: Key,
});

export const createKey = endpoint({
  method: 'POST',
  path: '/api/keys/',
  access: 'read',
  summary: 'Make a key; `secret` is shown this once',
  body: KeyCreate,
  response: KeyWithSecret,
  status: 201,
});

export const updateKey = endpoint({
  method: 'PUT',
  path: '/api/keys/:id/',
  access: 'read',
  summary: 'Change the given fields of a key',
  params: IdParams,
  body: KeyUpdate,
  response: Key,
});

export const rollKey = endpoint({
  method: 'POST',
  path: '/api/keys/:id/roll/',
  access: 'read',
  summary:
    'Replace the secret of a key; the old one stays valid for the chosen time. 409 where one from before still is, unless `end_former` says that it ends',
  params: IdParams,
  body: z.object({
    keep: z.enum(OLD_KEY_LIVES, `Expected one of ${OLD_KEY_LIVES.join(', ')}.`).default('none'),
    end_former: z.boolean().default(false),
  }),
  response: KeyWithSecret,
  status: 201,
});

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/api/keys/:id/',
  access: 'read',
  summary: 'End a key at once',
  params: IdParams,
});

const ServiceName = nameText('Name', {
  max: 100,
  missing: 'Give it a name.',
  long: 'A name has at most 100 characters.',
});

/** A member that programs act as: no sign-in, no mail. `removeMember` ends it with its keys. */
export const createServiceAccount = endpoint({
  method: 'POST',
  path: '/api/service-accounts/',
  access: 'manage',
  summary: 'Make a service account: a member that programs act as',
  body: z.object({ name: ServiceName, role: GivenRole }),
  response: Member,
  status: 201,
});

export const updateServiceAccount = endpoint({
  method: 'PUT',
  path: '/api/service-accounts/:id/',
  access: 'manage',
  summary: 'Rename a service account',
  params: IdParams,
  body: z.object({ name: ServiceName }),
  response: Member,
});

const Limit = z.object({ name: z.string(), limit: z.int(), seconds: z.int() });

export const whoami = endpoint({
  method: 'GET',
  path: '/api/whoami/',
  access: 'read',
  summary: 'Who the caller is here, and what they may do',
  response: z.object({
    workspace: z.object({ id: z.int(), name: z.string() }),
    user: z.object({
      id: z.int(),
      name: z.string(),
      kind: z.enum(['person', 'service']),
      role: z.enum(ROLES),
    }),
    /** Null for a person who is signed in. */
    key: z
      .object({
        id: z.int(),
        name: z.string(),
        prefix: z.string(),
        expires_at: Instant.nullable(),
        drafts_only: z.boolean(),
        folders: z.array(z.int()).nullable(),
        channels: z.array(z.int()).nullable(),
      })
      .nullable(),
    /** Those that have an effect now. */
    scopes: z.array(z.enum(SCOPES)),
    limits: z.array(Limit),
  }),
});
