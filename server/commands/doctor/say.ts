import { SetupError } from '../../config/config.ts';
import { explainStart } from '../../process/explain-start.ts';

/**
 * What the examination prints: a line for each thing that it looked at, of JSON with `--json`. An error
 * is in the exit code, too.
 */

const IS_JSON = process.argv.includes('--json');

export type State = 'ok' | 'warning' | 'error';

/** @param mend what to do, where something is wrong */
export function say(check: string, state: State, detail: string, mend?: string) {
  if (state === 'error') process.exitCode = 1;
  const line = `${state.padEnd(8)} ${check}: ${detail}${mend ? `. ${mend}` : ''}`;
  console.log(IS_JSON ? JSON.stringify({ check, state, detail, ...(mend && { mend }) }) : line);
}

/** Nothing of an address but where it is: it may have a password. Our own sentences have none. */
export const reasonOf = (error: Error & { code?: string }) => {
  const said =
    error instanceof SetupError
      ? error.message
      : (explainStart(error) ?? error.code ?? error.message).replaceAll(/:\/\/\S+/g, '://…');
  return said.replace(/\.$/, '');
};

/** Says that something cannot be used, where `work` throws. */
export const attempt = (
  check: string,
  work: () => Promise<void> | void,
  mend = 'See docs/configuration.md',
): Promise<void> =>
  Promise.resolve()
    .then(work)
    .catch((error: Error) => say(check, 'error', reasonOf(error), mend));
