import type { App, AppRequest } from '#contract/people/apps.ts';
import type { Role } from '#contract/roles.ts';
import type { Scope } from '#contract/scopes.ts';
import { whyNot } from '#web/features/automation/keys/key-words.ts';

type Who = { name: string; role: Role };

/** What is given at first, where it is asked for; the rest a person chooses. */
const FIRST: readonly Scope[] = ['read', 'write', 'publish'];
const DAY_MS = 24 * 60 * 60_000;

export const firstScopes = (asked: readonly Scope[]): Scope[] => {
  const first = asked.filter((scope) => FIRST.includes(scope));
  return first.length ? first : [...asked];
};

/** Those of the chosen scopes that an app gets. */
export const givenScopes = (chosen: readonly Scope[], who: Who, draftsOnly: boolean): Scope[] =>
  chosen.filter((scope) => whyNot(scope, who, draftsOnly) === undefined);

/** Why nothing of it can be given; undefined where something can. */
export function whyNothing(asked: readonly Scope[], who: Who): string | undefined {
  if (asked.some((scope) => whyNot(scope, who, false) === undefined)) return undefined;
  return `It asks for more than you can do: ${asked.join(', ')}.`;
}

/** What the button does. */
export function allowWords(scopes: readonly Scope[]): string {
  if (scopes.includes('publish')) return 'Allow publishing';
  if (scopes.every((scope) => scope === 'read')) return 'Allow reading';
  return scopes.every((scope) => ['read', 'write'].includes(scope))
    ? 'Allow drafts'
    : 'Allow access';
}

/** Where a person returns to. */
export function returnWords(to: NonNullable<AppRequest['returns_to']>): string {
  if (to.kind === 'computer') return `this computer (port ${to.name})`;
  return to.kind === 'program' ? `a program on this device (${to.name}:)` : to.name;
}

/** How long an app lives on without use, where that is a week or less. */
export function endWords({ ends_at: end }: Pick<App, 'ends_at'>, now: number): string | undefined {
  const days = Math.ceil((Date.parse(end) - now) / DAY_MS);
  if (days > 7) return undefined;
  return days <= 1 ? 'ends today without use' : `ends in ${days} days without use`;
}
