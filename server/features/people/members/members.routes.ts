import { listMemberAccess } from '#contract/people/access.ts';
import * as members from '#contract/people/members.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './members.service.ts';
import { listWorkspaces } from './members.sql.ts';

export function memberRoutes(
  context: AppContext,
  followZone: service.FollowZone,
  approvals: service.EndApprovals,
) {
  const { bind, database } = context;
  bind(members.listWorkspaces, ({ person }) => listWorkspaces(database, { userId: person.userId }));
  bind(members.createWorkspace, ({ person, body }) =>
    service.createWorkspace(context, person, body),
  );
  bind(members.getWorkspace, ({ person }) => service.getWorkspace(database, person));
  bind(members.updateWorkspace, ({ person, body }) =>
    service.updateWorkspace(context, person, body, followZone),
  );
  bind(members.leaveWorkspace, ({ person }) =>
    service.removeMember(context, person, person.userId),
  );
  bind(members.transferOwnership, ({ person, body }) =>
    service.transferOwnership(context, person, body.user),
  );
  bind(members.listMembers, ({ person }) => service.listMembers(database, person));
  bind(members.changeRole, ({ person, params, body }) =>
    service.changeRole(context, person, params.id, body),
  );
  bind(members.removeMember, ({ person, params, query: { end_approvals: ends, ...choice } }) =>
    service.removeMember(context, person, params.id, choice, ends ? approvals : undefined),
  );
  bind(listMemberAccess, ({ person, params, query }) =>
    service.listMemberAccess(context, database, person, params.id, query.role),
  );
}
