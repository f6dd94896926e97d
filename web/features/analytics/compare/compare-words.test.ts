import { expect, test } from 'vitest';
import type { Network } from '#contract/networks/names.ts';
import {
  aboutLines,
  type Both,
  findingOf,
  rowsOf,
  type SideFigures,
  typicalFinding,
} from './compare-words.ts';

const WEEK = Array.from({ length: 8 }, (_, at) => `2026-11-0${at + 1}`);

type Given = {
  networks?: Partial<Record<Network, number | null>>;
  engagements?: number[];
  most?: number;
};

/** A side with so many views on each day. */
function side(
  name: string,
  { networks = { x: 100 }, engagements = [], most = 0 }: Given,
): SideFigures {
  const series = Object.entries(networks).map(([network, views]) => ({
    network: network as Network,
    views: views === null ? null : WEEK.map((_, at) => views + (at % 2)),
    engagements: WEEK.map(() => 10),
    views_before: null,
    engagements_before: null,
  }));
  const views = series.flatMap(({ views: counts }) => counts ?? []);
  const sum = views.reduce((all, count) => all + count, 0);
  const none = { now: null, before: null };
  return {
    name,
    visits: undefined,
    typical: {
      posts: engagements.length,
      channels: 1,
      most: { views: most, engagements: null },
      engagements,
    },
    overview: {
      days: WEEK,
      networks: series,
      totals: {
        views: { now: views.length ? sum : null, before: null },
        engagements: { now: 80, before: null },
        engagement_rate: views.length ? { now: 80 / sum, before: null } : none,
        followers: none,
      },
    } as unknown as SideFigures['overview'],
  };
}

const rowOf = (both: Both, name: string) => rowsOf(both).find((row) => row.name === name);
const usual = [80, 85, 90, 92, 95, 97, 99, 101];

test('views of two networks are shown beside each other, without a difference', () => {
  const both: Both = [
    side('ada', { networks: { x: 100 } }),
    side('bea', { networks: { instagram: 300 } }),
  ];
  const why = 'X and Instagram count views differently.';
  expect(rowOf(both, 'Views')).toMatchObject({ why, difference: undefined });
  expect(rowOf(both, 'Engagement rate')).toMatchObject({ why, verdict: undefined });
  expect(aboutLines(both, 'views', 'day')).toBe(`Views a day. ${why}`);
  expect(findingOf(both, 'views')).toBe('Views of ada and bea');
});

test('what is not counted is named, and is no network of its own', () => {
  const both: Both = [
    side('#brewing', { networks: { x: 100, bluesky: null } }),
    side('#launch', { networks: { x: 200 } }),
  ];
  expect(aboutLines(both, 'views', 'day')).toBe('Views a day, without Bluesky');
  expect(rowOf(both, 'Views')).toMatchObject({ difference: '2.0×' });
  expect(findingOf(both, 'views')).toBe('#launch got 2.0× the views of #brewing');
});

test('a post with over a third of the views is what there is to say', () => {
  const both: Both = [side('#brewing', {}), side('#launch', { most: 386, engagements: usual })];
  expect(findingOf(both, 'views')).toBe('48% of the views of #launch come from one post');
});

test('a typical post is compared from eight posts on', () => {
  const more = usual.map((count) => count + 50);
  const clear: Both = [
    side('#brewing', { engagements: usual }),
    side('#launch', { engagements: more }),
  ];
  expect(typicalFinding(clear)).toEqual({
    finding: 'A typical #launch post gets 1.5× as much',
    verdict: 'clear',
  });
  const few: Both = [clear[0], side('#launch', { engagements: more.slice(1) })];
  expect(typicalFinding(few).verdict).toBe('few');
  expect(rowOf(few, 'Typical post, engagements at 7 days')).toMatchObject({
    difference: undefined,
    verdict: 'few',
    cells: [{ value: '94', note: '89–98' }, { note: '7 of 8 posts' }],
  });
});
