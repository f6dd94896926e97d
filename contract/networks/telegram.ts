import { PLAIN } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { ANY_SHAPE, can, MB, MEDIA, type Rules } from './network-rules.ts';

export const telegram: Rules = {
  name: NETWORK_NAMES.telegram,
  line: 'Channels and groups, through a bot',
  limit: 4096,
  captionLimit: 1024,
  // UTF-16.
  count: (text) => text.length,
  syntax: { ...PLAIN, mentions: /(?<![\w@＠./&-])@[a-z]\w{3,31}(?!\w)/gi },
  linkCards: true,
  parts: 'replies',
  media: {
    ...MEDIA,
    pictures: 10,
    mixed: true,
    pictureBytes: 10 * MB,
    picturePixels: 5000 * 5000,
    pictureShape: [1 / 20, 20],
    pictureTypes: ['image/jpeg', 'image/png'],
    videoBytes: 50 * MB,
    videoLength: ANY_SHAPE,
    documents: true,
    alt: 0,
  },
  // About 20 a minute in a group.
  budgets: [{ posts: 1200, hours: 1 }],
  remarks: ({ media }) =>
    media.length > 1 && media.some(({ kind }) => kind === 'gif')
      ? [{ level: 'error', text: 'Telegram doesn’t allow other files with a GIF' }]
      : [],
  options: [{ name: 'silent', label: 'Send silently', isSwitch: true }],
  deletes: true,
  afterwards: {
    repost: can('Telegram forwards it: the bot has to be in both channels'),
    reply: can(null),
    remove: can(
      'Telegram lets bots delete messages of the last 48 hours, later ones only with rights',
    ),
  },
};
