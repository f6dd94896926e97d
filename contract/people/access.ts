import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams } from '../http/fields.ts';
import { ASSIGNABLE_ROLES, type Capability } from '../roles.ts';

/**
 * What acts for a person without their session: what they made that reads, writes or sends by itself,
 * or by a secret or an address that they know (docs/domain/people.md, 'What acts for a member').
 */

type Kind = {
  label: string;
  /** What a role must be able to do to make one. Without it, a member does not keep theirs. */
  needs: Capability;
  /**
   * What becomes of it where its maker leaves the workspace, or may make no more of it. `ends`: it is
   * theirs alone. `ends_unless_kept`: somebody who decides about it may keep it. `handed_over`: it is
   * the workspace's, and ends only where somebody says so. `pauses`: until somebody saves it anew.
   */
  fate: 'ends' | 'ends_unless_kept' | 'handed_over' | 'pauses';
  /** Whether it is of an account, and of no workspace. */
  ofAccount?: true;
  /** Whether it does nothing by itself, so that nothing of it ends with a password. */
  isQuiet?: true;
  /** Whether it has a secret of ours, which its maker was shown: another one can take its place. */
  isReplaceable?: true;
};

/** Every kind, keys first. What ends it, and hands it over, is in server/composition/access.ts. */
const ACCESS_KINDS = {
  key: { label: 'API key', needs: 'read', fate: 'ends' },
  app: { label: 'Connected app', needs: 'read', fate: 'ends' },
  service_key: {
    label: 'Key of a service account',
    needs: 'manage',
    fate: 'ends_unless_kept',
    isReplaceable: true,
  },
  calendar_address: { label: 'Calendar address', needs: 'read', fate: 'ends' },
  x_sign_in: { label: 'Sign-in with X', needs: 'read', fate: 'ends', ofAccount: true },
  // Also those of others to the verified address of the person: with a role that cannot invite, they
  // would come back by one.
  invitation: { label: 'Invitation', needs: 'manage', fate: 'ends' },
  webhook: { label: 'Webhook', needs: 'manage', fate: 'ends_unless_kept', isReplaceable: true },
  incoming_address: {
    label: 'Incoming address',
    needs: 'manage',
    fate: 'ends_unless_kept',
    isReplaceable: true,
  },
  report_link: {
    label: 'Link of a report',
    needs: 'decide',
    fate: 'ends_unless_kept',
    isReplaceable: true,
  },
  assistant_server: {
    label: 'Server of the assistant',
    needs: 'manage',
    fate: 'ends_unless_kept',
  },
  site_secret: {
    label: 'Secret of the website',
    needs: 'manage',
    fate: 'ends_unless_kept',
    isReplaceable: true,
  },
  feed: { label: 'Drafts of a feed', needs: 'write', fate: 'handed_over' },
  service_account: {
    label: 'Service account',
    needs: 'manage',
    fate: 'handed_over',
    isQuiet: true,
  },
  rule: { label: 'Rule', needs: 'write', fate: 'pauses' },
  evergreen_folder: { label: 'Evergreen folder', needs: 'write', fate: 'pauses' },
} as const satisfies Record<string, Kind>;

export type AccessKind = keyof typeof ACCESS_KINDS;
export const ACCESS_KIND_NAMES = Object.keys(ACCESS_KINDS) as [AccessKind, ...AccessKind[]];
export const kindOf = (name: AccessKind): Kind => ACCESS_KINDS[name];

const EXPECTED = 'Expected what is listed as acting for the member, such as webhook:3.';

/** Of a kind and an id: `webhook:3`. */
export const AccessRef = z
  .string(EXPECTED)
  .refine((ref) => {
    const [kind = '', id = ''] = ref.split(':', 2);
    return Object.hasOwn(ACCESS_KINDS, kind) && /^[1-9]\d{0,15}$/.test(id);
  }, EXPECTED)
  .meta({ examples: ['webhook:3'] });

const MAX_REFS = 1000;
const Refs = z.array(AccessRef).max(MAX_REFS, `Expected at most ${MAX_REFS}.`);

/**
 * Of what acts for a member, what is kept that would end, and what ends that would be kept. What is
 * kept goes on with the secret that they know; what is in `replace` goes on with another one.
 */
export const AccessChoice = z.object({ keep: Refs, replace: Refs, end: Refs });
export type AccessChoice = Partial<z.output<typeof AccessChoice>>;

export const Access = z.object({
  ref: z.string(),
  kind: z.enum(ACCESS_KIND_NAMES),
  name: z.string(),
  /** The workspace that it acts in; null for what is of the account. */
  workspace: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export type Access = z.output<typeof Access>;

/** What acts for a member, as somebody decides about it. */
export const MemberAccess = Access.extend({
  /** The service account that it ends with, as `service_account:3`. */
  ends_with: z.string().nullable(),
  /** Whether it acts for others: then it is settled only where that service account ends. */
  is_others: z.boolean(),
});
export type MemberAccess = z.output<typeof MemberAccess>;

const OUTCOMES = ['ended', 'paused', 'handed_over', 'replaced'] as const;

/** What has become of it. `handed_over`, `replaced`: to who decided, else to the owner of the workspace. */
export const SettledAccess = Access.extend({
  outcome: z.enum(OUTCOMES),
  /** Whether it goes on with a secret, an address or a key that the member knows. */
  is_known: z.boolean(),
  /** What has taken the place of its secret or address. It is shown once. */
  secret: z.string().nullable(),
});
export type SettledAccess = z.output<typeof SettledAccess>;

/**
 * What a reset of the password leaves. `ended`: what acted for the person alone. `left`: what they made
 * for their workspaces, which goes on until it is ended with the token, or by them.
 */
export const AfterReset = z.object({
  ended: z.array(Access),
  left: z.array(Access),
  end_token: z.string(),
});

export const listMemberAccess = endpoint({
  method: 'GET',
  path: '/api/members/:id/access/',
  access: 'manage',
  summary:
    'What acts for a member, and would not with another role, or after their removal: give `keep`, `replace` and `end` with that',
  params: IdParams,
  query: z.object({
    role: z.enum(ASSIGNABLE_ROLES, `Expected one of ${ASSIGNABLE_ROLES.join(', ')}.`).optional(),
  }),
  response: z.array(MemberAccess),
});

export const listOwnAccess = endpoint({
  method: 'GET',
  path: '/api/users/me/access/',
  access: 'user',
  summary: 'What acts for you without your session, in all workspaces',
  response: z.array(Access),
});

export const endOwnAccess = endpoint({
  method: 'DELETE',
  path: '/api/users/me/access/',
  access: 'user',
  summary: 'End all that acts for you without your session, in all workspaces',
});
