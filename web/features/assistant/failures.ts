import { MAX_SECONDS } from '#contract/assistant/limits.ts';
import type { Failure, FailureKind } from '#contract/assistant/state.ts';
import { exactCount } from '#web/lib/count.ts';
import { zonedTime } from '#web/lib/time.ts';
import { tokenCount } from './token-words.ts';

/** What a run ended with: the failure that the server names, or what this page knows of it. */
export type RunFailure = Partial<Omit<Failure, 'kind'>> & {
  /** `refused`: the API took no question; `says` is why. */
  kind: FailureKind | 'refused';
  says?: string;
};

/** What helps: the settings, for owners; asking again; going on where it ended. */
export type Remedy = 'settings' | 'again' | 'go on';

export type FailureText = { title: string; says: string; remedies: readonly Remedy[] };

const SMALLER = 'A smaller task often helps.';

/** A title, a sentence and what helps, for each kind. @param zone of the times in it */
export function failureText(failure: RunFailure, zone: string): FailureText {
  const { host, status, tokens, limit, model, others, usage, seconds, says = '' } = failure;
  const server = host ?? 'The server';
  const answered = status ? `${server} answered ${status}.` : `${server} refused it.`;
  const text = (title: string, sentence: string, ...remedies: Remedy[]) => ({
    title,
    says: sentence,
    remedies,
  });
  switch (failure.kind) {
    case 'key_refused':
      return text(
        'The server refuses the key.',
        `${answered} An owner can set it anew.`,
        'settings',
      );
    case 'no_credit':
      return text(
        'The account at the server is out of credit.',
        `${answered} An owner can top it up.`,
      );
    case 'model_unknown':
      return text(
        `The server doesn’t know the model “${model ?? ''}”.`,
        others
          ? `It has ${exactCount(others)} others. An owner can choose one.`
          : 'An owner can choose another one.',
        'settings',
      );
    case 'context':
      return text(
        `This is too long for the model: about ${exactCount(tokens ?? 0)} of ${exactCount(limit ?? 0)} tokens.`,
        'Nothing was sent, so nothing was cut. Select a part of it.',
      );
    case 'context_refused':
      return text('This is too long for the model.', `${answered} Select a part of it.`);
    case 'day_limit':
      return text(
        `You have used your ${tokenCount(limit ?? usage?.day.limit ?? 0)} tokens for today.`,
        usage
          ? `More from ${zonedTime(usage.day.resets_at, zone)}. The workspace has ${tokenCount(
              Math.max(0, usage.month.limit - usage.month.used),
            )} of ${tokenCount(usage.month.limit)} left this month.`
          : 'More from tomorrow.',
      );
    case 'month_limit':
      return text(
        `The workspace has used its ${tokenCount(limit ?? usage?.month.limit ?? 0)} tokens for this month.`,
        usage
          ? `More from ${zonedTime(usage.month.resets_at, zone)}. An owner can raise the limit.`
          : 'An owner can raise the limit.',
        'settings',
      );
    case 'at_once':
      return text(
        'Two answers are being written for you already.',
        'Stop one of them, or wait until it has finished.',
        'again',
      );
    case 'pause':
      return text(
        `The server asks for a pause of ${seconds ?? 0} s.`,
        `${server} answered 429. It is asked again then.`,
      );
    case 'timeout':
      return text(
        `The server has not finished within ${seconds ?? MAX_SECONDS} s.`,
        `${server} was given up. ${SMALLER}`,
        'again',
      );
    case 'unreachable':
      return text(
        'The server can’t be reached.',
        host ? `There is no connection to ${host}.` : 'There is no connection to it.',
        'again',
      );
    case 'address_refused':
      return text(
        'The address of the server isn’t allowed.',
        'An owner can choose another server.',
        'settings',
      );
    case 'server_error':
      return text('The server failed.', answered, 'again');
    case 'thought_only':
      return text(
        'The model thought until its limit and wrote nothing.',
        tokens ? `${exactCount(tokens)} tokens were used. ${SMALLER}` : SMALLER,
        'again',
      );
    case 'nothing':
      return text('The model wrote nothing.', 'Ask again, or say it in other words.', 'again');
    case 'ended':
      return text('The answer ended in the middle.', 'What came stays.', 'go on', 'again');
    case 'connection_lost':
      return text('The connection was lost.', 'What came stays.', 'go on', 'again');
    case 'form':
      return text(
        'The answer has not the form that is needed.',
        `${server} was asked twice. Another model may do better.`,
        'again',
      );
    case 'too_large':
      return text(
        'The answer did not end.',
        `It was stopped: no answer is that long. ${SMALLER}`,
        'again',
      );
    case 'off':
      return text('The assistant is off.', 'An owner has switched it off. Your text is unchanged.');
    case 'not_acknowledged':
      return text(
        'Another server has been chosen.',
        'Read first where texts are sent from now on.',
        'again',
      );
    case 'no_pictures':
      return text('No model describes pictures.', 'An owner can choose one.', 'settings');
    case 'refused':
      return text('That was not possible.', says || 'Your text is unchanged.', 'again');
  }
}
