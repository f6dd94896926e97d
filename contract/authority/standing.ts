import { differs, type Row } from './cases.ts';

/**
 * What rules, evergreen folders and feeds publish without a look: `g`, where everybody whose words
 * leave may publish then and now, or the rule names them; else it is proposed: `p`. It is also where
 * nobody approves their own text, in a pause, and where who made the rule may not publish now.
 */

const WHO_SAVED_IT = 'A draft counts as words of the person who saved the address or the feed.';
const READ_WHEN_RUN = 'The name is read when the rule runs, and nobody asks whose it is.';
const MAKER_COPIED = 'The person who copied or imported it counts as the only author.';

export const STANDING = {
  'words of people who may publish, then and now': { result: 'g' },
  'words of an incoming address or a feed that the trigger of the rule names': { result: 'g' },
  'words of an address or a feed, by any other trigger': {
    result: 'p',
  },
  'the draft of another rule with such words': {
    result: 'p',
    note: 'Whatever chain leads there.',
    today: [differs('result', 'g', WHO_SAVED_IT)],
  },
  'words of a feed that a limited key has set': {
    result: 'p',
    today: [differs('result', 'g', WHO_SAVED_IT)],
  },
  'a name that is filled in, given by who may not publish after the event': {
    result: 'p',
    note: 'Or its value as of the event. It counts as words of the person who gave it.',
    today: [differs('result', 'g', READ_WHEN_RUN)],
  },
  'words of people who may not publish: a post, a file, a note or a snippet': { result: 'p' },
  'a template or a snippet that was changed after the rule was saved': {
    result: 'p',
    note: 'Whoever it was.',
  },
  'an approved post that a member tags or moves': { result: 'g' },
  'an approved post that a limited key tags or moves': {
    result: 'p',
    note: 'Also where a member tags it after that, and whatever is archived.',
    today: [differs('result', 'g', 'Only the audit log knows it.', 'archived')],
  },
  'a template, a snippet, a note or a file that a limited key changed, and a member after it': {
    result: 'p',
    today: [differs('result', 'g', 'Only the audit log knows it.', 'archived')],
  },
  'a copy that who may publish made of words of others': {
    result: 'p',
    note: 'Until somebody who may publish covers it.',
  },
  'an import by who may publish': { result: 'p', today: [differs('result', 'g', MAKER_COPIED)] },
  'words of which nobody knows whose they are': { result: 'p' },
  'a text of the assistant that nobody has taken': { result: 'p' },
  'words of a key of a service account whose maker was removed or demoted': {
    result: 'p',
    note: 'The key has no rights any more.',
    today: [differs('result', 'g', 'A key is bounded by whom it acts as alone.')],
  },
} as const satisfies Record<string, Row<'result'>>;

export type StandingRow = keyof typeof STANDING;

/** A copy of an evergreen post is scheduled, and something happens to its source. */
export const EVERGREEN = {
  'the source is taken back, rejected or archived': {
    ...{ W: 'a', N: 'a', P: 'f' },
  },
  'the source goes to the trash': {
    ...{ W: 'a', N: 'a', P: 'f' },
    note: 'The answer and the dialog count the copies.',
  },
  'the source is edited': {
    ...{ W: 'g|a|a', N: 'g|a|a', P: 'f' },
    note: 'Without a policy people are told.',
  },
  'the source is approved anew, as it was': { W: 'g', N: 'g', P: 'f' },
  'the source is approved anew, otherwise': {
    ...{ W: 'a', N: 'a', P: 'f' },
    note: 'Another text is approved in the place of the one that was copied.',
  },
  'the source leaves its folder, or the folder is no longer evergreen': { W: 'g', N: 'g', P: 'f' },
} as const satisfies Record<string, Row<'W' | 'N' | 'P'>>;

export type EvergreenRow = keyof typeof EVERGREEN;
