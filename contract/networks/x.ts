import { linkOf, replaceEntities, weightOf } from './counting.ts';
import { countOfKind, findLinks, QUERY, type Syntax } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { can, DELETED, MB, MEDIA, MP4_AND_MOV, type Rules, tooMany } from './network-rules.ts';

/**
 * What X bills for a post, for one with a link, for an alt text, a repost and a deletion
 * (docs.x.com, 'Pricing').
 */
const X_PRICES = { post: 15, link: 200, alt: 5, repost: 15, remove: 10 };

/** What X publishes as twitter-text: paths are Latin and Cyrillic. */
const SYNTAX: Syntax = {
  links: {
    path: /[\u0300-\u036f\w!*';:=+,.$/%#\-–~@|&\u00c0-\u024f\u0400-\u04ff\u1e00-\u1eff]*/y,
    pathEnd: /[\u0300-\u036f\w+\-=#/\u00c0-\u024f\u0400-\u04ff\u1e00-\u1eff]/,
    ...QUERY,
    needsDomain: true,
    bare: 'x',
  },
  mentions:
    /(?<![\w!#$%&*@＠]|\p{L})[@＠][a-z0-9_]{1,20}(?![\w@＠\u00c0-\u024f\u1e00-\u1eff]|:\/\/)/giu,
  hashtags:
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners are characters of their own
    /(?<![\u200c\u200d\p{L}\p{M}\p{Nd}_&＿\u00b7・])[#＃](?![\ufe0f\u20e3])(?=[\p{Nd}_＿]{0,100}[\p{L}\p{M}])[\u200c\u200d\p{L}\p{M}\p{Nd}_＿\u00b7・]{1,100}(?![\u200c\u200d\p{L}\p{M}\p{Nd}_＿\u00b7・#＃]|:\/\/)/gu,
  cashtags: /(?<!\S)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![^\s!-/:-@[-`{-~])/gi,
};

export const x: Rules = {
  name: NETWORK_NAMES.x,
  shortLinks: 'any link counts as 23',
  line: 'Posts and threads',
  connect: 'Connect Twitter',
  limit: 280,
  count: (text) =>
    weightOf(replaceEntities(text, SYNTAX, (kind) => (kind === 'link' ? linkOf() : undefined))),
  syntax: SYNTAX,
  linkCards: true,
  parts: 'replies',
  media: {
    ...MEDIA,
    videoTypes: MP4_AND_MOV,
    videoBytes: 512 * MB,
    videoLength: [0.5, 140],
    videoShape: [1 / 3, 3],
    shown: [3 / 4, 16 / 9],
  },
  budgets: [{ posts: 300, hours: 3 }],
  options: [
    {
      name: 'replies',
      label: 'Who can reply',
      values: [
        { value: 'everyone', label: 'Everyone' },
        { value: 'following', label: 'Accounts you follow' },
        { value: 'mentionedUsers', label: 'Accounts you mention' },
        { value: 'subscribers', label: 'Subscribers' },
        { value: 'verified', label: 'Verified accounts' },
      ],
    },
    { name: 'ai', label: 'Made with AI', isSwitch: true },
    { name: 'paid', label: 'Paid partnership', isSwitch: true },
  ],
  remarks: ({ text }) =>
    tooMany(
      countOfKind(text, SYNTAX, 'cashtag'),
      1,
      'X allows one cashtag, such as $ABC, per post',
    ),
  price: ({ text, media }) =>
    (findLinks(text, SYNTAX).length > 0 ? X_PRICES.link : X_PRICES.post) +
    X_PRICES.alt * media.filter(({ alt, kind }) => alt !== '' && kind !== 'video').length,
  bills: X_PRICES,
  deletes: true,
  afterwards: {
    repost: can(
      'X allows reposting your own posts, but not in bulk, nor the same over several accounts',
    ),
    reply: can(
      'X lets applications reply only to your own posts, and not with the same text again and again',
    ),
    remove: can(`${DELETED}; X bills the call`),
  },
};
