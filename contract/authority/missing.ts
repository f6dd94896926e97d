/**
 * What keeps a text from being sent: the one rule, pure. `cases.ts` and its neighbours say what follows
 * from it; docs/decisions/0090-what-lacks-an-approval.md says why it is as it is.
 */

/** An approval of the text that a post has now, or of the one that a publication was covered with. */
export type Approval = {
  id: number;
  isOfPresent: boolean;
  isOfCovered: boolean;
  /** Of the text whatever the account, or leaning on such a one: where a review is demanded, no other counts. */
  isReviewed: boolean;
  /** Why it counts no more. `left`: it was given by an edit, and who edited is no member since then. */
  ended: 'taken back' | 'replaced' | 'member removed' | 'left' | null;
};

/** What is known of a publication, or of a post that is about to be scheduled. */
export type Known = {
  /** The workspace demands that somebody has approved the text. */
  isDemanded: boolean;
  /** The post has the text that was covered. */
  isSame: boolean;
  /** A part of it is out, or may be. */
  isBegun: boolean;
  /** The latest of each kind, in the order in which they were given. */
  approvals: readonly Approval[];
  /** What became of the post that this repeats by the approval of that; null where it is as it was. */
  source: 'deleted' | 'trashed' | 'changed' | null;
};

/**
 * When it is asked: while somebody who may publish publishes the text of the post, which covers it; at
 * its time, when nobody looks; between two parts; while somebody who may publish sends what was covered,
 * whatever the post says now.
 */
export type Asked = 'present' | 'due' | 'part' | 'covered';

export type Missing =
  /**
   * `never`: nobody has approved it, and that is demanded. `changed`: it is another text than the one
   * that was covered.
   */
  | { because: 'never' | 'changed' }
  /** What became of the post that it repeats. */
  | { because: 'source'; source: NonNullable<Known['source']> }
  /** The approval that ended, or the one that came in its place. */
  | { because: NonNullable<Approval['ended']>; approval: number };

/** What is missing; null where it may be sent. */
export function missing(known: Known, asked: Asked): Missing | null {
  const { approvals, isSame } = known;
  const isDemanded = known.isDemanded && !(asked === 'part' && known.isBegun);
  if (asked === 'present' && !isDemanded) return null;
  const isOfCovered = asked === 'part' || asked === 'covered';
  const lostSource = isOfCovered || isSame ? known.source : null;
  const covered = approvals.filter((approval) => approval.isOfCovered);
  const ofText = isOfCovered ? covered : approvals.filter((approval) => approval.isOfPresent);
  // What was begun with an edit goes on without its editor.
  const stands = ({ ended }: Approval) => !ended || (ended === 'left' && isOfCovered);
  const isEnough = (approval: Approval) => stands(approval) && (approval.isReviewed || !isDemanded);
  if (!lostSource && ofText.some(isEnough)) return null;
  // What was covered is not approved any longer, whatever has been changed since.
  const lost = lastEnded(asked === 'present' ? ofText : covered);
  const other = !isSame && approvals.find(isApprovedNow);
  if (lost) return other ? { because: 'replaced', approval: other.id } : lost;
  if (lostSource) return { because: 'source', source: lostSource };
  const isAnother = !isDemanded || (asked === 'due' && !isSame);
  return { because: isAnother ? 'changed' : 'never' };
}

const isApprovedNow = ({ isOfPresent, isReviewed, ended }: Approval) =>
  isOfPresent && isReviewed && !ended;

/** The last approval, where it ended. */
function lastEnded(approvals: readonly Approval[]): Missing | null {
  const last = approvals.at(-1);
  return last?.ended ? { because: last.ended, approval: last.id } : null;
}
