/**
 * What leaves for a network after something has changed or happened, case by case: the
 * specification of authority. Code that disagrees is wrong, or a row is changed on purpose.
 *
 * An edition is what leaves for one channel: its text, ending, options and names. It is covered by
 * an approval, or by a member who may publish and schedules it. A row says what happened after it
 * was covered, and by whom; its columns say what follows from that, by the moment:
 *
 * - `S`: it is scheduled or proposed now, by the person who made the change
 * - `W`: it waits for its time, which comes
 * - `N`: it was begun, and is known to be nowhere: the network limits, has failed, or does not have it
 * - `P`: a part of it is out, and the next one waits
 * - `R`: it has stopped, and the person who made the change retries it with the present text
 * - `A`: it has stopped as changed, and somebody who may publish retries it as it was scheduled
 *
 * Where a part may be out, because the answer was lost, there is no column: whatever has changed,
 * pauses included, the part is looked for first. Then the case is that of `P` or `N`. Such a part is
 * never frozen anew, cancelled or moved.
 */
export type Moment = 'S' | 'W' | 'N' | 'P' | 'R' | 'A';

/** What follows. */
export const RESULTS = {
  g: 'goes out as it was covered',
  n: 'goes out with the new words',
  a: 'waits for a person: it stops as `changed` at its time',
  r: 'is refused',
  p: 'is proposed',
  c: 'is cancelled',
  f: 'goes on as it was frozen when it was begun',
  h: 'is held',
  y: 'is done',
  late: 'stops as `late`',
  rejected: 'stops as `rejected`',
  '–': 'cannot be',
} as const;
export type Result = keyof typeof RESULTS;

/**
 * The policies of a workspace: none; only approved texts are published; nobody approves their own
 * text, which includes that.
 */
export const POLICIES = ['none', 'only_approved', 'prevent_self_approval'] as const;
export type Policy = (typeof POLICIES)[number];

/** A result whatever the policy, or the results of the three policies in their order. */
export type Cell = Result | `${Result}|${Result}|${Result}`;

/** The result of a cell in a workspace with this policy. */
export function resultOf(cell: Cell, policy: Policy): Result {
  const results = cell.split('|') as Result[];
  return (results.length === 1 ? results[0] : results[POLICIES.indexOf(policy)]) as Result;
}

/** What the code does today where it does otherwise, and why. */
export type Difference<Column extends string> = {
  at: Column;
  today: Cell;
  because: string;
  /** Where only one way of doing it, or of covering, leads to it. */
  only?: string;
};

/** One line for each difference: it is removed with the mend. */
export const differs = <const Column extends string>(
  at: Column,
  today: Cell,
  because: string,
  only?: string,
): Difference<Column> => ({ at, today, because, ...(only !== undefined && { only }) });

/** A row has a cell for each column. */
export type Row<Column extends string = Moment> = Record<Column, Cell> & {
  note?: string;
  today?: readonly Difference<Column>[];
};

/** The cells are those of the person who did it: a member who may publish, one who may not, a key. */
export const AS_WHO_DID_IT = { as: 'who did it' } as const;
type AsWhoDidIt = typeof AS_WHO_DID_IT & { note?: string; today?: readonly Difference<Moment>[] };

/**
 * Words: text, texts for networks, order, parts, language, files with their alt texts, endings taken
 * off, variations.
 */
export const TEXT = {
  nobody: { S: 'g', W: 'g', N: 'g', P: 'g', R: 'g', A: 'g' },

  'a member who may publish': {
    ...{ S: 'n|r|r', W: 'n|a|a', N: 'n|a|a', P: 'f', R: 'n|r|r', A: 'g' },
  },

  'a member who may publish, after words of others that nobody covered': {
    ...{ S: 'n|r|r', W: 'a', N: 'a', P: 'f', R: 'n|r|r', A: 'g' },
  },

  'a member who may not publish, or who is removed since': {
    ...{ S: 'p', W: 'a', N: 'a', P: 'f', R: 'r', A: 'g' },
  },

  'a key that writes drafts only': {
    ...{ S: 'p', W: 'a', N: 'a', P: 'f', R: 'r', A: 'g' },
  },

  'such a key by autosave, and its owner saves it within ten minutes': {
    ...{ S: 'n|r|r', W: 'a', N: 'a', P: 'f', R: 'n|r|r', A: 'g' },
    note: 'Scheduled by its owner, the words are covered; until then they are those of the key.',
  },

  'a key for some channels, on these': {
    ...{ S: 'n|r|r', W: 'n|a|a', N: 'n|a|a', P: 'f', R: 'n|r|r', A: 'g' },
  },

  'a key for some channels, on others': {
    ...{ S: 'r', W: 'a', N: 'a', P: 'f', R: 'r', A: 'g' },
    note: 'It cannot propose there either.',
  },

  'a key that is widened, or a member who is promoted, after it': {
    ...{ S: 'n|r|r', W: 'a', N: 'a', P: 'f', R: 'n|r|r', A: 'g' },
    note: 'Rights of now schedule and retry, and vouch for nothing that was written earlier.',
  },

  'a member who is demoted after it': {
    ...{ S: 'p', W: 'n|a|a', N: 'n|a|a', P: 'f', R: 'r', A: 'g' },
    note: 'The edit was covered when it was made. Somebody else who schedules or retries covers it.',
  },

  'a text of the assistant that a person takes, or a part that is moved, joined or trashed':
    AS_WHO_DID_IT,

  'a version that is restored, and has no words of others': AS_WHO_DID_IT,

  'a version that is restored by a member who may publish, and has words of others that nobody covered':
    {
      ...{ S: 'n|r|r', W: 'a', N: 'a', P: 'f', R: 'n|r|r', A: 'g' },
    },

  'somebody who changes it back': {
    ...{ S: 'g', W: 'g', N: 'g', P: 'f', R: 'g', A: 'g' },
    note: 'Nothing was taken back: what is the approved text again is approved.',
  },

  'somebody who changes tags or the folder': {
    ...{ S: 'g', W: 'g', N: 'g', P: 'g', R: 'g', A: 'g' },
    note: 'Tags are no words that leave.',
  },

  'somebody who changes the description': AS_WHO_DID_IT,

  'somebody who moves the post to the trash': {
    ...{ S: 'r', W: 'c', N: 'c', P: 'c', R: 'r', A: '–' },
    note: 'Between two parts it stops before the next one.',
  },

  'somebody who restores it from the trash': {
    ...{ S: 'g', W: 'c', N: 'c', P: 'c', R: 'r', A: '–' },
    note: 'What was cancelled stays cancelled, and is scheduled anew.',
  },
} as const satisfies Record<string, Row | AsWhoDidIt>;

export type TextRow = keyof typeof TEXT;
