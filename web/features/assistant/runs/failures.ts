import { FAILURE_TITLES } from '#contract/assistant/failure-titles.ts';
import { MAX_SECONDS } from '#contract/assistant/limits.ts';
import type { Failure, FailureKind } from '#contract/assistant/state.ts';
import { exactCount } from '#web/lib/count.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { tokenCount } from './token-words.ts';

/** What a run ended with: the failure that the server names, or what this page knows of it. */
export type RunFailure = Partial<Omit<Failure, 'kind'>> & {
  /** `refused`: the API took no question; `says` is why. */
  kind: FailureKind | 'refused';
  says?: string;
};

/** What helps: an owner, who alone can mend it; asking again; going on where it ended. */
export type Remedy = 'owner' | 'again' | 'go on';

export type FailureText = { title: string; says: string; remedies: readonly Remedy[] };

const SMALLER = 'A smaller task often helps.';

/** A failure with what its sentence needs. */
type Told = RunFailure & {
  server: string;
  /** 'llm.example.org answered 401.' */
  answered: string;
  time: (instant: string) => string;
};

const text = (title: string, says: string, ...remedies: Remedy[]): FailureText => ({
  title,
  says,
  remedies,
});

const texts: Record<RunFailure['kind'], (failure: Told) => FailureText> = {
  key_refused: ({ answered }) =>
    text(FAILURE_TITLES.key_refused, `${answered} An owner can set it anew.`, 'owner'),
  no_credit: ({ answered }) =>
    text(FAILURE_TITLES.no_credit, `${answered} An owner can top it up.`, 'owner'),
  model_unknown: ({ model, others }) =>
    text(
      `The server doesn’t know the model “${model ?? ''}”.`,
      others
        ? `It has ${exactCount(others)} others. An owner can choose one.`
        : 'An owner can choose another one.',
      'owner',
    ),
  context: ({ tokens, limit }) =>
    text(
      `This is too long for the model: about ${exactCount(tokens ?? 0)} of ${exactCount(limit ?? 0)} tokens.`,
      'Nothing was sent, so nothing was cut. Select a part of it.',
    ),
  context_refused: ({ answered }) =>
    text(FAILURE_TITLES.context_refused, `${answered} Select a part of it.`),
  day_limit: ({ limit, usage, time }) =>
    text(
      `You have used your ${tokenCount(limit ?? usage?.day.limit ?? 0)} tokens for today.`,
      usage
        ? `More from ${time(usage.day.resets_at)}. The workspace has ${left(usage.month)} left this month.`
        : 'More from tomorrow.',
    ),
  month_limit: ({ limit, usage, time }) =>
    text(
      `The workspace has used its ${tokenCount(limit ?? usage?.month.limit ?? 0)} tokens for this month.`,
      usage
        ? `More from ${time(usage.month.resets_at)}. An owner can raise the limit.`
        : 'An owner can raise the limit.',
      'owner',
    ),
  at_once: () =>
    text(
      'Two answers are being written for you already.',
      'Stop one of them, or wait until it has finished.',
      'again',
    ),
  pause: ({ seconds, server }) =>
    text(
      `The server asks for a pause of ${seconds ?? 0} s.`,
      `${server} is asked again by itself then.`,
    ),
  timeout: ({ seconds, server }) =>
    text(
      `The server has not finished within ${seconds ?? MAX_SECONDS} s.`,
      `${server} was given up. ${SMALLER}`,
      'again',
      'owner',
    ),
  unreachable: ({ host }) =>
    text(
      FAILURE_TITLES.unreachable,
      host ? `There is no connection to ${host}.` : 'There is no connection to it.',
      'again',
      'owner',
    ),
  address_refused: () =>
    text(FAILURE_TITLES.address_refused, 'An owner can choose another server.', 'owner'),
  server_error: ({ answered }) => text(FAILURE_TITLES.server_error, answered, 'again'),
  thought_only: ({ tokens }) =>
    text(
      FAILURE_TITLES.thought_only,
      tokens ? `${exactCount(tokens)} tokens were used. ${SMALLER}` : SMALLER,
      'again',
    ),
  nothing: () => text(FAILURE_TITLES.nothing, 'Ask again, or say it in other words.', 'again'),
  ended: () => text(FAILURE_TITLES.ended, 'What came stays.', 'go on', 'again'),
  connection_lost: () => text(FAILURE_TITLES.connection_lost, 'What came stays.', 'go on', 'again'),
  form: ({ server }) =>
    text(FAILURE_TITLES.form, `${server} was asked twice. Another model may do better.`, 'again'),
  too_large: () =>
    text(FAILURE_TITLES.too_large, `It was stopped: no answer is that long. ${SMALLER}`, 'again'),
  off: () => text(FAILURE_TITLES.off, 'An owner has switched it off. Your text is unchanged.'),
  not_acknowledged: () =>
    text(FAILURE_TITLES.not_acknowledged, 'Read first where texts are sent from now on.', 'again'),
  no_pictures: () => text(FAILURE_TITLES.no_pictures, 'An owner can choose one.', 'owner'),
  picture_gone: () => text(FAILURE_TITLES.picture_gone, 'Someone deleted it meanwhile.'),
  refused: ({ says }) => text('That was not possible.', says || 'Your text is unchanged.', 'again'),
};

const left = ({ used, limit }: { used: number; limit: number }) =>
  `${tokenCount(Math.max(0, limit - used))} of ${tokenCount(limit)}`;

const REDIRECTS = 300;

function answerOf(server: string, status: number | null | undefined) {
  if (!status) return `${server} refused it.`;
  return status < REDIRECTS ? `What ${server} sent is no answer.` : `${server} answered ${status}.`;
}

/** A title, a sentence and what helps, for each kind. @param zone of the times in it */
export function failureText(failure: RunFailure, zone: string): FailureText {
  const server = failure.host ?? 'The server';
  return texts[failure.kind]({
    ...failure,
    server,
    answered: answerOf(server, failure.status),
    time: (instant) => zonedTime(instant, zone),
  });
}
