/** The roles of a workspace. It has one owner, and any number of the others. */
export const ROLES = ['owner', 'admin', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can be assigned. Ownership is transferred instead. */
export const ASSIGNABLE_ROLES = ROLES.filter((role) => role !== 'owner');

/**
 * The capabilities of each role: the only place that defines them. The server decides by it, and
 * pages show by it.
 */
const CAPABILITIES = {
  /** Read content, folders, history, statistics and members. */
  read: ['owner', 'admin', 'editor', 'approver', 'viewer'],
  /** Write, organise and delete content; request a review. */
  write: ['owner', 'admin', 'editor', 'approver'],
  /** Ask the writing assistant. */
  assist: ['owner', 'admin', 'editor', 'approver'],
  /** Approve or reject, and publish. */
  decide: ['owner', 'admin', 'approver'],
  /** Read the audit log. */
  audit: ['owner', 'admin'],
  /** Invite and remove members, change roles and settings. */
  manage: ['owner', 'admin'],
  /** Transfer the ownership. */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

export const isCapability = (name: string): name is Capability => Object.hasOwn(CAPABILITIES, name);

/** Whether this role has the capability. */
export const can = (role: Role, capability: Capability): boolean =>
  (CAPABILITIES[capability] as readonly Role[]).includes(role);

/** A role in a sentence: 'an editor'. */
export const withArticle = (role: Role): string => `${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`;

/** The roles that have the capability, as a list for a sentence. */
export const rolesFor = (capability: Capability): string => CAPABILITIES[capability].join(', ');

/**
 * Each role has the capabilities of those after it. The order of `ROLES` is another one: an editor comes
 * before an approver there, who may publish as well.
 */
const BY_RIGHTS = ['owner', 'admin', 'approver', 'editor', 'viewer'] as const satisfies Role[];

/** The role with the lesser rights; null where one of them is none. */
export const lesserRole = (first: Role | null, second: Role | null): Role | null =>
  first === null || second === null
    ? null
    : (BY_RIGHTS[Math.max(BY_RIGHTS.indexOf(first), BY_RIGHTS.indexOf(second))] ?? 'viewer');
