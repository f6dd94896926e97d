import { expect, test } from 'vitest';
import type { CheckedChannel } from '#contract/publishing/publications.ts';
import { sharedFindings } from './shared-findings.ts';

type Finding = CheckedChannel['findings'][number];

const on = (channel: number, ...findings: Finding[]) => ({ channel, findings }) as CheckedChannel;
const warning = (text: string, mend?: Finding['mend']): Finding => ({
  level: 'warning',
  text,
  ...(mend && { mend }),
});
const alt = (...files: number[]) => ({ label: 'Describe', files });

test('a warning of several channels is said once, whatever the number of its part', () => {
  const checked = [
    on(1, warning('Part 1: ‘tall.jpg’ has no alt text', alt(5))),
    on(2, warning('‘tall.jpg’ has no alt text', alt(5)), warning('Shown as a still picture')),
  ];
  expect(sharedFindings(checked)).toEqual([
    {
      key: 'files',
      level: 'warning',
      text: '‘tall.jpg’ has no alt text',
      channels: [1, 2],
      mend: alt(5),
    },
  ]);
});

test('files of several parts are counted', () => {
  const parts = [
    warning('Part 1: ‘a.jpg’ has no alt text', alt(5)),
    warning('Part 2: ‘b.jpg’ has no alt text', alt(6)),
  ];
  const joined = warning('2 files have no alt text', alt(5, 6));
  const [finding] = sharedFindings([on(1, ...parts), on(2, joined)]);
  expect(finding).toMatchObject({ text: '2 files have no alt text', mend: alt(5, 6) });
});

test('times are merged where the same one mends them, and errors stay with their channels', () => {
  const close = (at: string) =>
    warning('Another post of this channel is due at 09:00', { label: 'Move', at });
  const error: Finding = { level: 'error', text: 'The text is empty' };
  const checked = [
    on(1, close('09:30'), error),
    on(2, close('09:30'), error),
    on(3, close('10:00'), error),
  ];
  expect(sharedFindings(checked)).toEqual([
    { ...close('09:30'), key: expect.any(String), channels: [1, 2] },
  ]);
});
