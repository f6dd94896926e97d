/**
 * The best times of a channel: how its posts did by day and time of the week
 * (docs/domain/analytics.md, 'Best times'). Pure: the order of the posts does not matter, only the
 * ratios of their counts do, and no single post makes an hour a good one.
 */

export type TimedPost = {
  /** Milliseconds since 1970. */
  at: number;
  /** ISO 8601: 1 is Monday. */
  weekday: number;
  /** Of the day, in the zone of the workspace. */
  minute: number;
  /** A day after it was published. */
  engagements: number;
};

export const BLOCK_MINUTES = 180;
export const BLOCKS = (24 * 60) / BLOCK_MINUTES;

/** A block of three hours of a day of the week in which something was published. */
export type Cell = {
  weekday: number;
  /** From 0: midnight to three. */
  block: number;
  posts: number;
  /** The share by which its posts do better than usual, or worse: 0.2 is a fifth more. */
  effect: number;
  /** The median minute of the day. */
  minute: number;
};

/** A channel with fewer posts, or without a cell of so many, has no best times. */
export const MIN_POSTS = 20;
const MIN_POSTS_OF_CELL = 3;
/** So many posts as evidence for 'as usual' are added to each mean. */
const PRIOR_POSTS = 8;
/** The usual of a post is the median of so many before and after it: an account grows. */
const NEIGHBOURS = 10;
/** Added to both sides of a ratio, as a share of the usual: the first few counts decide nothing. */
const OFFSET = 0.25;
/** A smaller effect is none. */
const MIN_EFFECT = 0.05;
const MAX_BEST = 3;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The logarithm of what a post has of the usual of its time. */
function scoresOf(posts: readonly TimedPost[]): number[] {
  const counts = posts.map(({ engagements }) => engagements);
  const mean = counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1);
  const offset = OFFSET * (median(counts) || mean);
  return counts.map((count, index) => {
    if (offset === 0) return 0;
    const usual = median(counts.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1));
    return Math.log((count + offset) / (usual + offset));
  });
}

type Scored = TimedPost & { block: number; score: number };

/** The median of scores, nearer to `expected` the fewer there are. */
const shrunk = (scores: readonly number[], expected = 0) =>
  expected + ((median(scores) - expected) * scores.length) / (scores.length + PRIOR_POSTS);

const scoresBy = (posts: readonly Scored[], key: (post: Scored) => number) =>
  new Map(
    [...Map.groupBy(posts, key)].map(
      ([name, group]) => [name, shrunk(group.map(scoreOf))] as const,
    ),
  );
const scoreOf = ({ score }: Scored) => score;

/** The cells in which something was published, by day and time. */
export function cellsOf(given: readonly TimedPost[]): Cell[] {
  const posts = given.toSorted((a, b) => a.at - b.at || a.engagements - b.engagements);
  const scores = scoresOf(posts);
  const scored = posts.map((post, index) => ({
    ...post,
    block: Math.floor(post.minute / BLOCK_MINUTES),
    score: scores[index] ?? 0,
  }));
  const days = scoresBy(scored, ({ weekday }) => weekday);
  const blocks = scoresBy(scored, ({ block }) => block);
  const cells = Map.groupBy(scored, ({ weekday, block }) => weekday * BLOCKS + block);
  return [...cells]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, group]) => {
      const [first] = group;
      if (!first) return [];
      const { weekday, block } = first;
      const expected = (days.get(weekday) ?? 0) + (blocks.get(block) ?? 0);
      const score = shrunk(group.map(scoreOf), expected);
      // What is known of the day and the hour does not turn what the posts of the cell say.
      const isTurned = Math.sign(score) !== Math.sign(median(group.map(scoreOf)));
      const minute = Math.floor(median(group.map((post) => post.minute)));
      return {
        weekday,
        block,
        posts: group.length,
        effect: isTurned ? 0 : effectOf(score),
        minute,
      };
    });
}

/** The share above the usual of a score (`scoresOf`), and not below −1. */
const effectOf = (score: number) => Math.max(-1, (1 + OFFSET) * (Math.exp(score) - 1));

/** Whether there are enough posts to say anything. */
export const isEnough = (cells: readonly Cell[]) =>
  countOf(cells) >= MIN_POSTS && cells.some(({ posts }) => posts >= MIN_POSTS_OF_CELL);

export const countOf = (cells: readonly Cell[]) => cells.reduce((sum, { posts }) => sum + posts, 0);

/** Hours of the week: `from` and `to` of the day, of which 24 is its end. */
export type Hours = { weekday: number; from: number; to: number };

/** The three best cells, as hours; cells beside each other are one. None where nothing is clear. */
export function bestOf(cells: readonly Cell[]): Hours[] {
  if (!isEnough(cells)) return [];
  const hours = BLOCK_MINUTES / 60;
  const best = cells
    .filter(({ posts, effect }) => posts >= MIN_POSTS_OF_CELL && effect >= MIN_EFFECT)
    .toSorted((a, b) => b.effect - a.effect)
    .slice(0, MAX_BEST)
    .toSorted((a, b) => a.weekday - b.weekday || a.block - b.block);
  const found: Hours[] = [];
  for (const { weekday, block } of best) {
    const last = found.at(-1);
    if (last?.weekday === weekday && last.to === block * hours) last.to += hours;
    else found.push({ weekday, from: block * hours, to: (block + 1) * hours });
  }
  return found;
}

/** Times that people often read at; the first two with the fewest posts are worth a try. */
const CANDIDATES = [
  { weekday: 2, minute: 9 * 60 },
  { weekday: 4, minute: 12 * 60 },
  { weekday: 3, minute: 18 * 60 },
  { weekday: 7, minute: 10 * 60 },
  { weekday: 1, minute: 15 * 60 },
];

/** Two times of the week of which the least is known. */
export function timesToTry(cells: readonly Cell[]) {
  const postsAt = ({ weekday, minute }: (typeof CANDIDATES)[number]) =>
    cells.find(
      (cell) => cell.weekday === weekday && cell.block === Math.floor(minute / BLOCK_MINUTES),
    )?.posts ?? 0;
  return CANDIDATES.toSorted((a, b) => postsAt(a) - postsAt(b)).slice(0, 2);
}
