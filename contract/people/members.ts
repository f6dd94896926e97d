import { z } from 'zod';
import { GivenRole, InvitationCreate } from '../core/forms.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, nameText, repeated, UserRef } from '../http/fields.ts';
import { ASSIGNABLE_ROLES, ROLES } from '../roles.ts';
import { Zone } from '../wall-time.ts';
import { AccessChoice, AccessRef, SettledAccess } from './access.ts';

const RoleField = z.enum(ROLES, `Expected one of ${ROLES.join(', ')}.`);

/** How long an invitation is valid. */
export const INVITATION_DAYS = 7;
/** Of a workspace, of those that are open: they are listed together. */
export const MAX_INVITATIONS = 200;

const WorkspaceSummary = z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) });
export const Workspace = WorkspaceSummary.extend({
  prevent_self_approval: z.boolean(),
  /** Only approved texts are published. */
  only_approved: z.boolean(),
  /** Pictures and videos without an alt text are not published. */
  requires_alt_texts: z.boolean(),
  /** The zone of times that are chosen without another one. */
  time_zone: z.string(),
  /** How late a publication may be sent that was due while no worker was running. */
  late_minutes: z.int(),
});
export type Workspace = z.output<typeof Workspace>;

const WorkspaceName = nameText('Workspace name', {
  max: 100,
  missing: 'Workspace name is required',
  long: 'Workspace name must be at most 100 characters',
});

const WorkspaceChange = z.object({
  name: WorkspaceName.optional(),
  prevent_self_approval: z.boolean('Expected true or false.').optional(),
  only_approved: z.boolean('Expected true or false.').optional(),
  requires_alt_texts: z.boolean('Expected true or false.').optional(),
  time_zone: Zone.optional(),
  late_minutes: z
    .int('Expected a number of minutes.')
    .min(1, 'Expected at least 1 minute.')
    .max(10_080, 'Expected at most 10080 minutes, a week.')
    .optional(),
});

export const Member = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  /** A service account: programs act as it, and nobody signs in to it. */
  kind: z.enum(['person', 'service']),
  role: z.enum(ROLES),
  joined_at: Instant,
  /**
   * When their session, or a key that acts as them here, was used last; for those who manage members,
   * null for others.
   */
  last_active_at: Instant.nullable(),
});
export type Member = z.output<typeof Member>;

/**
 * `email` is null where anyone with the link may accept it. The link is valid once. Only who made it
 * sees it, and the link of an admin no key. The link of an invitation to an address is in the mail
 * alone: using it verifies the address.
 */
export const Invitation = z.object({
  id: z.int(),
  email: z.string().nullable(),
  role: z.enum(ASSIGNABLE_ROLES),
  link: z.string().nullable(),
  invited_by: UserRef,
  created_at: Instant,
  expires_at: Instant,
});
export type Invitation = z.output<typeof Invitation>;

const Token = z.object({
  token: z.string('Expected the token of an invitation.').max(200, 'Invalid invitation link.'),
});

/** What has become of what acted for a member. */
const Settled = z.object({ access: z.array(SettledAccess) });

/** The workspaces of a person, and the members of a workspace (docs/domain/people.md, 'Roles'). */
export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/api/workspaces/',
  access: 'user',
  summary: 'The caller’s workspaces, in the order of joining',
  /** `is_empty`: it has no content. */
  response: z.array(WorkspaceSummary.extend({ is_empty: z.boolean() })),
});

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/api/workspaces/',
  access: 'user',
  summary: 'Create another workspace',
  body: z.object({ name: WorkspaceName, time_zone: Zone.optional() }),
  response: WorkspaceSummary,
  status: 201,
});

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/api/workspace/',
  access: 'read',
  summary: 'The workspace in the header X-Workspace, with the caller’s role',
  response: Workspace,
});

export const updateWorkspace = endpoint({
  method: 'PUT',
  path: '/api/workspace/',
  access: 'manage',
  summary:
    'Change the name and the settings of the workspace; in another zone, queued posts keep their times of day, and all others their instants',
  body: WorkspaceChange,
  response: Workspace,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members/',
  access: 'read',
  summary: 'Members of the workspace, in the order of joining',
  response: z.array(Member),
});

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/members/:id/',
  access: 'manage',
  summary:
    'Change the role of a member; not that of the owner. What acts for them and takes more than the role ends or is handed over to you',
  params: IdParams,
  body: AccessChoice.partial().extend({ role: GivenRole }),
  response: Member.extend(Settled.shape),
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/members/:id/',
  access: 'manage',
  summary:
    'Remove a member; their content stays. What acts for them ends or is handed over to you. With end_approvals what they approved and is not out needs another approval',
  params: IdParams,
  query: z.object({
    keep: repeated(AccessRef).optional(),
    replace: repeated(AccessRef).optional(),
    end: repeated(AccessRef).optional(),
    /** Whether posts that they approved and that are not out yet become drafts. */
    end_approvals: z
      .enum(['true', 'false'], 'Expected true or false.')
      .transform((text) => text === 'true')
      .optional(),
  }),
  /** `approvals_ended`: the number of these posts. */
  response: Settled.extend({ approvals_ended: z.int() }),
});

export const leaveWorkspace = endpoint({
  method: 'POST',
  path: '/api/workspace/leave/',
  access: 'read',
  summary:
    'Leave the workspace; the owner must transfer the ownership first. What acts for you ends or is handed over to the owner',
  response: Settled,
});

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/api/workspace/transfer-ownership/',
  access: 'own',
  summary: 'Transfer the ownership to a member; the former owner becomes an admin',
  body: z.object({ user: Id }),
  response: z.array(Member),
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations/',
  access: 'manage',
  summary: 'Open invitations, newest first',
  response: z.array(Invitation),
});

export const invite = endpoint({
  method: 'POST',
  path: '/api/invitations/',
  access: 'manage',
  summary: 'Invite someone by mail, or by a link; replaces an open invitation to the same address',
  body: InvitationCreate,
  response: Invitation,
  status: 201,
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:id/',
  access: 'manage',
  summary: 'Revoke an invitation',
  params: IdParams,
});

/** What a person is invited to. `registered`: whether the invited address has an account. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/read/',
  access: 'public',
  summary: 'The workspace and role of an invitation; 410 where it is used, expired or revoked',
  body: Token,
  response: z.object({
    workspace: z.string(),
    invited_by: z.string().nullable(),
    email: z.string().nullable(),
    role: RoleField,
    registered: z.boolean(),
    expires_at: Instant,
  }),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept/',
  access: 'user',
  summary: 'Accept an invitation',
  body: Token,
  response: WorkspaceSummary,
});
