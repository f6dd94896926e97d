/**
 * The rule that decides what may leave, and approvals as rows (migration 0147), which will decide it:
 * until then both are asked, and tests fail where they differ. The rule decides.
 */

export type Difference = {
  /** When they were asked: before it begins, between two parts, or when it is retried. */
  at: 'freeze' | 'part' | 'retry';
  publication: number;
  former: boolean;
  covered: boolean;
};

export const differences: { listen?: ((difference: Difference) => void) | undefined } = {};

export function compare(
  at: Difference['at'],
  publication: number,
  { former, covered }: Pick<Difference, 'former' | 'covered'>,
): void {
  if (former !== covered) differences.listen?.({ at, publication, former, covered });
}
