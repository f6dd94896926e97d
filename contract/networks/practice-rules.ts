import { graphemes } from './counting.ts';
import { WITH_NAMES } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { can, DELETED, MEDIA, type Rules } from './network-rules.ts';

/** A network on this server, to try everything without an account elsewhere. */
export const practice: Rules = {
  name: NETWORK_NAMES.practice,
  line: 'Try everything, failures included. Nothing leaves this server.',
  connect: 'Add a practice account',
  limit: 500,
  count: graphemes,
  syntax: WITH_NAMES,
  parts: 'replies',
  media: {
    ...MEDIA,
    pictureTypes: [...MEDIA.pictureTypes, 'image/avif'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    codecs: ['avc', 'hevc', 'vp8', 'vp9', 'av1'],
  },
  deletes: true,
  afterwards: { repost: can(), reply: can(), remove: can(DELETED) },
};
