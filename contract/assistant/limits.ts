/** Limits of the assistant (docs/assistant.md). */

/** Tokens, where a workspace has set no other limit. */
export const DEFAULT_DAY_TOKENS = 50_000;
export const DEFAULT_MONTH_TOKENS = 3_000_000;
export const MAX_LIMIT_TOKENS = 1_000_000_000;

export const DEFAULT_CONTEXT = 8192;
export const MIN_CONTEXT = 1024;
export const MAX_CONTEXT = 2_000_000;

/** Runs of a person at once. */
export const MAX_AT_ONCE = 2;
/** A run is given up after so many seconds. */
export const MAX_SECONDS = 60;
/** After so many seconds without a word the page says so. */
export const SILENT_SECONDS = 10;

/** In UTF-16 units: no context takes more. */
export const MAX_RUN_TEXT = 100_000;
export const MAX_RUN_PARTS = 100;
export const MAX_INSTRUCTION = 2000;
/** Of ideas, as its field takes it. */
export const MAX_SUBJECT = 500;

export const BEGINNINGS = 5;
export const DRAFTS = 3;
export const IDEAS = 10;
export const MAX_HASHTAGS = 10;
export const MAX_FINDINGS = 20;

/** Of a page that is read: its readable part, and what is fetched of it, in bytes. */
export const MAX_READ_BYTES = 30 * 1024;
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

export const MAX_VOICES = 50;
export const MAX_OWN_ACTIONS = 50;
/** An example recognises a voice from so many on, up to so many. */
export const MIN_EXAMPLES = 3;
export const MAX_EXAMPLES = 10;
export const MAX_EXAMPLE = 3000;
export const MAX_FORBIDDEN = 100;
export const MAX_VOICE_TEXT = 2000;
