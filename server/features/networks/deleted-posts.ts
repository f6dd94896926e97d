import { GONE, PARENT } from './adapter.ts';
import { NetworkError } from './failures.ts';

/** How networks say that what a part replies to is not there. */
const ABOUT_PARENT = /\b(?:repl(?:y|ies|ied)|parent|unknown message)\b/i;
const IS_MISSING = /\b(?:not found|not exist|unknown message|deleted|not visible)\b/i;

/** Whether a part was refused because what it replies to is gone. */
export const isParentGone = ({ kind, code, message }: NetworkError): boolean =>
  kind === 'rejected' &&
  (code === PARENT || (ABOUT_PARENT.test(message) && IS_MISSING.test(message)));

/** What is said of a post that was to be shown once more, and is not there. */
export const goneError = () => new NetworkError('rejected', GONE, 'The post is no longer there');
