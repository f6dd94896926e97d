import { describe, expect, test } from 'vitest';
import type { Attachment } from '../attachments.ts';
import type { Network } from '../networks/names.ts';
import { checkMedia, checkParts, partsFor } from './checks.ts';
import { errorsIn } from './findings.ts';

const MB = 1024 * 1024;
let files = 0;
const file = (given: Partial<Attachment> = {}): Attachment => ({
  alt: 'What it shows',
  file: ++files,
  hash: 'f'.repeat(64),
  kind: 'picture',
  name: 'a.jpg',
  size: MB,
  type: 'image/jpeg',
  codec: null,
  focus: [0.5, 0.5],
  width: 1600,
  height: 900,
  duration: null,
  ...given,
});
const video = (given: Partial<Attachment> = {}) =>
  file({ kind: 'video', name: 'a.mp4', type: 'video/mp4', codec: 'avc', duration: 30, ...given });
const gif = (given: Partial<Attachment> = {}) =>
  file({ kind: 'gif', name: 'a.gif', type: 'image/gif', ...given });
const pdf = () => file({ kind: 'document', name: 'a.pdf', type: 'application/pdf', alt: '' });

const said = (network: Network, ...media: Attachment[]) =>
  checkMedia(network, media).map(({ level, text }) => `${level}: ${text}`);

describe('what a network does with files', () => {
  test.each<[string, Network, () => Attachment[], string[]]>([
    ['four pictures are fine', 'x', () => [file(), file(), file(), file()], []],
    [
      'one too many is refused',
      'bluesky',
      () => [file(), file(), file(), file(), file()],
      ['error: Bluesky allows up to 4 pictures per post; there are 5'],
    ],
    ['LinkedIn takes more', 'linkedin', () => Array.from({ length: 20 }, () => file()), []],
    [
      'pictures and a video are not mixed',
      'mastodon',
      () => [file(), video()],
      ['error: Mastodon allows pictures, or one GIF or video, not both'],
    ],
    [
      'a GIF stands still there',
      'bluesky',
      () => [gif()],
      ['warning: Bluesky shows ‘a.gif’ as a still picture'],
    ],
    ['a GIF moves there', 'x', () => [gif()], []],
    [
      'a GIF that is too large',
      'x',
      () => [gif({ size: 20 * MB })],
      ['error: X allows GIFs up to 15 MB; ‘a.gif’ is 20 MB'],
    ],
    ['a PDF', 'x', () => [pdf()], ['error: X doesn’t support PDF files']],
    ['a PDF alone', 'linkedin', () => [pdf()], []],
    [
      'another type of video',
      'bluesky',
      () => [video({ type: 'video/webm', codec: 'vp9' })],
      ['error: Bluesky supports MP4; ‘a.mp4’ is WebM'],
    ],
    [
      'another codec',
      'x',
      () => [video({ codec: 'hevc' })],
      ['error: X supports H.264 videos; ‘a.mp4’ is encoded as HEVC'],
    ],
    [
      'a video that is too long',
      'x',
      () => [video({ duration: 200 })],
      ['error: X allows videos from 0.5 s to 2.3 min; ‘a.mp4’ is 3.3 min'],
    ],
    [
      'a video that is too narrow',
      'x',
      () => [video({ width: 200, height: 900 })],
      ['error: X allows videos from 1:3 to 3:1; ‘a.mp4’ is 200 × 900'],
    ],
    [
      'a video that is too large',
      'mastodon',
      () => [video({ size: 120 * MB })],
      ['error: Mastodon allows videos up to 99 MB; ‘a.mp4’ is 120 MB'],
    ],
    [
      'a missing alt text',
      'x',
      () => [file({ alt: '' }), file({ alt: '', name: 'b.jpg' })],
      ['warning: 2 files have no alt text'],
    ],
    [
      'a long alt text',
      'x',
      () => [file({ alt: 'a'.repeat(1001) })],
      ['error: The alt text of ‘a.jpg’ is longer than the 1000 characters that X allows'],
    ],
  ])('%s', (_, network, media, expected) => {
    expect(said(network, ...media())).toEqual(expected);
  });

  test('of a thread, the part is named', async () => {
    const parts = [
      { content: 'One', network_texts: {}, media: [] },
      { content: 'Two', network_texts: {}, media: [pdf()] },
    ];
    const { findings } = await checkParts('x', {}, partsFor(parts, 'x'));
    expect(errorsIn(findings)).toEqual([
      { level: 'error', text: 'Part 2: X doesn’t support PDF files', part: 1 },
    ]);
  });

  test('a workspace may want alt texts', () => {
    expect(checkMedia('x', [file({ alt: '' })], { requiresAltTexts: true })).toEqual([
      {
        level: 'error',
        text: '‘a.jpg’ has no alt text',
        mend: { label: 'Describe', files: [expect.any(Number)] },
      },
    ]);
  });
});
