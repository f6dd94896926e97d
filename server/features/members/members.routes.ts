import * as members from '#contract/members.ts';
import type { Parts } from '../../parts.ts';
import * as invitations from './invitations.service.ts';
import * as service from './members.service.ts';
import { listMembers, listWorkspaces } from './members.sql.ts';

export function memberRoutes(parts: Parts) {
  const { bind, database, jobs, live } = parts;
  bind(members.listWorkspaces, ({ person }) => listWorkspaces(database, { userId: person.userId }));
  bind(members.createWorkspace, ({ person, body }) => service.createWorkspace(parts, person, body.name));
  bind(members.getWorkspace, ({ person }) => service.getWorkspace(database, person));
  bind(members.updateWorkspace, ({ person, body }) => service.updateWorkspace(database, person, body));
  bind(members.leaveWorkspace, ({ person }) => service.removeMember(database, person, person.userId));
  bind(members.handOver, ({ person, body }) => service.handOver(database, person, body.user));
  bind(members.listMembers, ({ person }) => listMembers(database, { workspaceId: person.workspaceId }));
  bind(members.changeRole, ({ person, params, body }) => service.changeRole(database, person, params.id, body.role));
  bind(members.removeMember, ({ person, params }) => service.removeMember(database, person, params.id));
  bind(members.listInvitations, ({ person }) => invitations.listInvitations(parts, database, person));
  bind(members.invite, ({ person, body }) => invitations.invite(parts, person, body));
  bind(members.revokeInvitation, ({ person, params }) => invitations.revokeInvitation(parts, person, params.id));
  bind(members.readInvitation, ({ body }) => invitations.readInvitation(parts, body.token));
  bind(members.acceptInvitation, async ({ person, body }) => {
    const place = await invitations.acceptInvitation(parts, person, body.token);
    live.announce(place.id, 'people');
    return place;
  });
  jobs.handle(invitations.mailInvitation, ({ id }, jobId) => invitations.sendInvitation(parts, id, jobId));
}
