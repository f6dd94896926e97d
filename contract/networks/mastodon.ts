import { graphemes, linkOf, replaceEntities } from './counting.ts';
import { QUERY, type Syntax } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { ANY_SHAPE, can, DELETED, MB, MEDIA, type Rules, VISIBILITIES } from './network-rules.ts';

/** Paths have any character but blanks and angle brackets. */
const SYNTAX: Syntax = {
  links: {
    path: /[^\s<>?()[\]{}]*/y,
    pathEnd: /[^\s?!*"'「」<>;:=,.$%[\]~&|@()]/,
    ...QUERY,
    needsDomain: true,
  },
  mentions: /(?<![\w/)@＠])@\w(?:[\w.-]{0,98}\w)?(?:@[\w-]{1,63}(?:\.[\w-]{1,63}){1,10})?/g,
  hashtags:
    /(?<![\p{L}\p{M}\p{N}_/)])[#＃](?![\ufe0f\u20e3])(?=[\p{N}_·・\u200c]{0,100}[\p{L}\p{M}])[\p{L}\p{M}\p{N}_·・\u200c]{1,100}/gu,
};

export const mastodon: Rules = {
  name: NETWORK_NAMES.mastodon,
  shortLinks: 'the text shows the short link',
  line: 'And other servers with the same API',
  limit: 500,
  // Of `@name@example.org` only the name counts.
  count: (text, { link } = {}) =>
    graphemes(
      replaceEntities(text, SYNTAX, (kind, entity) => {
        if (kind === 'link') return linkOf(link);
        return kind === 'mention' ? entity.replace(/(?<=.)@.*/, '') : undefined;
      }),
    ),
  syntax: SYNTAX,
  linkCards: true,
  parts: 'replies',
  media: {
    ...MEDIA,
    pictureBytes: 16 * MB,
    pictureTypes: [...MEDIA.pictureTypes, 'image/avif'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    videoBytes: 99 * MB,
    videoLength: ANY_SHAPE,
    // The server transcodes.
    codecs: ['avc', 'hevc', 'vp8', 'vp9', 'av1'],
    alt: 1500,
    shown: [2 / 3, 3],
    focus: true,
  },
  budgets: [{ posts: 300, hours: 3 }],
  options: [
    { name: 'warning', label: 'Content warning', max: 200, counted: true },
    { name: 'visibility', label: 'Who can see it', values: VISIBILITIES },
  ],
  settings: [
    {
      name: 'replies',
      label: 'Parts after the first',
      values: [
        { value: 'unlisted', label: 'Not in public timelines' },
        { value: 'same', label: 'Same as the first part' },
      ],
    },
  ],
  deletes: true,
  afterwards: {
    repost: can('Mastodon boosts a post once for each account, and only within its server'),
    reply: can('Many servers of Mastodon have rules against advertising: see those of yours'),
    remove: can(`${DELETED}; other servers may keep their copies`),
    // Another server knows the post by another id.
    withinServer: true,
  },
};
