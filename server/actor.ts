import { type Capability, can, type Role, rolesFor } from '#contract/roles.ts';
import { AppError } from './errors.ts';

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
};

/** A member of a workspace: by a request, or one for whom a job acts. */
export type Member = Actor & { userId: number; role: Role; by: 'request' };

/** A member with the session of the request. */
export type Person = Member & { sessionId: string; ip: string };

/** The server itself, in a job. */
export const systemActor = (workspaceId: number): Actor => ({
  workspaceId,
  userId: null,
  role: null,
  ip: null,
  by: 'job',
  tab: '',
});

/** A member for whom a job acts, with the rights of this role alone. */
export const actingMember = (workspaceId: number, userId: number, role: Role): Member => ({
  ...systemActor(workspaceId),
  userId,
  role,
  by: 'request',
});

/** The same member, as one who can only propose. */
export const proposing = (actor: Member): Member =>
  can(actor.role, 'decide') ? { ...actor, role: 'editor' } : actor;

/** Whether an actor has a capability; a job has all. */
export const may = ({ by, role }: Actor, capability: Capability): boolean =>
  by === 'job' || (role !== null && can(role, capability));

/** @throws AppError 403 */
export function requireCapability(actor: Actor, capability: Capability): void {
  if (may(actor, capability)) return;
  const detail = `Your role (${actor.role}) does not allow this. It requires one of: ${rolesFor(capability)}.`;
  throw new AppError('forbidden', 403, detail);
}
