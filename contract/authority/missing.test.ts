import { expect, test } from 'vitest';
import { type Approval, type Asked, type Known, type Missing, missing } from './missing.ts';

/** The rule by itself. The tables beside it are tried through HTTP and the worker. */

const ASKED: readonly Asked[] = ['present', 'due', 'part', 'covered'];

const ofBoth = { isOfPresent: true, isOfCovered: true };
const given = (fields: Partial<Approval> = {}): Approval => ({
  ...{ id: 1, ...ofBoth, isReviewed: false, ended: null },
  ...fields,
});
const reviewed = given({ isReviewed: true });
const scheduled = given();
const ofCovered = (approval: Approval): Approval => ({ ...approval, isOfPresent: false });
const ofPresent = (approval: Approval): Approval => ({ ...approval, isOfCovered: false });
const ended = (approval: Approval, why: Approval['ended']): Approval => ({
  ...approval,
  ended: why,
});
const known = (fields: Partial<Known>): Known => ({
  ...{ isDemanded: false, isSame: true, isBegun: false, approvals: [], source: null },
  ...fields,
});

/** The results are those of `present`, `due`, `part` and `covered`; `-`: nothing is missing. */
const TABLE: Record<string, [Partial<Known>, string]> = {
  'it was scheduled': [{ approvals: [scheduled] }, '- - - -'],
  'it was scheduled, and an approval is demanded since': [
    { isDemanded: true, approvals: [scheduled] },
    'never never never never',
  ],
  'the same, and a part is out': [
    { isDemanded: true, isBegun: true, approvals: [scheduled] },
    'never never - never',
  ],
  'it is approved, and that is demanded': [{ isDemanded: true, approvals: [reviewed] }, '- - - -'],
  'nobody who may publish changed it': [
    { isSame: false, approvals: [ofCovered(scheduled)] },
    '- changed - -',
  ],
  'it was approved, and changed since': [
    { isSame: false, isDemanded: true, approvals: [ofCovered(reviewed)] },
    'never changed - -',
  ],
  'it was changed by who may publish': [
    { isSame: false, approvals: [ofCovered(scheduled), ofPresent(scheduled)] },
    '- - - -',
  ],
  'the same, where an approval is demanded': [
    { isSame: false, isDemanded: true, approvals: [ofCovered(reviewed), ofPresent(scheduled)] },
    'never changed - -',
  ],
  'who changed it has left': [
    { isSame: false, approvals: [ofCovered(scheduled), ofPresent(ended(scheduled, 'left'))] },
    '- changed - -',
  ],
  'who changed it has left, and it was begun with that': [
    { isBegun: true, approvals: [ended(scheduled, 'left')] },
    '- left - -',
  ],
  'its approval was taken back': [
    { approvals: [ended(reviewed, 'taken back')] },
    '- taken back taken back taken back',
  ],
  'the same, and it was changed since': [
    { isSame: false, approvals: [ofCovered(ended(reviewed, 'taken back'))] },
    '- taken back taken back taken back',
  ],
  'it was taken back, and approved again': [
    { isDemanded: true, approvals: [ended(reviewed, 'taken back'), { ...reviewed, id: 2 }] },
    '- - - -',
  ],
  'another text is approved in its place': [
    {
      ...{ isSame: false, isDemanded: true },
      approvals: [ofCovered(ended(reviewed, 'replaced')), ofPresent(reviewed)],
    },
    '- - replaced replaced',
  ],
  'it is taken back, and another text is approved': [
    {
      ...{ isSame: false, isDemanded: true },
      approvals: [ofCovered(ended(reviewed, 'taken back')), ofPresent(reviewed)],
    },
    '- - replaced replaced',
  ],
  'an approval was taken back, and it was scheduled, which is not enough': [
    { isDemanded: true, approvals: [scheduled, ended({ ...reviewed, id: 2 }, 'taken back')] },
    'taken back taken back taken back taken back',
  ],
  'it is changed back to a text that was replaced before': [
    {
      ...{ isSame: false, isDemanded: true },
      approvals: [ofPresent(ended(reviewed, 'replaced')), ofCovered(reviewed)],
    },
    'replaced changed - -',
  ],
  'nothing is known of it': [{}, '- changed changed changed'],
  'its source is gone': [{ source: 'deleted', approvals: [scheduled] }, '- source source source'],
  'its source is gone, and an approval is demanded': [
    { isDemanded: true, source: 'trashed', approvals: [reviewed] },
    'source source source source',
  ],
  'the approval of its source is taken back, and it is changed': [
    { isDemanded: true, source: 'changed', approvals: [ended(reviewed, 'taken back')] },
    'taken back taken back taken back taken back',
  ],
  'an approval stands, a later one was taken back, and its source is gone': [
    { source: 'deleted', approvals: [reviewed, ended({ ...scheduled, id: 2 }, 'taken back')] },
    '- taken back taken back taken back',
  ],
  'the same, and it is changed since': [
    {
      ...{ isSame: false, source: 'deleted' },
      approvals: [ofCovered(reviewed), ofCovered(ended({ ...scheduled, id: 2 }, 'taken back'))],
    },
    '- taken back taken back taken back',
  ],
  'it was taken back, and changed by who may publish': [
    {
      ...{ isSame: false, isDemanded: true },
      approvals: [ofCovered(ended(reviewed, 'taken back')), ofPresent(scheduled)],
    },
    'never taken back taken back taken back',
  ],
  'it was taken back, and so is what was approved in its place': [
    {
      isSame: false,
      approvals: [
        ofCovered(ended(reviewed, 'taken back')),
        ofPresent(ended({ ...reviewed, id: 2 }, 'taken back')),
      ],
    },
    '- taken back taken back taken back',
  ],
  'who approved it is removed, with what they approved, and it was begun': [
    { isBegun: true, approvals: [ended(reviewed, 'member removed')] },
    '- member removed member removed member removed',
  ],
  'it was taken back, then scheduled, and an approval is demanded since': [
    { isDemanded: true, approvals: [ended(reviewed, 'taken back'), { ...scheduled, id: 2 }] },
    'never never never never',
  ],
  'it was scheduled and changed, and an approval is demanded since': [
    { isSame: false, isDemanded: true, approvals: [ofCovered(scheduled)] },
    'never changed never never',
  ],
  'nothing is known of what is begun, and an approval is demanded': [
    { isDemanded: true, isBegun: true },
    'never never changed never',
  ],
  'its source is changed, and the copy has another text, which is approved': [
    {
      ...{ isDemanded: true, isSame: false, source: 'changed' },
      approvals: [ofPresent(reviewed), ofCovered(reviewed)],
    },
    '- - source source',
  ],
};

test.each(Object.entries(TABLE))('%s', (_, [fields, expected]) => {
  const results = ASKED.map((asked) => missing(known(fields), asked)?.because ?? '-');
  expect(results.join(' ')).toBe(expected);
});

test('an approval that ended is named', () => {
  const approvals = [given({ id: 3, ended: 'replaced' }), given({ id: 4, ended: 'taken back' })];
  expect(missing(known({ approvals }), 'due')).toEqual({ because: 'taken back', approval: 4 });
});

test('what became of the source is said', () => {
  for (const source of ['deleted', 'trashed', 'changed'] as const)
    expect(missing(known({ source, approvals: [scheduled] }), 'due')).toEqual({
      ...{ because: 'source', source },
    });
});

test('the approval is named that came in the place of the one that ended', () => {
  const approvals = [
    ofCovered(given({ id: 3, isReviewed: true, ended: 'taken back' })),
    ofPresent(given({ id: 4, isReviewed: true })),
  ];
  const of = known({ isSame: false, approvals });
  expect(missing(of, 'covered')).toEqual({ because: 'replaced', approval: 4 });
});

const BOTH = [false, true];
const KINDS: Approval[] = BOTH.flatMap((isReviewed) =>
  ([null, 'taken back', 'left'] as const).flatMap((why) =>
    [
      ofBoth,
      { isOfPresent: true, isOfCovered: false },
      { isOfPresent: false, isOfCovered: true },
    ].map((of) => given({ isReviewed, ended: why, ...of })),
  ),
);
const LISTS: Approval[][] = [
  [],
  ...KINDS.map((kind) => [kind]),
  ...KINDS.flatMap((first) => KINDS.map((second) => [first, { ...second, id: 2 }])),
];

test('whatever is known: less consent is never enough', () => {
  const lacks = (fields: Known, asked: Asked): Missing | null => missing(fields, asked);
  const wrong: unknown[] = [];
  let tried = 0;
  for (const approvals of LISTS)
    for (const isDemanded of BOTH)
      for (const isSame of BOTH)
        for (const isBegun of BOTH)
          for (const source of [null, 'changed'] as const)
            for (const asked of ASKED) {
              const all: Known = { isDemanded, isSame, isBegun, approvals, source };
              const is = lacks(all, asked) !== null;
              tried++;
              const less = [
                // One approval fewer, or one that ended.
                ...approvals.map((_, at) => ({ ...all, approvals: approvals.toSpliced(at, 1) })),
                ...approvals.map((one, at) => ({
                  ...all,
                  approvals: approvals.with(at, ended(one, 'taken back')),
                })),
                { ...all, isDemanded: true },
                { ...all, source: 'deleted' as const },
              ];
              const others = less.filter((other) => is && !lacks(other, asked));
              const reversed = { ...all, approvals: approvals.toReversed() };
              if (others.length || (lacks(reversed, asked) !== null) !== is)
                wrong.push({ all, asked, others });
            }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(10_000);
});
