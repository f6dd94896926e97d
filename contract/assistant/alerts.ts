import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant, UserRef } from '../http/fields.ts';
import type { FailureKind } from './state.ts';

/** What only an owner can mend, each with the end of a sentence for the owner. */
export const ALERT_CAUSES = {
  key_refused: 'its server refuses the key',
  no_credit: 'the account at its server is out of credit',
  model_unknown: 'its server doesn’t know the model',
  address_refused: 'the address of its server isn’t allowed',
  unreachable: 'its server can’t be reached',
  timeout: 'its server doesn’t finish in time',
  month_limit: 'the tokens of this month are used up',
  no_pictures: 'no model describes pictures',
} as const satisfies Partial<Record<FailureKind, string>>;

export type AlertCause = keyof typeof ALERT_CAUSES;
const CAUSES = Object.keys(ALERT_CAUSES) as [AlertCause, ...AlertCause[]];

export const isAlertCause = (kind: string): kind is AlertCause => Object.hasOwn(ALERT_CAUSES, kind);

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
