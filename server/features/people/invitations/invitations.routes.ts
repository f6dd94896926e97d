import * as members from '#contract/people/members.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './invitations.service.ts';

export function invitationRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(members.listInvitations, ({ person }) => service.listInvitations(context, database, person));
  bind(members.invite, ({ person, body }) => service.invite(context, person, body));
  bind(members.revokeInvitation, ({ person, params }) =>
    service.revokeInvitation(context, person, params.id),
  );
  bind(members.readInvitation, ({ body }) => service.readInvitation(context, body.token));
  bind(members.acceptInvitation, ({ person, body }) =>
    service.acceptInvitation(context, person, body.token),
  );
}
