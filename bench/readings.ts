// How often networks are asked for figures in a day, with 10,000 posts on 100 channels: a simulation of
// the ladder, of what is read together, and of the batches of the adapters. Run by
// `npm run bench:readings`; writes readings.md.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { readConfig } from '../server/config/config.ts';
import { chargedDays } from '../server/features/analytics/budget/estimate.ts';
import { GATHER_MS, nextReading } from '../server/features/analytics/figures/ladder.ts';
import { createAdapters } from '../server/features/networks/networks.service.ts';

const DAY = 24 * 3600_000;
/** Until the last reading of the first post was long ago. */
const WARM_DAYS = 100;
const COUNTED_DAYS = 30;
const CHANNELS = 10;
const NETWORKS = 10;
const POSTS = 10_000;
/** 10,000 posts in a year, and in 90 days. */
const RATES = [365, 90].map((days) => POSTS / days / NETWORKS / CHANNELS);

type Asked = { network: Network; calls: (parts: number) => number; room: string };
const together =
  (network: Network) =>
  (parts: number): number =>
    Math.ceil(parts / (adapters[network].figures?.batch ?? 1));

/** No adapter calls anything before it is asked to. */
const adapters = createAdapters({
  config: readConfig({
    SECRET: 'a'.repeat(64),
    FACEBOOK_FIGURES: 'true',
    INSTAGRAM_FIGURES: 'true',
    THREADS_FIGURES: 'true',
    TIKTOK_FIGURES: 'true',
  }),
  clock: Date,
  installation: { requireActive: () => undefined },
} as unknown as Parameters<typeof createAdapters>[0]);

const ASKED: readonly Asked[] = [
  { network: 'x', calls: together('x'), room: '3,500 in 15 minutes' },
  { network: 'linkedin', calls: together('linkedin'), room: 'not published' },
  {
    network: 'facebook',
    // One page of the latest posts, where there are several.
    calls: (parts) => Math.min(parts, 1),
    room: '4,800 for each person who reacts',
  },
  { network: 'instagram', calls: (parts) => parts, room: '4,800 for each view' },
  { network: 'threads', calls: (parts) => parts, room: '48,000 a day' },
  { network: 'tiktok', calls: together('tiktok'), room: '600 a minute' },
  { network: 'bluesky', calls: together('bluesky'), room: '3,000 in 5 minutes' },
  { network: 'mastodon', calls: together('mastodon'), room: '300 in 5 minutes' },
];

/** Numbers from 0 to 1, the same in each run. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The calls of a day for one channel, on average. */
function callsOf({ network, calls }: Asked, postsADay: number, random: () => number): number {
  const end = (WARM_DAYS + COUNTED_DAYS) * DAY;
  const ladder = adapters[network].figures?.ladder;
  const posts = Array.from({ length: Math.round((postsADay * end) / DAY) }, () => random() * end);
  let due = posts.map((sentAt) => ({ sentAt, at: nextReading(sentAt, sentAt, false, ladder) }));
  let counted = 0;
  for (;;) {
    const waiting = due.filter((part): part is { sentAt: number; at: number } => part.at !== null);
    const now = Math.min(...waiting.map(({ at }) => at));
    if (!(now < end)) return counted / COUNTED_DAYS;
    const read = waiting.filter(({ at }) => at <= now + GATHER_MS);
    if (now >= WARM_DAYS * DAY) counted += calls(read.length);
    const others = waiting.filter(({ at }) => at > now + GATHER_MS);
    due = [
      ...others,
      ...read.map(({ sentAt }) => ({ sentAt, at: nextReading(sentAt, now, false, ladder) })),
    ];
  }
}

/** How often accounts are read in a day. */
const accountsOf = ({ network }: Asked) =>
  CHANNELS / (adapters[network].figures?.price?.accountDays ?? 1);

const rows = ASKED.map((asked) => {
  const perDay = RATES.map((rate) => {
    const random = randomNumbers(7);
    const sums = Array.from({ length: CHANNELS }, () => callsOf(asked, rate, random));
    return sums.reduce((all, calls) => all + calls, 0);
  });
  return { ...asked, perDay, accounts: accountsOf(asked) };
});
const totals = RATES.map((_, index) =>
  rows.reduce((sum, { perDay, accounts }) => sum + (perDay[index] ?? 0) + accounts, 0),
);
const { price, ladder } = adapters.x.figures ?? {};
const dollars = ((POSTS / NETWORKS) * chargedDays(ladder ?? []) * (price?.part ?? 0)) / 1000;

const table = [
  '| network | posts, 10,000 a year | posts, 10,000 in 90 days | accounts | the network allows |',
  '| --- | ---: | ---: | ---: | --- |',
  ...rows.map(
    ({ network, perDay, accounts, room }) =>
      `| ${NETWORK_NAMES[network]} | ${perDay.map((calls) => calls.toFixed(0)).join(' | ')} | ${accounts.toFixed(0)} | ${room} |`,
  ),
  `| Together | ${totals.map((calls) => calls.toFixed(0)).join(' | ')} | in both | |`,
];
const text = `# Readings of figures

Calls a day, by \`npm run bench:readings\`: ten networks with ten channels each, of which Telegram and Discord offer no
figures; posts of one part at random times, each of which changes between two readings.

${table.join('\n')}

1,000 posts on X cost $${dollars.toFixed(2)}, once.
`;
const file = join(import.meta.dirname, 'readings.md');
writeFileSync(file, text);
spawnSync('biome', ['format', '--write', file]);
process.stdout.write(text);
