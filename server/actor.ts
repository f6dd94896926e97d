import { type Capability, can, type Role, rolesFor } from '#contract/roles.ts';
import type { KeyRights, Scope } from '#contract/scopes.ts';
import { AppError, notFoundIn } from './errors.ts';

/**
 * Who acts in a workspace: a person by a request, or the server itself in a job. Services receive
 * it in place of the request, and know nothing of HTTP.
 */
export type Actor = {
  workspaceId: number;
  /** Null where no person acts. */
  userId: number | null;
  /** Null for a job: a job acts for a person who was allowed to request it. */
  role: Role | null;
  /** The IP address of the request. */
  ip: string | null;
  by: 'request' | 'job';
  /** The originating tab, which knows of its own changes; empty where there is none. */
  tab: string;
  /** The key by which a program acts: it can do what its owner can, and what the key allows. */
  key?: KeyRights;
  /** What acts for a person by itself: whose words it writes, it has brought in. */
  as?: { kind: 'rule' | 'feed' | 'incoming'; id: number };
  /** It can do less than the one that it is: nobody vouches for what it writes. */
  narrowed?: true;
};

/** A member of a workspace: by a request, or one for whom a job acts. */
export type Member = Actor & { userId: number; role: Role; by: 'request' };

/** A member with the session of the request; it is empty where a program acts by a key. */
export type Person = Member & { sessionId: string; ip: string };

/** Whether a person or a program has sent a request; a job acts for a member without one. */
export const isOfRequest = (actor: object): actor is Person => 'sessionId' in actor;

/** The server itself, in a job. */
export const systemActor = (workspaceId: number): Actor => ({
  workspaceId,
  userId: null,
  role: null,
  ip: null,
  by: 'job',
  tab: '',
});

/** A member for whom a job acts, with the rights of this role alone; `as`: what has the job done. */
export const actingMember = (
  workspaceId: number,
  userId: number,
  role: Role,
  as?: Actor['as'],
): Member => ({
  ...systemActor(workspaceId),
  userId,
  role,
  by: 'request',
  ...(as && { as }),
});

/** The same member, as one who can only propose. */
export const proposing = (actor: Member): Member =>
  can(actor.role, 'decide') ? { ...actor, role: 'editor', narrowed: true } : actor;

/**
 * The scopes that a key must have for a capability, where nothing says which of them is meant: a
 * place that was forgotten takes all of them.
 */
const SCOPES_FOR: Record<Capability, readonly Scope[] | null> = {
  read: ['read'],
  write: ['write'],
  assist: ['write'],
  decide: ['review', 'publish'],
  audit: ['audit'],
  manage: ['channels', 'members'],
  // What only an owner may do, no program does.
  own: null,
};

/** The scope that a key lacks for a capability; null: no key may; undefined: it lacks none. */
function missingScope(
  key: KeyRights,
  capability: Capability,
  as?: Scope,
): Scope | null | undefined {
  const needed = as ? [as] : SCOPES_FOR[capability];
  if (!needed || (capability === 'decide' && key.drafts_only)) return null;
  // An approval schedules what is proposed, and a text is sent, on whatever channel.
  if (capability === 'decide' && key.channels) return null;
  return needed.find((scope) => !key.scopes.includes(scope));
}

/**
 * The same actor, as far as these channels go: a key that is for some decides about no others. What
 * is asked of one without this counts for all channels.
 */
export function onChannels<A extends Actor>(actor: A, channels: readonly number[]): A {
  const { key } = actor;
  if (!key?.channels || !channels.every((id) => key.channels?.includes(id))) return actor;
  return { ...actor, key: { ...key, channels: null } };
}

/**
 * Whether an actor has a capability; a job has all.
 * @param as the scope that it takes of a key, where a capability has several
 */
export const may = (actor: Actor, capability: Capability, as?: Scope): boolean =>
  actor.by === 'job' ||
  (actor.role !== null &&
    can(actor.role, capability) &&
    (!actor.key || missingScope(actor.key, capability, as) === undefined));

/** @throws AppError 403 */
export function requireCapability(actor: Actor, capability: Capability, as?: Scope): void {
  if (may(actor, capability, as)) return;
  const { key, role } = actor;
  if (key && role !== null && can(role, capability))
    throw lacksScope(key, missingScope(key, capability, as) ?? null);
  const detail = `Your role (${role}) does not allow this. It requires one of: ${rolesFor(capability)}.`;
  throw new AppError('forbidden', 403, detail);
}

/** What is erased does not come back. @throws AppError 403, also for a key that writes drafts only */
export function requireErasing(actor: Actor): void {
  requireCapability(actor, 'manage', 'write');
  if (actor.key?.drafts_only) throw lacksScope(actor.key, null);
}

/** @param scope null: no scope of this key would allow it */
export function lacksScope(key: KeyRights, scope: Scope | null): AppError {
  if (scope)
    return new AppError('scope_required', 403, `This takes a key with the scope '${scope}'.`, {
      extra: { scope },
      // An app asks for it by this (RFC 6750).
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  return new AppError(
    'key_refused',
    403,
    key.drafts_only
      ? 'This key writes drafts only: a person decides about this.'
      : key.channels
        ? 'This key is for some channels only, and this can change what is published on any.'
        : 'No key can do this.',
  );
}

/**
 * Whether a key is for these folders; one that is for some only knows of no others.
 * @throws AppError 404
 */
export function requireInFolders(
  actor: Pick<Actor, 'key'>,
  ...folders: (number | null | undefined)[]
): void {
  const only = actor.key?.folders;
  if (!only) return;
  for (const folder of folders)
    if (folder !== undefined && (folder === null || !only.includes(folder)))
      throw notFoundIn('folder', 'folder', folder);
}
