import { linkOf, replaceEntities, weightOf } from './counting.ts';
import { countOfKind, linksIn } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { MB, MEDIA, MP4_AND_MOV, type Rules, tooMany } from './rules.ts';

/** What X bills for a post, for one with a link, and for an alt text (docs.x.com, 'Pricing'). */
const X_PRICES = { post: 15, link: 200, alt: 5 };

export const x: Rules = {
  name: NETWORK_NAMES.x,
  line: 'Posts and threads',
  connect: 'Connect Twitter',
  limit: 280,
  count: (text) =>
    weightOf(replaceEntities(text, 'x', (kind) => (kind === 'link' ? linkOf() : undefined))),
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
    tooMany(countOfKind(text, 'x', 'cashtag'), 1, 'X allows one cashtag, such as $ABC, per post'),
  price: ({ text, media }) =>
    (linksIn(text, 'x').length > 0 ? X_PRICES.link : X_PRICES.post) +
    X_PRICES.alt * media.filter(({ alt, kind }) => alt !== '' && kind !== 'video').length,
  deletes: true,
};
