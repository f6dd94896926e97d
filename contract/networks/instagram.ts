import { countOfKind, WITH_NAMES } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import {
  can,
  cannot,
  codePoints,
  comment,
  MB,
  MEDIA,
  MP4_AND_MOV,
  type Rules,
  tooMany,
} from './network-rules.ts';

export const instagram: Rules = {
  name: NETWORK_NAMES.instagram,
  line: 'Pictures, carousels, reels and stories for professional accounts',
  limit: 2200,
  count: codePoints,
  syntax: WITH_NAMES,
  parts: 'joined',
  media: {
    ...MEDIA,
    required: true,
    pictures: 10,
    mixed: true,
    pictureBytes: 8 * MB,
    pictureWidth: 1440,
    pictureShape: [4 / 5, 1.91],
    pictureTypes: ['image/jpeg'],
    gifMoves: false,
    videoTypes: MP4_AND_MOV,
    videoBytes: 300 * MB,
    videoLength: [3, 15 * 60],
    videoShape: [0.01, 10],
    codecs: ['avc', 'hevc'],
    layout: 'row',
    shown: [4 / 5, 1.91],
    fetched: ['picture', 'gif'],
  },
  options: [
    {
      name: 'place',
      label: 'Publish as',
      values: [
        { value: 'feed', label: 'Post, or reel for a video' },
        { value: 'story', label: 'Story' },
      ],
    },
    { ...comment(2200), when: { name: 'place', is: 'feed' } },
  ],
  remarks: ({ text, media }, { place }) => [
    ...tooMany(
      countOfKind(text, WITH_NAMES, 'hashtag'),
      30,
      'Instagram allows up to 30 hashtags per post',
    ),
    ...tooMany(
      countOfKind(text, WITH_NAMES, 'mention'),
      20,
      'Instagram allows up to 20 mentions per post',
    ),
    ...tooMany(place === 'story' ? media.length : 0, 1, 'Instagram allows one file per story'),
    ...(place === 'story'
      ? [{ level: 'warning' as const, text: 'Instagram stories don’t show the text' }]
      : []),
  ],
  afterwards: {
    repost: cannot('Instagram’s API doesn’t offer reposts'),
    reply: can('Instagram publishes it as a comment'),
    remove: cannot('Instagram’s API doesn’t offer deleting'),
  },
};
