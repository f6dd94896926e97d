import { WHOLE } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import {
  ANY_SHAPE,
  can,
  cannot,
  codePoints,
  DELETED,
  MB,
  MEDIA,
  type Rules,
} from './network-rules.ts';

export const discord: Rules = {
  name: NETWORK_NAMES.discord,
  line: 'Server channels, through a webhook or a bot',
  limit: 2000,
  count: codePoints,
  syntax: { links: WHOLE },
  linkCards: true,
  parts: 'ordered',
  media: {
    ...MEDIA,
    pictures: 10,
    mixed: true,
    pictureBytes: 10 * MB,
    gifBytes: 10 * MB,
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    videoBytes: 10 * MB,
    videoLength: ANY_SHAPE,
    codecs: ['avc', 'vp8', 'vp9', 'av1', 'hevc'],
    documents: true,
    alt: 1024,
  },
  options: [{ name: 'silent', label: 'Send silently', isSwitch: true }],
  deletes: true,
  afterwards: {
    repost: cannot('Discord lets webhooks forward nothing, so it isn’t offered there'),
    reply: can('With a webhook it appears below the channel’s latest message'),
    remove: can(DELETED),
  },
};
