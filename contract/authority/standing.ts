import type { Row } from './cases.ts';

/**
 * What rules, evergreen folders and feeds publish without a look: `g`, where everybody whose words
 * leave may publish then and now, or the rule names them; else it is proposed: `p`. It is also where
 * nobody approves their own text, in a pause, and where who made the rule may not publish now.
 */

export const STANDING = {
  'words of people who may publish, then and now': { result: 'g' },
  'words of an incoming address or a feed that the trigger of the rule names': { result: 'g' },
  'words of an address or a feed, by any other trigger': {
    result: 'p',
  },
  'the draft of another rule with such words': {
    result: 'p',
    note: 'Whatever chain leads there.',
  },
  'words of a feed that a limited key has set': {
    result: 'p',
  },
  'a name that is filled in, given by who may not publish': {
    result: 'p',
    note: 'It counts as words of the person who gave it, also in the UTM of links.',
  },
  'a name that is filled in, given by who may not publish after the event': {
    result: 'g',
    note: 'Its value is that of when rules are told of the event, within a second. Until then it is asked about.',
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
  },
  'a template, a snippet, a note or a file that a limited key changed, and a member after it': {
    result: 'p',
  },
  'a copy that who may publish made of words of others': {
    result: 'p',
    note: 'Until somebody who may publish covers it.',
  },
  'an import by who may publish': { result: 'p' },
  'words of which nobody knows whose they are': { result: 'p' },
  'a text of the assistant that nobody has taken': {
    result: 'p',
    note: 'It is no text of the post: it stays a proposal in the editor.',
  },
  'words of a key of a service account whose maker was removed or demoted': {
    result: 'p',
    note: 'Also where the account is handed over, or keeps its role.',
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
  'the source is approved anew, otherwise, and its new text is taken': {
    ...{ W: 'n', N: 'n', P: 'f' },
    note: 'By somebody who may publish; what was begun has stopped before.',
  },
  'the source leaves its folder, or the folder is no longer evergreen': { W: 'g', N: 'g', P: 'f' },
} as const satisfies Record<string, Row<'W' | 'N' | 'P'>>;

export type EvergreenRow = keyof typeof EVERGREEN;
