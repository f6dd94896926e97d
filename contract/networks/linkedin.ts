import { PLAIN } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import {
  can,
  codePoints,
  comment,
  countOf,
  DELETED,
  MB,
  MEDIA,
  type Rules,
} from './network-rules.ts';

/** Signs that have a meaning in the texts of LinkedIn, and get another one before them. */
export const LITTLE_TEXT = /[\\|{}@[\]()<>#*_~]/g;

export const linkedin: Rules = {
  name: NETWORK_NAMES.linkedin,
  line: 'Profiles and pages',
  limit: 3000,
  count: codePoints,
  syntax: PLAIN,
  linkCards: true,
  parts: 'joined',
  media: {
    ...MEDIA,
    pictures: 20,
    pictureBytes: 10 * MB,
    picturePixels: 36_152_320,
    pictureTypes: ['image/jpeg', 'image/png'],
    videoLength: [3, 30 * 60],
    documents: true,
    alt: 4086,
    shown: [4 / 5, 1.91],
  },
  options: [
    {
      name: 'visibility',
      label: 'Who can see it',
      values: [
        { value: 'PUBLIC', label: 'Everyone' },
        { value: 'CONNECTIONS', label: 'Connections only' },
      ],
    },
    comment(1250),
  ],
  remarks: ({ text }) => {
    const escaped = codePoints(text) + countOf(text, LITTLE_TEXT);
    return codePoints(text) <= 3000 && escaped > 3000
      ? [{ level: 'warning', text: 'LinkedIn may count characters such as ( and # twice' }]
      : [];
  },
  deletes: true,
  afterwards: {
    repost: can('LinkedIn shows it as a repost without a text of its own'),
    reply: can('LinkedIn publishes it as a comment, which an account of a person may lack'),
    remove: can(`${DELETED}; LinkedIn refuses the same text for up to two days`),
  },
};
