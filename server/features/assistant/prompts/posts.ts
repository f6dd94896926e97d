/** Tasks for a whole post. */

/** The sentences are numbered: words that are only cut cannot change. */
export const CUT = (limit: number) =>
  `The text becomes a thread. Its sentences are numbered. Say after which sentences it is cut, so that each part is one thought and has at most ${limit} characters. Cut as seldom as possible.`;
export const CUTS_FORM = '{"cuts": [2, 5]}';

export const THREAD =
  'Make a thread of the text: parts that are one thought each. The first makes readers go on. Leave out nothing that matters, and number no parts.';
export const PARTS_FORM = '{"parts": ["…", "…"]}';

export const JOIN =
  'Join the parts into one text. Take out what is said twice and what only links parts, such as numbers. Keep everything else.';

export const VERSION = (network: string, parts: number) =>
  `Adapt the post to ${network}: its length, its habits, its readers. Keep what it says. It has ${parts === 1 ? 'one part: give one' : `${parts} parts: give exactly ${parts}`}.`;

export const HASHTAGS = (max: number) =>
  `Name at most ${max} hashtags for the post: words that people look for, without the sign #.`;
export const OWN_HASHTAGS = (tags: readonly string[]) =>
  tags.length ? `Prefer these, which were used before, where they fit: ${tags.join(', ')}.` : '';
export const TAGS_FORM = '{"tags": ["…", "…"]}';

export const TITLE = (max: number) =>
  `Write a title for the post: at most ${max} characters, one line, no full stop.`;
