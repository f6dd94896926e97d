import * as recovery from '#contract/recovery.ts';
import type { Parts } from '../../parts.ts';
import * as service from './recovery.service.ts';

export function recoveryRoutes(parts: Parts) {
  parts.bind(recovery.resetPassword, ({ body, ip }) => service.requestReset(parts, body.email, ip));
  parts.bind(recovery.confirmPasswordReset, ({ body, ip }) => service.confirmReset(parts, body, ip));
  parts.bind(recovery.giveAddress, ({ person, body }) => service.requestAddress(parts, person, body.email));
  parts.jobs.handle(service.mailLink, ({ email }, id) => service.sendLink(parts, email, id));
  parts.jobs.handle(service.mailAddressLink, (asked, id) => service.sendAddressLink(parts, asked, id));
}
