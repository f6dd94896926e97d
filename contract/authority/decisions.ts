import type { Row } from './cases.ts';

/** Decisions about a post, the people who made them, and the policy. The columns are in `cases.ts`. */

export const DECISIONS = {
  'its approval is taken back': {
    ...{ S: 'g|r|r', W: 'a', N: 'a', P: 'a', R: 'g|r|r', A: 'r' },
    note: 'By a draft, a review by hand, a rejection or the archive, of one post or of many.',
  },

  'its approval is taken back, and another text is approved': {
    ...{ S: 'n', W: 'n', N: 'n', P: 'a', R: 'n', A: 'r' },
  },

  'it is changed, and the other text is approved': {
    ...{ S: 'n', W: 'n', N: 'n', P: 'a', R: 'n', A: 'r' },
    note: 'The other approval takes the place of the first one.',
  },

  'its approval is taken back, and the very same text is approved again': {
    ...{ S: 'g', W: 'g', N: 'g', P: 'g', R: 'g', A: 'g' },
  },

  'it was scheduled and never approved, and is archived or rejected': {
    ...{ S: 'g|–|–', W: 'g|–|–', N: 'g|–|–', P: 'f|–|–', R: 'g|–|–', A: '–' },
    note: 'Nothing was taken back. The page offers to cancel what is scheduled.',
  },

  'it is proposed for another account': {
    ...{ S: 'g', W: 'g', N: 'g', P: 'f', R: 'g', A: '–' },
    note: 'The approval stands until that review ends without one.',
  },

  'it is proposed for another account, and that review is rejected': {
    ...{ S: 'g|r|r', W: 'a', N: 'a', P: 'a', R: 'g|r|r', A: 'r' },
  },

  'the person who approved it loses the right, or leaves': {
    ...{ S: 'g', W: 'g', N: 'g', P: 'f', R: 'g', A: '–' },
  },

  'the person who scheduled it is removed': {
    ...{ S: '–', W: 'g', N: 'g', P: 'f', R: 'g', A: '–' },
  },

  'a stricter policy is switched on, and it was never approved': {
    ...{ S: '–|r|r', W: '–|a|a', N: '–|a|a', P: '–|f|f', R: '–|r|r', A: '–|r|r' },
    note: 'What this stops is listed before the policy is switched.',
  },

  'a laxer policy is switched on': {
    ...{ S: 'g|g|–', W: 'g|g|–', N: 'g|g|–', P: 'g|g|–', R: 'g|g|–', A: '–' },
    note: 'The column is that of the laxer policy.',
  },

  'it is called published by hand, and was never approved': {
    ...{ S: 'g|r|r', W: '–', N: '–', P: '–', R: '–', A: '–' },
  },
} as const satisfies Record<string, Row>;

export type DecisionRow = keyof typeof DECISIONS;

/**
 * What is done afterwards with what is out, whose post gets another status: it was approved with the
 * publication, and belongs to that. A decision about the post is about what is published next.
 */
export const AFTERWARDS = {
  'its post is set back to a draft, a review or the archive': {
    ...{ reply: 'g', repost: 'g', remove: 'g' },
    note: 'It is cancelled by itself, with the publication, or by its deletion at the network.',
  },
  'its post is rejected': { reply: 'g', repost: 'g', remove: 'g' },
  'the text of its post is changed': { reply: 'g', repost: 'g', remove: 'g' },
  'its post goes to the trash': {
    ...{ reply: 'c', repost: 'c', remove: 'g' },
    note: 'It is deleted at the network all the same.',
  },
} as const satisfies Record<string, Row<'reply' | 'repost' | 'remove'>>;

export type AfterwardsRow = keyof typeof AFTERWARDS;

/** Decisions that are refused or not, whatever is scheduled: `y` or `r`. */
export const APPROVALS = {
  'of a text of which the person wrote a version': { result: 'y|y|r' },
  'of a copy of a text that the person wrote': { result: 'y|y|r' },
  'of a text that a key or a service account wrote, by the person who made it': {
    result: 'y|y|r',
    note: 'Nor by another program of that person. Who knows a key, or has known it, has made it.',
  },
  'of a proposal whose account, time or options have changed since it was read': { result: 'r' },
  'of a proposal by a change of the status of many posts': { result: 'r' },
  'of a proposal after its time': {
    result: 'late',
    note: 'It stops, and a person chooses another time.',
  },
  'of the person who is removed, with ‘End what they approved’': {
    result: 'a',
    note: 'What waits or has begun stops; what is scheduled or retried afterwards is as where an approval is taken back.',
  },
} as const satisfies Record<string, Row<'result'>>;
