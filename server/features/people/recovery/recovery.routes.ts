import * as recovery from '#contract/people/recovery.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './recovery.service.ts';

export function recoveryRoutes(context: AppContext) {
  context.bind(recovery.resetPassword, ({ body, ip }) =>
    service.requestReset(context, body.email, ip),
  );
  context.bind(recovery.confirmPasswordReset, ({ body, ip }) =>
    service.confirmReset(context, body, ip),
  );
  context.bind(recovery.endAccessAfterReset, ({ body, ip }) =>
    service.endAccessAfterReset(context, body.token, ip),
  );
  context.bind(recovery.giveAddress, ({ person, body }) =>
    service.requestAddress(context, person, body.email),
  );
}
