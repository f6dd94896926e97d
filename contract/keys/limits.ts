import type { Scope } from '../scopes.ts';

/** What rules of keys are made of (contract/keys/key-rules.ts). */

/** Why no key may do something, whatever its scopes. */
const NEVER = {
  account: 'No key can do this: it belongs to the account of a person, who signs in for it.',
  keys: 'No key can do this: keys and service accounts are made by people who are signed in.',
  apps: 'No key can do this: a person who is signed in decides about apps.',
  owner: 'No key can do this: the owner of the workspace decides about it, signed in.',
  secret: 'No key can do this: it makes an address or a secret that would outlive the key.',
  page: 'No key can do this: it belongs to pages that somebody has open. Ask for what changed.',
} as const;

/**
 * What is checked of a request of a limited key: the kind of the things, and where their ids are.
 * With `!` it must be given. `only`: a filter that is narrowed. `is`: a field with this value.
 */
type Kind = 'item' | 'folder' | 'file' | 'comment' | 'transition' | 'publication' | 'channel';
type Place = `${'params' | 'query' | 'body'}.${string}`;
export type Check = `${Kind | 'only' | 'is'} ${Place}`;

export type KeyRule =
  | { readonly never: string }
  | {
      readonly scope: Scope;
      /** Whether it takes `read` as well: what is told there is content. */
      readonly reads?: true;
      /** What limits to folders and to channels take; without them, such keys are refused. */
      readonly folders?: readonly Check[];
      readonly channels?: readonly Check[];
    };

type Limits = Omit<Extract<KeyRule, { scope: Scope }>, 'scope'>;
export const FREE: readonly Check[] = [];
const takes =
  (scope: Scope) =>
  (limits: Limits = {}): KeyRule => ({ scope, ...limits });
export const read = takes('read');
export const write = takes('write');
export const publish = takes('publish');
export const review = takes('review');
export const channels = takes('channels');
export const members = takes('members');
export const audit = takes('audit');
export const webhooks = (): KeyRule => ({ ...members(), reads: true });
export const never = (why: keyof typeof NEVER): KeyRule => ({ never: NEVER[why] });

export const itemId: Limits = { folders: ['item params.id'], channels: FREE };
export const publicationId: Limits = {
  folders: ['publication params.id'],
  channels: ['publication params.id'],
};
export const channelId: Limits = { channels: ['channel params.id'] };
export const free: Limits = { folders: FREE, channels: FREE };
/** It has to do with no channel, and with any folder. */
export const noChannel: Limits = { channels: FREE };
