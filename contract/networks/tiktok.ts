import { WITH_NAMES } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { cannot, GB, MB, MEDIA, ON, type Rules } from './network-rules.ts';

export const tiktok: Rules = {
  name: NETWORK_NAMES.tiktok,
  line: 'Videos and picture posts',
  limit: 2200,
  // UTF-16.
  count: (text) => text.length,
  syntax: WITH_NAMES,
  parts: 'joined',
  media: {
    ...MEDIA,
    required: true,
    pictures: 35,
    pictureBytes: 20 * MB,
    picturePixels: 1920 * 1920,
    pictureWidth: 1080,
    pictureTypes: ['image/jpeg', 'image/webp'],
    gifMoves: false,
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    videoBytes: 4 * GB,
    videoLength: [3, 10 * 60],
    codecs: ['avc', 'hevc', 'vp8', 'vp9'],
    alt: 0,
    layout: 'row',
    shown: [9 / 16, 1],
    fetched: ['picture', 'gif'],
  },
  options: [
    {
      name: 'mode',
      label: 'Publish to',
      values: [
        { value: 'direct', label: 'Your profile, directly' },
        { value: 'inbox', label: 'Your inbox in the app, to finish there' },
      ],
    },
    {
      name: 'privacy',
      label: 'Who can see it',
      required: 'Choose who can see it on TikTok',
      values: [
        { value: 'PUBLIC_TO_EVERYONE', label: 'Everyone' },
        { value: 'MUTUAL_FOLLOW_FRIENDS', label: 'Friends' },
        { value: 'FOLLOWER_OF_CREATOR', label: 'Followers' },
        { value: 'SELF_ONLY', label: 'Only me' },
      ],
      when: { name: 'mode', is: 'direct' },
    },
    {
      name: 'comments',
      label: 'Allow comments',
      isSwitch: true,
      when: { name: 'mode', is: 'direct' },
    },
    {
      name: 'duet',
      label: 'Allow duets',
      isSwitch: true,
      only: 'video',
      when: { name: 'mode', is: 'direct' },
    },
    {
      name: 'stitch',
      label: 'Allow stitches',
      isSwitch: true,
      only: 'video',
      when: { name: 'mode', is: 'direct' },
    },
    {
      name: 'disclose',
      label: 'Promotes a brand, a product or a service',
      isSwitch: true,
      when: { name: 'mode', is: 'direct' },
    },
    {
      name: 'own_brand',
      label: 'Your own brand',
      help: 'Labelled ‘Promotional content’.',
      isSwitch: true,
      when: { name: 'disclose', is: ON },
    },
    {
      name: 'branded',
      label: 'Branded content for someone else',
      help: 'Labelled ‘Paid partnership’.',
      isSwitch: true,
      when: { name: 'disclose', is: ON },
    },
    {
      name: 'ai',
      label: 'Made with AI',
      isSwitch: true,
      only: 'video',
      when: { name: 'mode', is: 'direct' },
    },
    {
      name: 'consent',
      label:
        'By posting, you agree to TikTok’s Music Usage Confirmation, and, for branded content, to its Branded Content Policy',
      isSwitch: true,
      required: 'Agree to TikTok’s Music Usage Confirmation',
      when: { name: 'mode', is: 'direct' },
    },
  ],
  remarks: (_, { disclose, own_brand, branded, privacy }) =>
    disclose !== ON
      ? []
      : own_brand !== ON && branded !== ON
        ? [{ level: 'error', text: 'Choose whether this promotes your own brand or another one' }]
        : branded === ON && privacy === 'SELF_ONLY'
          ? [{ level: 'error', text: 'Branded content can’t be visible only to you' }]
          : [],
  asksAccount: true,
  afterwards: {
    repost: cannot('TikTok’s API doesn’t offer reposts'),
    reply: cannot('TikTok’s API doesn’t offer comments'),
    remove: cannot('TikTok’s API doesn’t offer deleting'),
  },
};
