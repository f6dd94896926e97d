import * as recovery from '#contract/recovery.ts';
import type { Parts } from '../../parts.ts';
import { confirmReset, mailLink, requestReset, sendLink } from './recovery.service.ts';

export function recoveryRoutes(parts: Parts) {
  parts.bind(recovery.resetPassword, ({ body, ip }) => requestReset(parts, body.email, ip));
  parts.bind(recovery.confirmPasswordReset, ({ body, ip }) => confirmReset(parts, body, ip));
  parts.jobs.handle(mailLink, ({ email }, id) => sendLink(parts, email, id));
}
