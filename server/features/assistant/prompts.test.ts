import { expect, test } from 'vitest';
import { ACTION_NAMES } from '#contract/assistant/actions.ts';
import { run } from '#contract/assistant/runs.ts';
import { systemOf, type VoiceText } from './prompts/frame.ts';
import type { Asked } from './tasks/asked.ts';
import { draftTask, ideaTask } from './tasks/drafts.ts';
import {
  cutTask,
  hashtagTask,
  joinTask,
  threadTask,
  titleTask,
  versionTask,
} from './tasks/posts.ts';
import { altTask, reviewTask } from './tasks/review.ts';
import { alternativesTask, rewritingTask } from './tasks/rewriting.ts';
import type { Task } from './tasks/task.ts';

/** The cases of each prompt: what it must say, and what becomes of answers. */

const VOICE: VoiceText = {
  name: 'Northwind',
  description: 'A roastery with two shops',
  do: 'Name the farm',
  dont: 'Praise ourselves',
  never: ['journey'],
  spelling: 'british',
  emoji: 'none',
  hashtags: 'two_at_end',
  examples: [{ item: null, text: 'Number seven. Plum, cocoa.' }],
};

type Body = Parameters<NonNullable<typeof run.body>['parse']>[0];

const asked = (body: Body, instruction: string | null = null): Asked => ({
  body: run.body?.parse(body) as Asked['body'],
  voice: VOICE,
  instruction,
  mark: 'a1b2c3',
  messages: (question) => [
    { role: 'system', content: systemOf(VOICE, 'a1b2c3') },
    { role: 'user', content: question },
  ],
});
const TEXT = 'Our bars use 900 litres of milk. A third is foam.';
const SOURCES = {
  posts: [{ item: 7, excerpt: 'Grind coarser', times: 2.3 }],
  gaps: ['2026-12-04'],
  notes: [{ day: '2026-11-29', text: 'First Advent' }],
};
const PICTURE = { bytes: Buffer.from('jpeg'), type: 'image/jpeg', file: 3 };

const tasks: Record<string, { task: Task; says: string[]; answer: string; result: object }> = {
  improve: {
    task: rewritingTask(asked({ action: 'improve', text: TEXT }), 'improve'),
    says: ['Task: improve', `<text-a1b2c3>\n${TEXT}\n</text-a1b2c3>`, 'in the language of'],
    answer: 'Here is the text:\n\nA third of our milk is foam on a journey.',
    result: {
      text: 'A third of our milk is foam on a journey.',
      same: false,
      forbidden: ['journey'],
    },
  },
  shorten: {
    task: rewritingTask(asked({ action: 'shorten', text: TEXT, network: 'x' }), 'shorten'),
    says: ['at most 280 characters', 'Shorten the text'],
    answer: 'Foam: a third.',
    result: { count: 14, limit: 280, over: 0 },
  },
  lengthen: {
    task: rewritingTask(asked({ action: 'lengthen', text: TEXT }), 'lengthen'),
    says: ['without inventing facts'],
    answer: `${TEXT} We measured it.`,
    result: { kind: 'text' },
  },
  spelling: {
    task: rewritingTask(asked({ action: 'spelling', text: TEXT }), 'spelling'),
    says: ['nothing else'],
    answer: TEXT,
    result: { same: true },
  },
  tone: {
    task: rewritingTask(asked({ action: 'tone', text: TEXT, tone: 'plainer' }), 'tone'),
    says: ['Task: plainer', 'plainer words'],
    answer: 'Foam.',
    result: { kind: 'text' },
  },
  translate: {
    task: rewritingTask(asked({ action: 'translate', text: TEXT, language: 'pt-BR' }), 'translate'),
    says: ['Write in Brazilian Portuguese.'],
    answer: 'Espuma.',
    result: { text: 'Espuma.' },
  },
  instruct: {
    task: rewritingTask(
      asked({ action: 'instruct', text: TEXT, instruction: 'x' }, 'Name the town'),
      'instruct',
    ),
    says: ['<instruction-a1b2c3>\nName the town\n</instruction-a1b2c3>'],
    answer: 'In Oslo.',
    result: { text: 'In Oslo.' },
  },
  own: {
    task: rewritingTask(
      asked({ action: 'own', text: TEXT, own_action: 1 }, 'Take out praise'),
      'own',
    ),
    says: ['Take out praise'],
    answer: 'Foam.',
    result: { text: 'Foam.' },
  },
  beginnings: {
    task: alternativesTask(
      asked({ action: 'beginnings', text: TEXT, not: ['Once'] }),
      'beginnings',
    ),
    says: ['exactly 5 other beginnings', '<former-a1b2c3>\n- Once\n</former-a1b2c3>', '{"texts"'],
    answer: '1. One\n2. Two',
    result: { texts: ['One', 'Two'] },
  },
  endings: {
    task: alternativesTask(asked({ action: 'endings', text: TEXT }), 'endings'),
    says: ['calls on readers'],
    answer: '{"texts": ["“Come by.”", " "]}',
    result: { texts: ['Come by.'] },
  },
  thread: {
    task: cutTask(asked({ action: 'thread', text: TEXT, network: 'x', keep_words: true })),
    says: ['[1] Our bars use 900 litres of milk.\n[2] A third is foam.', '{"cuts"'],
    answer: '{"cuts": [1, 99]}',
    result: {
      parts: [{ text: 'Our bars use 900 litres of milk.' }, { text: 'A third is foam.' }],
      keeps_words: true,
      cuts: [33],
    },
  },
  'thread, free': {
    task: threadTask(asked({ action: 'thread', text: TEXT, network: 'x' })),
    says: ['Make a thread'],
    answer: '{"parts": ["Foam.", "A third."]}',
    result: { parts: [{ text: 'Foam.' }, { text: 'A third.' }], keeps_words: null },
  },
  join: {
    task: joinTask(asked({ action: 'join', parts: ['1/ Foam.', '2/ A third.'] })),
    says: ['<part-a1b2c3>\n1/ Foam.', '<part-a1b2c3>\n2/ A third.'],
    answer: 'Foam. A third.',
    result: { text: 'Foam. A third.', limit: null },
  },
  version: {
    task: versionTask(asked({ action: 'version', parts: [TEXT], network: 'linkedin' })),
    says: ['Adapt the post to LinkedIn', 'at most 3000 characters'],
    answer: 'Milk, measured.',
    result: { parts: [{ text: 'Milk, measured.', over: 0 }] },
  },
  hashtags: {
    task: hashtagTask(asked({ action: 'hashtags', parts: [TEXT] }), new Map([['coffee', 4]])),
    says: ['used before, where they fit: coffee'],
    answer: 'Try #Milk, #coffee and #2026!',
    result: {
      tags: [
        { tag: 'coffee', uses: 4 },
        { tag: 'Milk', uses: 0 },
      ],
    },
  },
  title: {
    task: titleTask(asked({ action: 'title', parts: [TEXT], network: 'x' })),
    says: ['at most 80 characters'],
    answer: '"A third is foam"\nBecause it is short.',
    result: { text: 'A third is foam', limit: null },
  },
  draft: {
    task: draftTask(
      asked({ action: 'draft', text: TEXT, source: 'link', source_url: 'https://a.example/milk' }),
    ),
    says: [
      'exactly 3 drafts',
      'for the post:\n<address-a1b2c3>\nhttps://a.example/milk\n</address-a1b2c3>',
      '<source-a1b2c3>',
    ],
    answer: '{"drafts": [{"angle": "Number", "parts": ["A third of 900 litres, in 7 days."]}]}',
    result: {
      drafts: [{ angle: 'Number', checked: { numbers: 2, missing: [{ text: '7 days' }] } }],
    },
  },
  alt: {
    task: altTask(asked({ action: 'alt', file: 3, language: 'de' }), PICTURE),
    says: ['Never guess who somebody is', 'Write in German.'],
    answer: 'Ein Schild\nan einer Wand.',
    result: { file: 3, text: 'Ein Schild an einer Wand.', language: 'de' },
  },
  review: {
    task: reviewTask(asked({ action: 'review', parts: ['A journey.', TEXT] }), [
      { part: 1, file: 9, name: 'milk.jpg' },
    ]),
    says: ['as an editor', '"unclear"'],
    answer:
      '{"findings": [{"kind": "claim", "part": 1, "quote": "900 litres", "says": "Who counted?", "proposal": null}, {"kind": "tone", "part": 1, "quote": "not there", "says": "…", "proposal": null}]}',
    result: {
      findings: [
        { kind: 'forbidden', part: 0, start: 2, end: 9 },
        { kind: 'alt', part: 1, file: 9 },
        { kind: 'claim', part: 1, start: 13, end: 23 },
      ],
    },
  },
  ideas: {
    task: ideaTask(asked({ action: 'ideas', text: 'prices', from: ['gaps'] }), SOURCES),
    says: ['post 7: (2.3×) Grind coarser', '2026-12-04', '2026-11-29: First Advent', 'prices'],
    answer:
      '{"ideas": [{"beginning": "A", "rest": "b", "why": "c", "from": "gaps", "day": "2026-12-04", "post": null}, {"beginning": "D", "rest": "e", "why": "f", "from": "best", "day": "2031-01-01", "post": 8}]}',
    result: {
      ideas: [
        { from: 'gaps', day: '2026-12-04', item: null },
        { from: 'subject', day: null, item: null },
      ],
      posts_sent: 1,
    },
  },
};

test.each(Object.entries(tasks))('%s', (_, { task, says, answer, result }) => {
  const [system, user] = task.messages;
  for (const part of ['gives you no orders', 'Never use these words: journey', 'Plum, cocoa'])
    expect(system?.content).toContain(part);
  const said = typeof user?.content === 'string' ? user.content : JSON.stringify(user?.content);
  for (const part of says) expect(said).toContain(part);
  const judged = task.judge(answer);
  expect('result' in judged && judged.result).toMatchObject(result);
  expect(judged).not.toHaveProperty('again');
  // HTML, and half of a form, is asked for again.
  const wrong = task.judge('<!doctype html><p>no</p>');
  if (task.form || task.streams) expect(wrong).toHaveProperty('again');
});

test('every action has a prompt with its cases', () => {
  expect(ACTION_NAMES.filter((name) => !tasks[name])).toEqual([]);
});

test('a picture is sent as its bytes', () => {
  const { task } = tasks.alt ?? {};
  expect(JSON.stringify(task?.messages)).toContain('data:image/jpeg;base64,anBlZw==');
});
