import { reportLinkAccess } from '../features/analytics/reports/access.sql.ts';
import { assistantAccess } from '../features/assistant/access.sql.ts';
import { evergreenAccess } from '../features/automation/evergreen/access.sql.ts';
import { feedAccess } from '../features/automation/feeds/access.sql.ts';
import { incomingAccess } from '../features/automation/incoming/access.sql.ts';
import { ruleAccess } from '../features/automation/rules/access.sql.ts';
import { webhookAccess } from '../features/automation/webhooks/access.sql.ts';
import type { AccessSources } from '../features/people/access/access.service.ts';
import { invitationAccess } from '../features/people/invitations/access.sql.ts';
import {
  appAccess,
  keyAccess,
  serviceAccess,
  serviceKeyAccess,
} from '../features/people/keys/access.sql.ts';
import { identityAccess } from '../features/people/social/access.sql.ts';
import { calendarAccess } from '../features/publishing/calendar/access.sql.ts';
import { siteSecretAccess } from '../features/publishing/site-visits/access.sql.ts';

/** What acts for a person, of all groups: asked wherever a person loses a role, a password or their account. */
export const ACCESS: AccessSources = {
  key: keyAccess,
  app: appAccess,
  calendar_address: calendarAccess,
  x_sign_in: identityAccess,
  invitation: invitationAccess,
  service_key: serviceKeyAccess,
  webhook: webhookAccess,
  incoming_address: incomingAccess,
  report_link: reportLinkAccess,
  assistant_server: assistantAccess,
  site_secret: siteSecretAccess,
  feed: feedAccess,
  service_account: serviceAccess,
  rule: ruleAccess,
  evergreen_folder: evergreenAccess,
};
