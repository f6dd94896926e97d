import {
  type Access,
  type AccessChoice,
  type AccessKind,
  kindOf,
  type MemberAccess,
} from '#contract/people/access.ts';

/** What somebody chooses for something that acts for a member. */
type Fate = 'end' | 'replace' | 'keep';
export type Fates = ReadonlyMap<string, Fate>;

const isEnding = (ref: string | null, chosen: Fates) => ref !== null && chosen.get(ref) === 'end';

/** What is settled with the chosen fates: what is of others only where its service account ends. */
export const settledBy = (access: readonly MemberAccess[], chosen: Fates) =>
  access.filter(({ is_others, ends_with }) => !is_others || isEnding(ends_with, chosen));

/** What can be chosen, the default first; null where it is not asked about. */
export function fatesOf({ kind, ends_with }: MemberAccess, chosen: Fates): readonly Fate[] | null {
  const { fate, isReplaceable } = kindOf(kind);
  if (kind === 'service_key' && isEnding(ends_with, chosen)) return null;
  if (fate === 'handed_over') return ['keep', 'end'];
  if (fate !== 'ends_unless_kept') return null;
  return isReplaceable ? ['end', 'replace', 'keep'] : ['end', 'keep'];
}

export const fateOf = (row: MemberAccess, chosen: Fates): Fate | null => {
  const fates = fatesOf(row, chosen);
  return fates && (chosen.get(row.ref) ?? fates[0] ?? null);
};

/** What differs from the defaults, as the API takes it. */
export function choiceOf(access: readonly MemberAccess[], chosen: Fates): AccessChoice {
  const rows = settledBy(access, chosen).filter((row) => {
    const fates = fatesOf(row, chosen);
    return fates && fateOf(row, chosen) !== fates[0];
  });
  const refs = (fate: Fate) =>
    rows.filter((row) => fateOf(row, chosen) === fate).map(({ ref }) => ref);
  return { keep: refs('keep'), replace: refs('replace'), end: refs('end') };
}

const SECRETS: Partial<Record<AccessKind, string>> = {
  service_key: 'key',
  incoming_address: 'address',
  report_link: 'link',
};

export const fateLabel = (kind: AccessKind, fate: Fate): string =>
  fate === 'replace' ? `Replace the ${SECRETS[kind] ?? 'secret'}` : fate === 'end' ? 'End' : 'Keep';

/** ‘Webhook Deploys’. */
export const labelOf = ({ kind, name }: Pick<Access, 'kind' | 'name'>): string =>
  `${kindOf(kind).label} ${name}`;
