import * as account from '#contract/account.ts';
import type { Parts } from '../../parts.ts';
import * as service from './account.service.ts';

export function accountRoutes(parts: Parts) {
  const { bind, jobs } = parts;
  bind(account.updateProfile, ({ person, body }) => service.updateProfile(parts, person, body));
  bind(account.changePassword, ({ person, body }) => service.changePassword(parts, person, body));
  bind(account.listSessions, ({ person }) => service.listSessions(parts, person));
  bind(account.endSession, ({ person, params }) => service.endSession(parts, person, params.id));
  bind(account.endOtherSessions, ({ person }) => service.endOtherSessions(parts, person));
  bind(account.deleteAccount, ({ person, body }) => service.deleteAccount(parts, person, body));
  jobs.handle(service.eraseAccount, ({ userId }) => service.erase(parts.background, userId));
}
