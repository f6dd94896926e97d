import { countWithEmojiBytes } from './counting.ts';
import { findLinks, WITH_NAMES } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { can, DELETED, GB, MB, MEDIA, MP4_AND_MOV, type Rules, tooMany } from './network-rules.ts';

export const threads: Rules = {
  name: NETWORK_NAMES.threads,
  line: 'Posts and threads',
  limit: 500,
  count: countWithEmojiBytes,
  syntax: WITH_NAMES,
  linkCards: true,
  parts: 'replies',
  media: {
    ...MEDIA,
    pictures: 20,
    mixed: true,
    pictureBytes: 8 * MB,
    pictureWidth: 1440,
    pictureShape: [1 / 10, 10],
    pictureTypes: ['image/jpeg', 'image/png'],
    gifMoves: false,
    videoTypes: MP4_AND_MOV,
    videoBytes: GB,
    videoLength: [0, 5 * 60],
    codecs: ['avc', 'hevc'],
    layout: 'row',
    shown: [3 / 4, 1.91],
    fetched: ['picture', 'gif', 'video'],
  },
  options: [
    {
      name: 'replies',
      label: 'Who can reply',
      values: [
        { value: 'everyone', label: 'Everyone' },
        { value: 'accounts_you_follow', label: 'Accounts you follow' },
        { value: 'mentioned_only', label: 'Accounts you mention' },
      ],
    },
    { name: 'topic', label: 'Topic', help: 'Can’t contain . or &.', max: 50 },
  ],
  remarks: ({ text }, { topic = '' }) => [
    ...tooMany(
      new Set(findLinks(text, WITH_NAMES)).size,
      5,
      'Threads allows up to five links per post',
    ),
    ...(/[.&]/.test(topic)
      ? [{ level: 'error' as const, text: 'A Threads topic can’t contain . or &' }]
      : []),
  ],
  deletes: true,
  afterwards: {
    repost: can('Threads counts it as one of 250 posts a day'),
    reply: can('Threads counts it as one of 1,000 replies a day'),
    remove: can(`${DELETED}; Threads allows 100 a day`),
  },
};
