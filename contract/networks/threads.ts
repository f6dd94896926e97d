import { countWithEmojiBytes, linksIn } from './counting.ts';
import { NETWORK_NAMES } from './names.ts';
import { GB, MB, MEDIA, MP4_AND_MOV, type Rules, tooMany } from './rules.ts';

export const threads: Rules = {
  name: NETWORK_NAMES.threads,
  line: 'Posts and threads',
  limit: 500,
  count: countWithEmojiBytes,
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
        { value: 'everyone', label: 'Everybody' },
        { value: 'accounts_you_follow', label: 'Accounts you follow' },
        { value: 'mentioned_only', label: 'Accounts you mention' },
      ],
    },
    { name: 'topic', label: 'Topic', help: 'Without . and &.', max: 50 },
  ],
  remarks: ({ text }, { topic = '' }) => [
    ...tooMany(linksIn(text).length, 5, 'Threads takes five links in a post'),
    ...(/[.&]/.test(topic)
      ? [{ level: 'error' as const, text: 'A topic of Threads has no . and no &' }]
      : []),
  ],
  deletes: true,
};
