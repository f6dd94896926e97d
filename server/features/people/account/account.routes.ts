import * as access from '#contract/people/access.ts';
import * as account from '#contract/people/account.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './account.service.ts';

export function accountRoutes(context: AppContext) {
  const { bind } = context;
  bind(account.updateProfile, ({ person, body }) => service.updateProfile(context, person, body));
  bind(account.changePassword, ({ person, body }) => service.changePassword(context, person, body));
  bind(access.listOwnAccess, ({ person }) => service.listOwnAccess(context, person));
  bind(access.endOwnAccess, ({ person }) => service.endAllAccess(context, person));
  bind(account.listSessions, ({ person }) => service.listSessions(context, person));
  bind(account.endSession, ({ person, params }) => service.endSession(context, person, params.id));
  bind(account.endOtherSessions, ({ person }) => service.endOtherSessions(context, person));
  bind(account.deleteAccount, ({ person, body }) => service.deleteAccount(context, person, body));
}
