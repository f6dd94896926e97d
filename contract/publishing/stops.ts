import type { Publication, StopCause, StopReason } from './publications.ts';

/**
 * The failures that stop a publication, where a name says no other in a workspace without a policy: what
 * is stored of each, and what 'Needs attention' says and offers. Two tests try it: one brings each about
 * over HTTP, and sends the requests of the buttons; one asks the page for its words.
 */

/** The buttons of what has stopped, for who may do everything. */
export type Offer =
  | 'send it'
  | 'it was published'
  | 'new time'
  | 'publish now'
  | 'reconnect'
  | 'publish as approved'
  | 'review the change'
  | 'take the new text'
  | 'leave it'
  | 'edit'
  | 'continue';

export type Stop = {
  /** `practice`, or one of those that can fail so. */
  network: 'practice' | 'other';
  /** The facts, as the API has them; in texts `{network}` is its name. */
  reason: StopReason;
  cause: StopCause | null;
  detail: string;
  sendable: Publication['sendable'];
  may_be_there: boolean;
  parts: number;
  sent: number;
  /** Whether a call has failed: how often depends on the time. */
  tried: boolean;
  /** What is said, three hours after the time, and 2 attempts where it was tried. */
  title: string;
  text: string;
  offers: readonly Offer[];
};

const FACTS = {
  ...{ network: 'other', cause: null, may_be_there: false, parts: 1, sent: 0, tried: true },
  sendable: ['scheduled', 'present'],
} as const satisfies Partial<Stop>;

export const STOPS = {
  'the network refuses the text': {
    ...FACTS,
    reason: 'rejected',
    detail: 'Text is not nice.',
    title: '{network} refused this: Text is not nice.',
    text: 'Change this, then retry to continue from there.',
    offers: ['edit', 'continue'],
  },
  'it does not fit any longer': {
    ...FACTS,
    ...{ reason: 'rejected', cause: 'checks', tried: false },
    detail: 'The text is 300 characters over the limit for {network}.',
    title:
      'This can’t be published on {network}: The text is 300 characters over the limit for {network}.',
    text: 'Change this, then retry to continue from there.',
    offers: ['edit', 'continue'],
  },
  'the access is revoked': {
    ...FACTS,
    reason: 'reconnect',
    detail: 'The access token was revoked.',
    title: '{network} no longer accepts the connection to @ada.',
    text: '1 post waits for it. It resumes when the account is reconnected.',
    offers: ['reconnect'],
  },
  'the stored access cannot be opened': {
    ...FACTS,
    ...{ reason: 'reconnect', cause: 'sealed', tried: false },
    detail: 'The account must be reconnected to {network}.',
    title: 'This server can’t read its stored access to @ada.',
    text: 'It was stored with another SECRET. Reconnect the account. 1 post waits for it.',
    offers: ['reconnect'],
  },
  'the answer is lost, and the network cannot be read': {
    ...FACTS,
    ...{ network: 'practice', reason: 'unknown', may_be_there: true },
    detail: 'It isn’t known whether {network} published part 1.',
    title: 'It isn’t known whether {network} published this.',
    text: '{network} didn’t confirm the text that was sent, and can’t be checked automatically. Check the channel, then report what you see.',
    offers: ['send it', 'it was published'],
  },
  'it is three hours late': {
    ...FACTS,
    ...{ reason: 'late', tried: false },
    detail: 'This was due while no worker was running.',
    title: 'This was due while no worker was running.',
    text: 'It is 3 hours late, more than the 30 minutes this workspace allows.',
    offers: ['new time', 'publish now'],
  },
  'an editor changes it after it was scheduled': {
    ...FACTS,
    ...{ reason: 'changed', tried: false },
    detail: 'Grace Hopper changed part 1 after it was scheduled.',
    title: 'The scheduled text is no longer approved.',
    text: 'Grace Hopper changed part 1 after it was scheduled.',
    offers: ['publish as approved', 'review the change', 'continue'],
  },
  'its approval is taken back': {
    ...FACTS,
    ...{ reason: 'changed', cause: 'taken_back', sendable: ['present'], tried: false },
    detail: 'Ada Byron moved it back to draft after it was approved.',
    title: 'The approval was taken back.',
    text: 'Ada Byron moved it back to draft after it was approved.',
    offers: ['review the change', 'continue'],
  },
  'a policy is switched on that asks for an approval': {
    ...FACTS,
    ...{ reason: 'changed', cause: 'policy', sendable: [], tried: false },
    detail: 'This workspace publishes approved texts only.',
    title: 'This text isn’t approved.',
    text: 'This workspace publishes approved texts only. Have the text approved, then publish it.',
    offers: ['edit'],
  },
  'the network answers with errors for a day': {
    ...FACTS,
    ...{ network: 'practice', reason: 'exhausted', cause: 'unavailable' },
    detail: 'The practice network is unavailable.',
    title: '{network} has responded with errors for 24 hours: The practice network is unavailable.',
    text: '2 attempts since Fri 27 Nov, 05:00. No part was published.',
    offers: ['continue'],
  },
  'the network limits the account for a day': {
    ...FACTS,
    ...{ reason: 'exhausted', cause: 'limited' },
    detail: 'Too many requests.',
    title: '{network} has accepted no more posts from this account for 24 hours.',
    text: '2 attempts since Fri 27 Nov, 05:00. No part was published.',
    offers: ['continue'],
  },
  'the part above is deleted between two parts': {
    ...FACTS,
    ...{ reason: 'rejected', cause: 'parent', parts: 2, sent: 1 },
    detail: 'The previous part is no longer there.',
    title: 'Part 1 is no longer on {network}.',
    text: '1 of 2 published. Part 2 replies to it, so the thread can’t continue there. Leave it as it is, or delete what is published and publish the thread again.',
    offers: ['leave it'],
  },
} as const satisfies Record<string, Stop>;
