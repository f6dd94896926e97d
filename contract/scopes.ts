import { type Capability, can, type Role } from './roles.ts';

/** What a key may be made for. The first two are those of a new key. */
export const SCOPES = [
  'read',
  'write',
  'publish',
  'review',
  'channels',
  'members',
  'audit',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What the owner of a key must be able to do for a scope to have an effect. */
export const SCOPE_CAPABILITIES = {
  read: 'read',
  write: 'write',
  publish: 'decide',
  review: 'decide',
  channels: 'manage',
  members: 'manage',
  audit: 'audit',
} as const satisfies Record<Scope, Capability>;

/** What a key that writes drafts only can have. */
const DRAFT_SCOPES: readonly Scope[] = ['read', 'write', 'audit'];
export const fitsDrafts = (scope: Scope): boolean => DRAFT_SCOPES.includes(scope);

/** The scopes that have an effect while the owner has this role; none where they have left. */
export const effectiveScopes = (scopes: readonly Scope[], role: Role | null): Scope[] =>
  scopes.filter((scope) => role !== null && can(role, SCOPE_CAPABILITIES[scope]));

/** The scopes that have no effect, because the owner may not do this now. */
export function scopesOff(scopes: readonly Scope[], role: Role | null): Scope[] {
  const on = effectiveScopes(scopes, role);
  return scopes.filter((scope) => !on.includes(scope));
}

/** Where tokens of apps are valid: the address of agents, or the API. Each is for one. */
export const AUDIENCES = ['mcp', 'api'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What acts by a key, beside its owner. */
export type KeyRights = {
  id: number;
  /** Who was shown its secret; of an app, whose it is. */
  holder: number;
  scopes: readonly Scope[];
  drafts_only: boolean;
  /** With the folders below them; null: all. */
  folders: readonly number[] | null;
  channels: readonly number[] | null;
};
