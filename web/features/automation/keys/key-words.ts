import type { Key } from '#contract/people/keys.ts';
import { can, lesserRole, type Role, withArticle } from '#contract/roles.ts';
import { fitsDrafts, SCOPE_CAPABILITIES, type Scope } from '#contract/scopes.ts';

/** What scopes are called, and what they are for. */
export const SCOPE_WORDS: Record<Scope, { name: string; does: string; shows: string }> = {
  read: {
    name: 'Read',
    does: 'posts, folders, media, figures',
    shows: 'Reads posts, media and figures',
  },
  write: {
    name: 'Write',
    does: 'drafts, media, comments, proposals',
    shows: 'Writes drafts and comments',
  },
  publish: {
    name: 'Publish',
    does: 'schedule, publish, cancel',
    shows: 'Publishes, schedules and cancels',
  },
  review: { name: 'Review', does: 'approve and reject', shows: 'Approves and rejects' },
  channels: {
    name: 'Channels',
    does: 'connect and disconnect accounts',
    shows: 'Connects and disconnects accounts',
  },
  members: {
    name: 'Members',
    does: 'invite, change roles, settings',
    shows: 'Changes members and settings',
  },
  audit: { name: 'Audit', does: 'read the audit log', shows: 'Reads the audit log' },
};

type Owner = { name: string; role: Role };

/** Why a key cannot have a scope; undefined where it can. */
export function whyNot(scope: Scope, owner: Owner, draftsOnly: boolean): string | undefined {
  const capability = SCOPE_CAPABILITIES[scope];
  if (!can(owner.role, capability)) {
    if (capability === 'manage' || capability === 'audit') return 'Takes an admin.';
    const what =
      { review: 'approve', publish: 'publish', write: 'write' }[scope as string] ?? 'do this';
    return `${owner.name} is ${withArticle(owner.role)} and can’t ${what}.`;
  }
  return draftsOnly && !fitsDrafts(scope) ? 'Not with “Drafts only”.' : undefined;
}

/** Why scopes of a key have no effect: its secret is that of somebody whose role counts, too. */
export function whyOff({
  owner,
  holder_role: held,
  scopes_off: off,
}: Pick<Key, 'holder_role' | 'scopes_off'> & { owner: Pick<Key['owner'], 'name' | 'role'> }) {
  if (!off.length || owner.role === null) return undefined;
  if (held === null) return 'Off: who was shown its secret has left. Roll it';
  const isOwners = lesserRole(owner.role, held) === owner.role;
  const whose = isOwners ? owner.name : 'who was shown its secret';
  return `Off: ${whose} is ${withArticle(isOwners ? owner.role : held)} now`;
}

export type Summed = {
  owner: Owner;
  scopes: readonly Scope[];
  draftsOnly: boolean;
  folders: readonly number[] | null;
  channels: readonly number[] | null;
};

/** What a key may do, and what it may not, in sentences. */
export function summaryOf({ owner, scopes, draftsOnly, folders, channels }: Summed) {
  const has = (scope: Scope) =>
    scopes.includes(scope) && whyNot(scope, owner, draftsOnly) === undefined;
  const proposes = has('write') && !has('publish');
  const shown = (Object.keys(SCOPE_WORDS) as Scope[]).map((scope) => ({
    isOn: has(scope),
    text: SCOPE_WORDS[scope].shows,
  }));
  return {
    can: [
      ...shown.filter(({ isOn }) => isOn).map(({ text }) => text),
      ...(proposes ? ['Proposes a time; a person decides in Waiting for Review'] : []),
    ],
    cant: [
      ...shown.filter(({ isOn }) => !isOn).map(({ text }) => text),
      ...(folders ? ['Sees other folders'] : []),
      ...(channels ? ['Uses other accounts'] : []),
    ],
  };
}

/** What narrows a key, as the second line of its access. */
export function limitsOf({
  folders,
  channels,
  addresses,
}: {
  folders: readonly number[] | null;
  channels: readonly number[] | null;
  addresses: readonly string[] | null;
}): string {
  const count = (list: readonly unknown[] | null, word: string) =>
    list ? [`${list.length} ${word}${list.length === 1 ? '' : 's'}`] : [];
  const [first, ...others] = addresses ?? [];
  return [
    [...count(folders, 'folder'), ...count(channels, 'channel')].join(', '),
    first === undefined
      ? ''
      : `Only from ${first}${others.length ? ` and ${others.length} more` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
