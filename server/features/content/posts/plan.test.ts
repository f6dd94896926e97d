import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyDetails, textFieldsOf } from '#contract/content/items.ts';
import { STATUSES, type Status } from '#contract/content/workflow.ts';
import { type Command, copy, create, plan, planShared, type SharedCommand } from './plan.ts';
import type { Home, Part, PartRef, Plan, Post } from './post.ts';
import { OWN_WORDS } from './provenance.ts';
import { type ItemRow, type PostRow, rowsOf } from './rows.ts';

/** A model of the database: what rows make of posts and items, and the invariants. */
type Item = Part & {
  post: number;
  position: number;
  description: string | null;
  action: string | null;
};
type Stored = Omit<PostRow, 'isNew'>;

class Model {
  posts = new Map<number, Stored>();
  items = new Map<number, Item>();
  #next = 1;

  /** Every post outside the trash, as the input of a plan. */
  living(): Post[] {
    return [...this.posts.values()]
      .filter(({ size, trash }) => size > 0 && !trash)
      .map(({ id, folder, status, version, isThread }) => {
        const parts = this.itemsOf(id);
        return {
          id,
          folder,
          status,
          version,
          isThread,
          description: parts[0]?.description ?? null,
          parts,
        };
      });
  }

  itemsOf(post: number): Item[] {
    return [...this.items.values()]
      .filter((item) => item.post === post)
      .sort((a, b) => a.position - b.position);
  }

  homes(): Map<number, Home> {
    const empty = [...this.posts.values()].filter(({ size }) => size === 0);
    return new Map(empty.map(({ root, id, version }) => [root, { id, version }]));
  }

  apply<P extends PartRef>(changes: Plan<P>) {
    const next = () => this.#next++;
    const { posts, items } = rowsOf(changes, { post: next, item: next });
    for (const row of posts) this.posts.set(row.id, row);
    for (const row of items) this.items.set(row.id, this.#itemOf(row));
    this.check();
    return { posts, items };
  }

  #itemOf(row: ItemRow): Item {
    const before = this.items.get(row.copyOf ?? row.id);
    const { id, post, position, version, action } = row;
    if (action && before && !row.copyOf) expect(version).toBeGreaterThan(before.version);
    const source = row.hasText ? row : (before as Item);
    const text = textFieldsOf(source as Item);
    const description = row.describes ? row.description : (before?.description ?? null);
    return { id, post, position, version, action, description, ...text };
  }

  /**
   * The constraints of the database (migration 0015), and that the first item has the version of
   * its post.
   */
  check() {
    for (const { id, size, root, isThread, version } of this.posts.values()) {
      const items = this.itemsOf(id);
      expect(items.map(({ position }) => position)).toEqual(items.map((_, at) => at));
      expect([id, items.length]).toEqual([id, size]);
      if (size === 0) expect(this.items.has(root)).toBe(true);
      else expect([items[0]?.id, items[0]?.version]).toEqual([root, version]);
      expect(isThread || size <= 1).toBe(true);
      for (const { version: own, description } of items.slice(1)) {
        expect(own).toBeLessThanOrEqual(version);
        expect(description).toBeNull();
      }
    }
  }
}

const text = (content: string): Omit<Part, 'id' | 'version'> => ({
  content,
  network_texts: {},
  media: [],
  ...emptyDetails,
});
const started = () => {
  const model = new Model();
  model.apply(
    create({
      folder: 1,
      status: 'draft',
      description: 'D',
      isThread: true,
      parts: ['a', 'b', 'c', 'd'].map(text),
      words: OWN_WORDS,
    }),
  );
  model.apply(
    create({
      folder: 1,
      status: 'review',
      description: null,
      isThread: true,
      parts: ['x', 'y'].map(text),
      words: OWN_WORDS,
    }),
  );
  for (const content of ['one', 'two', 'three'])
    model.apply(
      create({
        folder: 2,
        status: 'draft',
        description: null,
        isThread: false,
        parts: [text(content)],
        words: OWN_WORDS,
      }),
    );
  return model;
};

const index = fc.nat(60);
const place = fc.option(fc.nat(8), { nil: undefined });
const status = fc.constantFrom<Status>(...STATUSES);
const step = fc.oneof(
  fc.record({ do: fc.constant('reply' as const), at: index, place }),
  fc.record({ do: fc.constant('join' as const), at: index, to: index, place }),
  fc.record({ do: fc.constant('reorder' as const), at: index, place: fc.nat(8) }),
  fc.record({ do: fc.constant('leave' as const), at: index, more: fc.boolean() }),
  fc.record({
    do: fc.constant('edit' as const),
    at: index,
    place,
    content: fc.string(),
    status: fc.option(status, { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('save' as const),
    at: index,
    drop: fc.nat(3),
    reverse: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('trash' as const),
    at: fc.array(index, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant('status' as const),
    at: fc.array(index, { minLength: 1, maxLength: 4 }),
    status,
  }),
  fc.record({
    do: fc.constant('copy' as const),
    at: fc.array(index, { minLength: 1, maxLength: 4 }),
    resetStatus: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The plan of one step, on the posts of its items; none where it is refused. */
function planOf(model: Model, step: Step): Plan | Plan<PartRef> | undefined {
  const posts = model.living();
  const ids = posts.flatMap(({ parts }) => parts.map(({ id }) => id));
  if (!ids.length) return undefined;
  const pick = (at: number) => ids[at % ids.length] as number;
  const postOf = (id: number) =>
    posts.find(({ parts }) => parts.some((part) => part.id === id)) as Post;
  const concerned = (items: number[]) => [...new Set(items.map(postOf))];
  const homes = model.homes();
  const run = (command: Command, items: number[]) =>
    plan({ posts: concerned(items), homes }, command);
  const shared = (command: SharedCommand, items: number[]) =>
    planShared({ posts: concerned(items), homes }, command);
  if (step.do === 'trash' || step.do === 'status' || step.do === 'copy') {
    const items = step.at.map(pick);
    if (step.do === 'trash') return shared({ do: 'trash', items }, items);
    if (step.do === 'status') return shared({ do: 'status', status: step.status }, items);
    return copy(concerned(items), items, {
      suffix: '!',
      withTags: true,
      resetStatus: step.resetStatus,
    });
  }
  const item = pick(step.at);
  const post = postOf(item);
  switch (step.do) {
    case 'reply':
      return run({ do: 'reply', to: item, part: text('new'), place: step.place }, [item]);
    case 'join': {
      const target = pick(step.to);
      return target === item
        ? undefined
        : run({ do: 'join', item, target, place: step.place }, [item, target]);
    }
    case 'reorder':
      return post.isThread ? run({ do: 'reorder', item, place: step.place }, [item]) : undefined;
    case 'leave': {
      const all = post.parts.map(({ id }) => id);
      return post.isThread
        ? run({ do: 'leave', items: step.more ? all.slice(all.indexOf(item)) : [item] }, [item])
        : undefined;
    }
    case 'edit':
      return run(
        {
          do: 'edit',
          item,
          place: step.place,
          action: 'update',
          text: { content: step.content },
          status: step.status,
        },
        [item],
      );
    case 'save': {
      const kept = post.parts.slice(step.drop).map(({ id, content }) => ({ id, content }));
      const items = [...(step.reverse ? kept.toReversed() : kept), { content: 'saved' }];
      return run({ do: 'save', post: item, action: 'update', items, details: {} }, [item]);
    }
  }
}

describe('any sequence of operations on posts', () => {
  test('they stay whole, no item is lost or doubled, and versions only grow', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const model = started();
        for (const step of steps) {
          const known = new Set(model.items.keys());
          const living = model.living();
          const frozen = JSON.stringify(living);
          const changes = planOf(model, step);
          if (!changes) continue;
          const named = changes.flatMap(({ after }) => after.parts.flatMap(({ id }) => id ?? []));
          expect(new Set(named).size, 'an item is in one post').toBe(named.length);
          // No item is lost.
          for (const { before } of changes)
            for (const { id } of before?.parts ?? []) expect(named).toContain(id);
          const { posts } = model.apply(changes as Plan);
          expect(JSON.stringify(living), 'a plan changes nothing by itself').toBe(frozen);
          for (const id of known) expect(model.items.has(id)).toBe(true);
          for (const { former, status: now } of posts) expect(former).not.toBe(now);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('an item that leaves a thread gets its own post back', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(5), (which, at) => {
        const model = started();
        const alone = model.living().filter(({ isThread }) => !isThread)[which] as Post;
        const thread = model.living()[0] as Post;
        const item = alone.parts[0]?.id as number;
        const target = thread.parts[0]?.id as number;
        model.apply(plan({ posts: [alone, thread] }, { do: 'join', item, target, place: at }));
        expect(model.posts.get(alone.id)?.size).toBe(0);
        const joined = model.living().find(({ id }) => id === thread.id) as Post;
        expect(joined.parts).toHaveLength(thread.parts.length + 1);
        model.apply(
          plan({ posts: [joined], homes: model.homes() }, { do: 'leave', items: [item] }),
        );
        expect(model.items.get(item)?.post).toBe(alone.id);
        const contents = (post: Post | undefined) => post?.parts.map(({ content }) => content);
        expect(contents(model.living().find(({ id }) => id === thread.id))).toEqual(
          contents(thread),
        );
      }),
    );
  });

  test('a change without effect writes nothing', () => {
    const model = started();
    const [post] = model.living() as [Post];
    const item = post.parts[1]?.id as number;
    const nothing: Command[] = [
      { do: 'edit', item, action: 'update', text: { content: 'b' }, status: 'draft', folder: 1 },
      { do: 'reorder', item, place: 1 },
      {
        do: 'save',
        action: 'update',
        post: item,
        items: post.parts.map(({ id, content }) => ({ id, content })),
        details: {},
      },
    ];
    for (const command of nothing)
      expect(model.apply(plan({ posts: [post] }, command))).toEqual({ posts: [], items: [] });
  });
});
