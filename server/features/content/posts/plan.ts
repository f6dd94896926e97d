import type { Attachment } from '#contract/attachments.ts';
import {
  type Details,
  lengthOf,
  MAX_TAGS,
  type NetworkTexts,
  retagged,
  type TextFields,
} from '#contract/content/items.ts';
import { MAX_PARTS, MAX_THREAD_LENGTH } from '#contract/content/threads.ts';
import type { Status } from '#contract/content/workflow.ts';
import { invalid } from '../../../errors.ts';
import type { Change, Decision, Home, NewPart, Part, PartRef, Plan, Post } from './post.ts';
import type { Words } from './provenance.ts';

/** The affected posts before the command. */
export type Before<P extends PartRef = Part> = {
  posts: readonly Post<P>[];
  /** Posts without items, by the id of the item that they belong to. */
  homes?: ReadonlyMap<number, Home>;
};

type Given = {
  folder?: number | undefined;
  status?: Status | undefined;
  description?: string | null | undefined;
};

/** A part of a saved thread; without texts for networks or files it keeps those that it has. */
type SavedPart = {
  id?: number | undefined;
  content: string;
  network_texts?: NetworkTexts | undefined;
  media?: TextFields['media'] | undefined;
};

/** The intention of the caller; items by id, positions from 0. */
export type Command =
  | ({
      do: 'edit';
      item: number;
      place?: number | undefined;
      action: string;
      text: Partial<Part>;
    } & Given)
  | ({
      do: 'save';
      post: number;
      action: string;
      items: readonly SavedPart[];
      details: Partial<Details>;
    } & Given)
  | {
      do: 'rewrite';
      post: number;
      parts: readonly TextFields[];
      isThread: boolean;
      description: string | null;
    }
  | { do: 'reply'; to: number; part: NewPart; place?: number | undefined }
  | { do: 'join'; item: number; target: number; place?: number | undefined }
  | { do: 'reorder'; item: number; place: number }
  | { do: 'leave'; items: readonly number[] }
  | { do: 'replace'; file: Attachment }
  | { do: 'tag'; add: readonly string[]; remove: readonly string[] };

/** Commands that need no texts. */
export type SharedCommand =
  | { do: 'trash'; items: readonly number[] }
  | { do: 'restore'; folder: number | undefined }
  | { do: 'move'; folder: number }
  | {
      do: 'status';
      status: Status;
      comment?: string | null;
      decision?: Decision;
      keepsApproval?: boolean;
      /** Of posts in the trash, which stay there. */
      inTrash?: boolean;
    };

export type NewPost = {
  folder: number;
  status: Status;
  description: string | null;
  isThread: boolean;
  parts: readonly NewPart[];
  words: Words;
};

const inserted = <Part>(parts: readonly Part[], part: Part, place = parts.length) =>
  parts.toSpliced(place, 0, part);

/**
 * A new post.
 * @throws AppError 400 where it is too large
 */
export const create = ({ words, ...after }: NewPost): Plan =>
  checked([{ before: null, after, action: 'create', words }]);

/** Copies of items, each a post of its own. */
export const copy = (
  posts: readonly Post<PartRef>[],
  items: readonly number[],
  { suffix, withTags, resetStatus }: { suffix: string; withTags: boolean; resetStatus: boolean },
): Plan<PartRef> => {
  const postOf = byItem(posts);
  return items.flatMap((id) => {
    const source = postOf.get(id);
    if (!source) return [];
    const { folder } = source;
    const status = resetStatus ? 'draft' : source.status;
    const after = { folder, status, description: null, isThread: false, parts: [{ copyOf: id }] };
    return [{ before: null, after, action: 'create', copy: { suffix, withTags } }];
  });
};

/**
 * Computes the effect of a command on posts (docs/domain/content.md, 'Threads'): pure, and the only
 * place that assigns items to posts. Authorization is up to `apply`.
 * @throws AppError 400 where it is impossible
 */
export function plan({ posts, homes = new Map() }: Before, command: Command): Plan {
  const postOf = byItem(posts);
  const changes = ((): Plan => {
    switch (command.do) {
      case 'edit':
        return edit(required(postOf, command.item), command);
      case 'save':
        return save(required(postOf, command.post), command, homes);
      case 'rewrite':
        return rewrite(required(postOf, command.post), command, homes);
      case 'reply': {
        const post = required(postOf, command.to);
        const parts = inserted<Part | NewPart>(post.parts, command.part, command.place);
        return [{ ...changed(post, 'reply', { isThread: true, parts }), grows: true }];
      }
      case 'join':
        return join(required(postOf, command.item), required(postOf, command.target), command);
      case 'reorder': {
        const post = required(postOf, command.item);
        return [
          changed(requireThread(post, command.item), 'reorder', {
            parts: moved(post, command.item, command.place),
          }),
        ];
      }
      case 'leave':
        return leave(required(postOf, command.items[0] as number), command.items, homes);
      case 'replace':
        return posts.map((post) =>
          changed(post, 'update', { parts: post.parts.map((part) => replaced(part, command)) }),
        );
      case 'tag':
        return posts.map((post) => changed(post, 'update', { parts: tagged(post, command) }));
    }
  })();
  return checked(changes);
}

/** The same for commands on whole posts, in any number, without their texts. */
export function planShared<P extends PartRef>(
  { posts, homes = new Map() }: Before<P>,
  command: SharedCommand,
): Plan<P> {
  switch (command.do) {
    case 'trash': {
      const items = new Set(command.items);
      return posts.flatMap((post) => trash(post, items, homes));
    }
    case 'restore':
      // The folder of a post in the trash may be gone.
      return posts.map((post) => ({
        ...changed(post, 'undelete', { folder: post.folder ?? command.folder }),
        restored: true,
      }));
    case 'move':
      return posts.map((post) => changed(post, 'update', { folder: command.folder }));
    case 'status': {
      const { status, comment = null, decision, keepsApproval, inTrash } = command;
      return posts.map((post) => ({
        ...changed(post, 'status', { status }),
        comment,
        ...(decision && { decision }),
        ...(keepsApproval && { keepsApproval }),
        ...(inTrash && { trashed: true }),
      }));
    }
  }
}

/** The same plan, whose texts have words of others. */
export const carrying = <P extends PartRef>(plan: Plan<P>, words: Words): Plan<P> =>
  plan.map((change) => ({ ...change, words }));

/** A post with some changes. */
function changed<P extends PartRef>(
  post: Post<P>,
  action: string,
  given: Partial<Change<P>['after']>,
): Change<P> {
  const { folder, status, description, isThread, parts } = post;
  const after = { folder, status, description, isThread, parts, ...withoutUndefined(given) };
  return { before: post, after, action };
}

/** Edits one item; folder, status and description are those of its post. */
function edit(post: Post, { item, place, action, text, ...given }: Command & { do: 'edit' }): Plan {
  const parts = post.parts.map((part) =>
    part.id === item ? { ...part, ...withoutUndefined(text) } : part,
  );
  const { folder, status, description } = given;
  const change = changed(post, action, { folder, status, description, parts });
  if (place === undefined || !post.isThread) return [change];
  return [{ ...change, after: { ...change.after, parts: moved({ parts }, item, place) } }];
}

/**
 * Saves a whole thread: named items are kept, items without an id are created, and the rest goes to
 * the trash.
 */
function save(
  post: Post,
  { items, details, action, ...given }: Command & { do: 'save' },
  homes: ReadonlyMap<number, Home>,
): Plan {
  const known = new Map(post.parts.map((part) => [part.id, part]));
  const named = items.flatMap(({ id }) => id ?? []);
  const strangers = named.filter((id) => !known.has(id));
  if (strangers.length)
    throw invalid({ items: strangers.map((id) => `Item ${id} is not part of this thread.`) });
  if (new Set(named).size < named.length)
    throw invalid({ items: ['Each item can be listed only once.'] });
  const [root] = post.parts as [Part, ...Part[]];
  const parts = items.map(({ id, content, network_texts, media }): Part | NewPart => {
    const before = id === undefined ? undefined : known.get(id);
    if (before)
      return {
        ...before,
        content,
        network_texts: network_texts ?? before.network_texts,
        media: media ?? before.media,
        ...details,
      };
    const { id: _, version: __, ...rest } = root;
    const own = { network_texts: network_texts ?? {}, media: media ?? [] };
    return { ...rest, content, ...own, ...details };
  });
  const kept = new Set(named);
  const gone = post.parts.filter(({ id }) => !kept.has(id));
  const { folder, status, description } = given;
  return [
    changed(post, action, { folder, status, description, isThread: true, parts }),
    ...gone.map((part) => standalone(part, post, homes, { action: 'delete', trashed: true })),
  ];
}

/** Gives a post the whole text of another one, part by part; it keeps its tags, which no text has. */
function rewrite(
  post: Post,
  { parts, isThread, description }: Command & { do: 'rewrite' },
  homes: ReadonlyMap<number, Home>,
): Plan {
  const kept = parts.map((text, at): Part | NewPart => {
    const known = post.parts[at];
    return known ? { ...known, ...text, tags: known.tags } : text;
  });
  const gone = post.parts.slice(parts.length);
  return [
    changed(post, 'update', { isThread, description, parts: kept }),
    ...gone.map((part) => standalone(part, post, homes, { action: 'delete', trashed: true })),
  ];
}

/** Moves an item to another post; within its own post it is reordered. */
function join(source: Post, target: Post, { item, place }: Command & { do: 'join' }): Plan {
  const action = 'add_to_thread';
  if (source === target)
    return [
      {
        ...changed(target, action, { isThread: true, parts: moved(target, item, place) }),
        grows: true,
      },
    ];
  const part = source.parts.find(({ id }) => id === item) as Part;
  const rest = source.parts.filter(({ id }) => id !== item);
  // A joining item passes its description on, where the thread has none.
  const description = target.description ?? (source.parts[0] === part ? source.description : null);
  const leaving = changed(source, 'remove_from_thread', { parts: rest });
  return [
    leaving,
    {
      ...changed(target, action, {
        isThread: true,
        description,
        parts: inserted(target.parts, part, place),
      }),
      grows: true,
    },
  ];
}

/**
 * Takes items out of their thread, each as a post of its own. If none would remain, the first one
 * stays.
 */
function leave(post: Post, items: readonly number[], homes: ReadonlyMap<number, Home>): Plan {
  requireThread(post, items[0] as number);
  const action = 'remove_from_thread';
  const leaving = new Set(items);
  const rest = post.parts.filter(({ id }) => !leaving.has(id));
  const gone = post.parts.filter(({ id }) => leaving.has(id));
  if (rest.length)
    return [
      changed(post, action, { parts: rest }),
      ...gone.map((part) => standalone(part, post, homes, { action })),
    ];
  const [first, ...others] = gone as [Part, ...Part[]];
  return [
    changed(post, action, { parts: [first], isThread: false }),
    ...others.map((part) => standalone(part, post, homes, { action })),
  ];
}

/**
 * Trashes items of one post: the whole post where its root is among them; else the rest is
 * renumbered.
 */
function trash<P extends PartRef>(
  post: Post<P>,
  items: ReadonlySet<number>,
  homes: ReadonlyMap<number, Home>,
): Plan<P> {
  const gone = post.parts.filter(({ id }) => items.has(id));
  if (!gone.length) return [];
  if (gone[0] === post.parts[0]) return [{ ...changed(post, 'delete', {}), trashed: true }];
  const rest = post.parts.filter(({ id }) => !items.has(id));
  return [
    changed(post, 'remove_from_thread', { parts: rest }),
    ...gone.map((part) => standalone(part, post, homes, { action: 'delete', trashed: true })),
  ];
}

/**
 * The parts of a post with tags added and removed.
 * @throws AppError 400 where one would have too many
 */
function tagged({ parts }: Post, { add, remove }: Command & { do: 'tag' }) {
  return parts.map((part) => {
    const tags = retagged(part.tags, add, remove);
    if (tags.length > MAX_TAGS)
      throw invalid({
        params: [`An item has at most ${MAX_TAGS} tags: item ${part.id} has more.`],
      });
    return { ...part, tags };
  });
}

/** A part with a file as it is now; its alt text stays. */
function replaced(part: Part, { file }: Command & { do: 'replace' }): Part {
  if (!part.media.some((entry) => entry.file === file.file)) return part;
  const media = part.media.map((entry) =>
    entry.file === file.file ? { ...file, alt: entry.alt } : entry,
  );
  return { ...part, media };
}

/** A post that begins with an item of another one. */
const standalone = <P extends PartRef>(
  part: P,
  from: Post<P>,
  homes: ReadonlyMap<number, Home>,
  how: Pick<Change, 'action' | 'trashed'>,
): Change<P> => ({
  before: null,
  from,
  home: homes.get(part.id),
  after: {
    folder: from.folder,
    // In the trash alone, it has neither the review nor the approval of its thread.
    status: how.trashed ? 'draft' : from.status,
    description: null,
    isThread: false,
    parts: [part],
  },
  ...how,
});

const moved = <P extends PartRef>(
  { parts }: Pick<Post<P>, 'parts'>,
  item: number,
  place?: number,
) =>
  inserted(
    parts.filter(({ id }) => id !== item),
    parts.find(({ id }) => id === item) as P,
    place,
  );

/** @throws AppError 400 for a standalone item */
function requireThread(post: Post, item: number): Post {
  if (post.isThread) return post;
  throw invalid({ non_field_errors: [`Item ${item} is standalone and not part of a thread.`] });
}

/**
 * A post that is too large already may shrink.
 * @throws AppError 400 where a thread grows beyond what can be saved as a whole
 */
function checked(changes: Plan): Plan {
  const sizeOf = (parts: readonly object[]) =>
    parts.reduce((sum, part) => sum + ('content' in part ? lengthOf(part as Part) : 0), 0);
  const refuse = (message: string) => invalid({ non_field_errors: [message] });
  for (const { before, after } of changes) {
    if (after.parts === before?.parts) continue;
    if (after.parts.length > Math.max(MAX_PARTS, before?.parts.length ?? 0))
      throw refuse(`A thread has at most ${MAX_PARTS} items`);
    if (sizeOf(after.parts) > Math.max(MAX_THREAD_LENGTH, sizeOf(before?.parts ?? [])))
      throw refuse(`A thread has at most ${MAX_THREAD_LENGTH} characters in all`);
  }
  return changes;
}

function byItem<P extends PartRef>(posts: readonly Post<P>[]) {
  return new Map(posts.flatMap((post) => post.parts.map(({ id }) => [id, post] as const)));
}

function required<Found>(found: ReadonlyMap<number, Found>, id: number): Found {
  const one = found.get(id);
  // Checked by the caller: a failure is a defect, not invalid input.
  if (!one) throw new Error(`item ${id} is in none of the posts that the plan is about`);
  return one;
}

function withoutUndefined<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
}
