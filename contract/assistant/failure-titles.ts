import type { FailureKind } from './state.ts';

/** What went wrong with the assistant, as a sentence that needs no details. */
export const FAILURE_TITLES: Readonly<Record<FailureKind, string>> = {
  key_refused: 'The server refuses the key.',
  no_credit: 'The account at the server is out of credit.',
  model_unknown: 'The server doesn’t know the model.',
  context: 'This is too long for the model.',
  context_refused: 'This is too long for the model.',
  day_limit: 'All tokens for today are used.',
  month_limit: 'The workspace has used its tokens for this month.',
  at_once: 'Two answers are being written already.',
  pause: 'The server asks for a pause.',
  timeout: 'The server has not finished in time.',
  unreachable: 'The server can’t be reached.',
  address_refused: 'The address of the server isn’t allowed.',
  server_error: 'The server failed.',
  thought_only: 'The model thought until its limit and wrote nothing.',
  nothing: 'The model wrote nothing.',
  ended: 'The answer ended in the middle.',
  connection_lost: 'The connection was lost.',
  form: 'The answer has not the form that is needed.',
  too_large: 'The answer did not end.',
  off: 'The assistant is off.',
  not_acknowledged: 'Another server has been chosen.',
  no_pictures: 'No model describes pictures.',
  picture_gone: 'The picture is gone.',
};
