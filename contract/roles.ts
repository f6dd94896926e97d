/** What a member of a workspace may be; an owner is one, of the others there may be any number. */
export const ROLES = ['owner', 'admin', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who may do what: the only place that knows. The server decides by it, the pages show by it. */
const CAPABILITIES = {
  /** See content, folders, history, figures, and who works here. */
  read: ['owner', 'admin', 'editor', 'approver', 'viewer'],
  /** Write, organise and delete content; ask for a review. */
  write: ['owner', 'admin', 'editor', 'approver'],
  /** Say yes or no to a text, and publish it. */
  decide: ['owner', 'admin', 'approver'],
  /** See who did what. */
  audit: ['owner', 'admin'],
  /** Invite, change roles, remove; the settings of the workspace. */
  manage: ['owner', 'admin'],
  /** Hand the workspace over. */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

export const isCapability = (name: string): name is Capability => Object.hasOwn(CAPABILITIES, name);

/** Whether whoever has this role may do this. */
export const can = (role: Role, capability: Capability): boolean =>
  (CAPABILITIES[capability] as readonly Role[]).includes(role);

/** The roles with which one may do this, as a sentence has them. */
export const rolesFor = (capability: Capability): string => CAPABILITIES[capability].join(', ');
