/**
 * What an owner of the writing assistant is notified of, because only an owner can mend it: kinds of
 * failures (contract/assistant/state.ts), each with the end of a sentence.
 */
export const ALERT_CAUSES = {
  key_refused: 'its server refuses the key',
  no_credit: 'the account at its server is out of credit',
  model_unknown: 'its server doesn’t know the model',
  address_refused: 'the address of its server isn’t allowed',
  unreachable: 'its server can’t be reached',
  timeout: 'its server doesn’t finish in time',
  month_limit: 'the tokens of this month are used up',
  no_pictures: 'no model describes pictures',
} as const;

export type AlertCause = keyof typeof ALERT_CAUSES;

export const isAlertCause = (kind: string): kind is AlertCause => Object.hasOwn(ALERT_CAUSES, kind);
