import { can, ROLES, type Role } from '#contract/roles.ts';
import type { Member } from '../../../actor.ts';

/** Whose rights a rule has. */

/**
 * The rights that a maker had when they saved it and still have: each role has those of the roles
 * after it, so that this is the lesser one. Null where they are no member any more.
 */
export const rightsOf = (then: Role, now: Role | null): Role | null =>
  now === null ? null : (ROLES[Math.max(ROLES.indexOf(then), ROLES.indexOf(now))] ?? null);

/** As one who can only propose. */
export const proposing = (actor: Member): Member =>
  can(actor.role, 'decide') ? { ...actor, role: 'editor' } : actor;
