import { SENT_FIELDS, type TextFields } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import type { Words } from './provenance.ts';

/** The types of posts and of changes to them. */

/** An item whose text does not matter. */
export type PartRef = { id: number; version: number };

/** One item of a post, with its text. */
export type Part = PartRef & TextFields;

/** A post with its items in order. */
export type Post<P extends PartRef = Part> = {
  id: number;
  folder: number;
  status: Status;
  description: string | null;
  version: number;
  /** A thread of one is a thread. */
  isThread: boolean;
  parts: readonly P[];
};

/** A new item: with this text, or with that of another item. */
export type NewPart = ({ id?: undefined } & TextFields) | { id?: undefined; copyOf: number };

/** A post without items, which belongs to an item that is in another post. */
export type Home = Pick<Post, 'id' | 'version'>;

export type Decision = { state: 'approved' | 'rejected'; comment: string | null };

/** A change of one post. */
export type Change<P extends PartRef = Part> = {
  /** Null for a new post. */
  before: Post<P> | null;
  /**
   * For a post that begins with an item of another one: that one. It passes its pending review on.
   */
  from?: Post<P>;
  /** For a post that begins with such an item: the post without items that belongs to it. */
  home?: Home | undefined;
  /** The state after the change; `parts` is empty where its only item moves to another post. */
  after: Pick<Post, 'folder' | 'status' | 'description' | 'isThread'> & {
    parts: readonly (P | Part | NewPart)[];
  };
  /** The action, for history and audit log. */
  action: string;
  /** Whether it goes to the trash or stays there, or comes out of it. */
  trashed?: boolean;
  restored?: boolean;
  /**
   * Whether the caller adds items: a published post grows only by somebody who could publish it.
   */
  grows?: boolean;
  /** A review that asks for another account: the approval of the text stands. */
  keepsApproval?: boolean;
  /** The comment of a change of status, and its decision on a pending review. */
  comment?: string | null;
  decision?: Decision;
  /** For a copy: the suffix of its title, and whether it gets the tags. */
  copy?: { suffix: string; withTags: boolean };
  /** Whose words come in with a new post, or a text that is restored. */
  words?: Words;
};

/** All or nothing. */
export type Plan<P extends PartRef = Part> = readonly Change<P>[];

export const isKnown = <P extends PartRef>(part: P | Part | NewPart): part is P | Part =>
  part.id !== undefined;

/** The fields whose change voids an approval. */
const textOf = ({
  description,
  parts,
}: {
  description: string | null;
  parts: readonly unknown[];
}) =>
  JSON.stringify([
    description,
    ...parts.map((part) => SENT_FIELDS.map((name) => (part as Part)[name])),
  ]);

/** Whether a change affects one of those fields. */
export function changesText<P extends PartRef>({
  before,
  after,
}: Pick<Change<P>, 'before' | 'after'>): boolean {
  if (!before) return false;
  const same =
    after.parts.length === before.parts.length &&
    after.parts.every((part, at) => part === before.parts[at]);
  return (!same || before.description !== after.description) && textOf(before) !== textOf(after);
}
