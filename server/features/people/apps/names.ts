import { displayName } from '../../../http/outgoing/foreign.ts';

const MAX_NAME = 60;
/** What could write the question in which the name stands: quotation marks, sentences, ticks. */
const NOT_OF_NAMES = /[^\p{L}\p{N}\p{M} '’&+()/@#_.·-]/gu;

/** What an app calls itself, as people are asked about it; empty where it is no name. */
export const appName = (given: unknown): string =>
  typeof given === 'string'
    ? displayName(displayName(given, 4 * MAX_NAME).replaceAll(NOT_OF_NAMES, ''), MAX_NAME)
    : '';
