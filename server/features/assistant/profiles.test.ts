import { afterAll, expect, test } from 'vitest';
import { ACTION_NAMES, ACTIONS, type ActionName } from '#contract/assistant/actions.ts';
import type { RunBody } from '#contract/assistant/runs.ts';
import { useApp } from '../../testing/app.ts';
import { PROFILE_NAMES, type ProfileName } from '../../testing/assistant/profiles.ts';
import { assisted, resultOf } from '../../testing/assistant/runs.ts';
import { jpeg } from '../../testing/media-files.ts';

/** Every action with every kind of server. The table of what worked is printed at the end. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

const POST =
  'We are thrilled to announce that our bars use 900 litres of milk a week. A third of it is foam that stays in the cup! We asked teh baristas to pour without a jug for 7 days.';
const NOTES = `${POST} On Friday we counted 291 litres fewer, and no complaint. Café Köln – 北京 – 🧑‍🚒 – says Ada Byron.`;

const BODIES: Record<ActionName, Omit<RunBody, 'action'>> = {
  shorten: { text: `${POST} ${POST}`, network: 'x' },
  improve: { text: POST },
  spelling: { text: POST },
  tone: { text: POST, tone: 'friendlier' },
  translate: { text: POST, language: 'de' },
  beginnings: { text: POST },
  endings: { text: POST },
  lengthen: { text: POST },
  instruct: { text: POST, instruction: 'Name the town' },
  own: { text: POST },
  thread: { text: `${POST} ${NOTES}`, network: 'x', keep_words: true },
  join: { parts: [POST, NOTES] },
  version: { parts: [POST, NOTES], network: 'bluesky' },
  hashtags: { parts: [POST] },
  title: { parts: [POST] },
  draft: { text: NOTES, source: 'notes', network: 'x' },
  alt: {},
  review: { parts: [POST, NOTES] },
  ideas: { text: 'prices, honestly', from: ['gaps', 'notes'] },
};

const table: Partial<Record<ProfileName, Record<string, string>>> = {};
const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
  const width = Math.max(...ACTION_NAMES.map((name) => name.length));
  const rows = ACTION_NAMES.map((name) =>
    [name.padEnd(width), ...PROFILE_NAMES.map((profile) => table[profile]?.[name] ?? '–')].join(' | '),
  );
  console.log([[' '.repeat(width), ...PROFILE_NAMES].join(' | '), ...rows].join('\n'));
});

test.each(PROFILE_NAMES)('every action has a result with %s, and asks for nothing unknown', async (profile) => {
  const me = await assisted(app, profile);
  stops.push(me.server.stop);
  const { body: own } = await app.post(
    '/api/settings/assistant/actions/',
    { name: 'Less salesy', instruction: 'Take out every word that praises' },
    me.token,
  );
  const uploaded = await fetch(`${app.base}/api/media/?name=sign.jpg`, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}` },
    body: new Uint8Array(await jpeg({ width: 60, height: 40 })),
  });
  const { id: file } = (await uploaded.json()) as { id: number };
  table[profile] = {};
  for (const action of ACTION_NAMES) {
    const result = await resultOf(
      ACTIONS[action].result,
      me.run({
        action,
        ...BODIES[action],
        ...(action === 'own' && { own_action: own.id }),
        ...(action === 'alt' && { file }),
      }),
    );
    expect(JSON.stringify(result)).not.toMatch(/<think>|```|First I should/);
    table[profile][action] = 'ok';
  }
  expect(me.server.violations).toEqual([]);
}, 60_000);
