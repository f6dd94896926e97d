import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant, UserRef } from '../http/fields.ts';
import { ALERT_CAUSES, type AlertCause } from '../people/assistant-causes.ts';
import type { FailureKind } from './state.ts';

const CAUSES = Object.keys(ALERT_CAUSES) as [AlertCause, ...AlertCause[]] satisfies FailureKind[];

const Alert = z.object({
  /** Null: the workspace has no owner who could be told. */
  owner: UserRef,
  told_at: Instant,
  /** Null where the account was deleted. */
  told_by: UserRef,
  /** False: someone had told the owner before. */
  is_new: z.boolean(),
});
export type Alert = z.output<typeof Alert>;

/** docs/assistant.md, 'What goes wrong'. */
export const tellOwner = endpoint({
  method: 'POST',
  path: '/api/assistant/alerts/',
  access: 'assist',
  summary:
    'Notify the owner of what only an owner can mend; once a day for each cause, also by several people',
  body: z.object({
    cause: z.enum(CAUSES, `Expected one of ${CAUSES.join(', ')}.`),
  }),
  response: Alert,
});
