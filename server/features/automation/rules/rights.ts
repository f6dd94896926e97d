import type { Role } from '#contract/roles.ts';

/** Whose rights a rule has. */

/**
 * Each role has the capabilities of those after it. The order of `ROLES` is another one: an editor comes
 * before an approver there, who may publish as well.
 */
const BY_RIGHTS = ['owner', 'admin', 'approver', 'editor', 'viewer'] as const satisfies Role[];

/**
 * The rights that a maker had when they saved it and still have: those of the lesser role. Null where
 * they are no member any more.
 */
export const rightsOf = (then: Role, now: Role | null): Role | null =>
  now === null
    ? null
    : (BY_RIGHTS[Math.max(BY_RIGHTS.indexOf(then), BY_RIGHTS.indexOf(now))] ?? 'viewer');
