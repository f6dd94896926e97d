import { quote } from './frame.ts';

/** New posts: from what was read, and from ideas. */

const SOURCES = {
  notes: 'The material is the notes of the person.',
  link: 'The material is a page that was read. The post is about it, and not by whoever wrote it.',
  post: 'The material is an earlier post. Write new ones about the same.',
} as const;

export const DRAFT = (count: number, source: keyof typeof SOURCES, asThread: boolean) =>
  [
    `Write exactly ${count} ${count === 1 ? 'draft' : 'drafts, each from another side (a number, a person, a question, a mistake …)'}.`,
    SOURCES[source],
    'Every number, name and quotation is in the material, word for word. Whoever is quoted said exactly that there.',
    asThread
      ? 'Each draft is a thread of 3 to 7 parts.'
      : 'Each draft is one post: it has one part.',
    '“angle” says in one to three words what makes a draft different.',
  ].join('\n');
export const DRAFTS_FORM = '{"drafts": [{"angle": "…", "parts": ["…"]}]}';

/** Both are of whoever made the page. */
export const FROM = (
  mark: string,
  title: string | null | undefined,
  url: string | null | undefined,
) => [
  title ? `Its title:\n${quote('title', mark, title)}` : '',
  url ? `Its address, for the post:\n${quote('address', mark, url)}` : '',
];

export const IDEAS = (count: number) =>
  [
    `Propose exactly ${count} posts that this house could write. Each has a beginning of at most 12 words that makes readers go on, the rest in one sentence, and why, in at most 10 words.`,
    '“from” says what it comes from: "subject", "best_posts" (like a post that did well: “post” is its number), "gaps" (for a day without posts: “day”) or "notes" (for a note of a day: “day”). “post” and “day” are null elsewhere.',
  ].join('\n');
export const IDEAS_FORM =
  '{"ideas": [{"beginning": "…", "rest": "…", "why": "…", "from": "subject", "day": null, "post": null}]}';

export const SUBJECT = 'The subject:';
export const BEST_POSTS = 'Posts that did well, with how many times as well as usual:';
export const GAPS = (days: readonly string[]) => `Days without posts: ${days.join(', ')}.`;
export const NOTES = 'Notes of days in the calendar:';
