import { PLAIN } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import {
  can,
  cannot,
  codePoints,
  comment,
  DELETED,
  GB,
  MB,
  MEDIA,
  MP4_AND_MOV,
  type Rules,
} from './network-rules.ts';

export const facebook: Rules = {
  name: NETWORK_NAMES.facebook,
  line: 'Pages',
  limit: 63_206,
  count: codePoints,
  syntax: PLAIN,
  linkCards: true,
  parts: 'joined',
  media: {
    ...MEDIA,
    pictures: 10,
    pictureBytes: 4 * MB,
    pictureTypes: ['image/jpeg', 'image/png'],
    gifMoves: false,
    videoTypes: MP4_AND_MOV,
    videoBytes: 4 * GB,
    videoLength: [1, 4 * 60 * 60],
    codecs: ['avc', 'hevc'],
    shown: [2 / 3, 1.91],
  },
  options: [comment(8000)],
  deletes: true,
  afterwards: {
    repost: cannot('Facebook’s API doesn’t offer sharing a post again'),
    reply: can('Facebook publishes it as a comment'),
    remove: can(DELETED),
  },
};
