import { z } from 'zod';
import { Email } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Instant, nameText, Who } from './fields.ts';
import { ROLES } from './roles.ts';

const RoleField = z.enum(ROLES, `Expected one of ${ROLES.join(', ')}.`);

/** Ownership is handed over, and not given beside another's. */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner');
const GivenRole = z.enum(GIVEN_ROLES, `Expected one of ${GIVEN_ROLES.join(', ')}.`);
export type GivenRole = z.output<typeof GivenRole>;

/** How long an invitation is good. */
export const INVITATION_DAYS = 7;

const Place = z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) });
export const Workspace = Place.extend({ authors_may_not_approve: z.boolean() });
export type Workspace = z.output<typeof Workspace>;

const WorkspaceName = nameText('Workspace name', {
  max: 100,
  missing: 'Workspace name is required',
  long: 'Workspace name must be at most 100 characters',
});

const WorkspaceChange = z.object({
  name: WorkspaceName.optional(),
  authors_may_not_approve: z.boolean('Expected true or false.').optional(),
});

export const Member = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  joined_at: Instant,
});
export type Member = z.output<typeof Member>;

/**
 * `email` is null where whoever has the link may accept it; the link is good once. An invitation to an address has its link in
 * the mail alone: whoever uses it has shown that the address is theirs.
 */
export const Invitation = z.object({
  id: z.int(),
  email: z.string().nullable(),
  role: z.enum(GIVEN_ROLES),
  link: z.string().nullable(),
  invited_by: Who,
  created_at: Instant,
  expires_at: Instant,
});
export type Invitation = z.output<typeof Invitation>;

export const InvitationCreate = z.object({ email: Email.nullish(), role: GivenRole });

const Token = z.object({ token: z.string('Expected the token of an invitation.').max(200, 'This is no invitation.') });

/** Ours (the specification has no teams): the workspaces of a person, and who works in one. */
export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/api/workspaces/',
  access: 'person',
  summary: 'The workspaces that one is a member of, the one joined first at the beginning',
  answer: z.array(Place),
});

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/api/workspaces/',
  access: 'person',
  summary: 'Make a further workspace, and own it',
  body: z.object({ name: WorkspaceName }),
  answer: Place,
  status: 201,
});

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/api/workspace/',
  access: 'read',
  summary: 'The workspace that the header X-Workspace names, and what one may do there',
  answer: Workspace,
});

export const updateWorkspace = endpoint({
  method: 'PUT',
  path: '/api/workspace/',
  access: 'manage',
  changes: 'people',
  summary: 'Change the name and the settings of the workspace',
  body: WorkspaceChange,
  answer: Workspace,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members/',
  access: 'read',
  summary: 'Who works here, in the order in which they came',
  answer: z.array(Member),
});

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/members/:id/',
  access: 'manage',
  changes: 'people',
  summary: 'Give a member another role; the owner keeps theirs until they hand over',
  params: IdParams,
  body: z.object({ role: GivenRole }),
  answer: Member,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/members/:id/',
  access: 'manage',
  changes: 'people',
  summary: 'Remove a member; what they wrote stays',
  params: IdParams,
});

export const leaveWorkspace = endpoint({
  method: 'POST',
  path: '/api/workspace/leave/',
  access: 'read',
  changes: 'people',
  summary: 'Leave the workspace; its owner hands it over first',
});

export const handOver = endpoint({
  method: 'POST',
  path: '/api/workspace/hand-over/',
  access: 'own',
  changes: 'people',
  summary: 'Make a member the owner; whoever was it becomes an admin',
  body: z.object({ user: Id }),
  answer: z.array(Member),
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations/',
  access: 'manage',
  summary: 'The invitations that are open, the newest first',
  answer: z.array(Invitation),
});

export const invite = endpoint({
  method: 'POST',
  path: '/api/invitations/',
  access: 'manage',
  changes: 'people',
  summary: 'Invite somebody by mail, or without an address by a link; one that is open for the address is replaced',
  body: InvitationCreate,
  answer: Invitation,
  status: 201,
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:id/',
  access: 'manage',
  changes: 'people',
  summary: 'Make an invitation good for nothing',
  params: IdParams,
});

/** What somebody is invited to; `registered`: whether the address that was invited has an account. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/read/',
  access: 'public',
  summary: 'What an invitation is to; 410 where it is used, expired or revoked',
  body: Token,
  answer: z.object({
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
  access: 'person',
  summary: 'Become a member by an invitation',
  body: Token,
  answer: Place,
});
