import { expect, test } from 'vitest';
import { OUTCOMES, STEPS } from '#contract/publishing/publications.ts';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { isUnknown, type Tried, whereabouts } from './whereabouts.ts';

/** The rule in the database and in TypeScript: what may be at the network. */

const app = useApp();

const all: Tried[] = STEPS.flatMap((step) =>
  [...OUTCOMES, null].map((outcome) => ({ step, outcome })),
);
/** Those that differ in the rule. */
const telling: Tried[] = [
  ...([null, 'unknown', 'processing', 'sent', 'transient'] as const).map((outcome) => ({
    step: 'send' as const,
    outcome,
  })),
  ...([null, 'absent', 'repeatable', 'transient', 'unknowable', 'sent'] as const).map(
    (outcome) => ({ step: 'find' as const, outcome }),
  ),
  { step: 'prepare', outcome: null },
];

/** All sequences up to a length. */
const sequences = <Entry>(entries: readonly Entry[], length: number): Entry[][] =>
  length === 0
    ? [[]]
    : [
        ...sequences(entries, length - 1),
        ...sequences(entries, length - 1)
          .filter((sequence) => sequence.length === length - 1)
          .flatMap((sequence) => entries.map((entry) => [...sequence, entry])),
      ];

const columns = (sequence: readonly Tried[]) => ({
  steps: sequence.map(({ step }) => step),
  outcomes: sequence.map(({ outcome }) => outcome),
});

test('both have the same answer for all sequences of attempts', async () => {
  const tried = [...sequences(all, 2), ...sequences(telling, 4)];
  const { rows } = await app.database.query(
    `select array_agg(is_unknown(steps, outcomes) order by at) as found
     from rows from (jsonb_to_recordset($1) as (steps text[], outcomes text[])) with ordinality
       as given (steps, outcomes, at)`,
    [JSON.stringify(tried.map(columns))],
  );
  const differing = tried.filter(
    (attempts, index) => rows[0].found[index] !== isUnknown({ attempts }),
  );
  expect(differing).toEqual([]);
  expect(tried.length).toBeGreaterThan(25_000);
});

test.each<[string, Tried[], boolean]>([
  ['a search that fails', [send('unknown'), find('transient')], true],
  ['a search whose worker died', [send(null), find(null)], true],
  ['a search that found nothing', [send('unknown'), find('absent')], false],
  ['a search that may be repeated', [send('unknown'), find('repeatable')], false],
  ['a call that was refused since', [send('unknown'), find('absent'), send('transient')], false],
  ['a call that broke since', [send('unknown'), find('absent'), send('unknown')], true],
  ['a file that is being uploaded', [{ step: 'prepare', outcome: null }], false],
])('what %s leaves unknown', (_, attempts, unknown) => {
  expect(isUnknown({ attempts })).toBe(unknown);
});

function send(outcome: Tried['outcome']): Tried {
  return { step: 'send', outcome };
}
function find(outcome: Tried['outcome']): Tried {
  return { step: 'find', outcome };
}

/** What a part can have gone through. */
const PARTS: { isSent: boolean; attempts: Tried[] }[] = [
  { isSent: false, attempts: [] },
  { isSent: false, attempts: [send('rate_limited')] },
  { isSent: false, attempts: [send('unknown'), find('absent')] },
  { isSent: false, attempts: [send('unknown'), find('transient')] },
  { isSent: false, attempts: [send(null)] },
  { isSent: true, attempts: [send('sent')] },
  { isSent: true, attempts: [send('unknown'), find('sent')] },
];

test.each<[string, Tried[]]>([
  ['may be sent again', [send('unknown'), find('repeatable')]],
  ['was limited when it was', [send('unknown'), find('repeatable'), send('rate_limited')]],
])('what %s may be there', (_, attempts) => {
  expect(whereabouts([{ isSent: false, attempts }])).toBe('maybe');
});

test('what one call published or not is known by the first of its parts', () => {
  const unknown = { isSent: false, attempts: [send('unknown')] };
  const absent = { isSent: false, attempts: [send('unknown'), find('absent')] };
  const sent = { isSent: true, attempts: [send('unknown'), find('sent')] };
  expect(whereabouts([unknown, unknown])).toBe('maybe');
  expect(whereabouts([absent, unknown])).toBe('nowhere');
  expect(whereabouts([sent, unknown])).toBe('maybe');
  expect(whereabouts([sent, absent, unknown])).toBe('partly');
});

test('both know where a publication is, by its parts', async () => {
  const me = await publisherOn(app, practice);
  await me.call('/api/pause/', 'PUT', { reason: 'Nothing runs meanwhile.' });
  const id = await me.publish((await me.write({ content: 'Any' })).id);
  const combinations = sequences(PARTS, 3);
  const { rows } = await app.database.query(
    `with given as (select at - 1 as at, parts from jsonb_array_elements($2::jsonb) with ordinality
         as given (parts, at)),
       made as (insert into publications (workspace_id, channel_id, state, local_time, zone, due_at,
           next_attempt_at, ended_at, version, text_hash, options)
         select workspace_id, channel_id, 'cancelled', null, null, now() + at * interval '1 second',
           null, now(), version, text_hash, options
         from publications, given where publications.id = $1 returning id, due_at)
     select given.at, made.id, given.parts from made join given
       on made.due_at = now() + given.at * interval '1 second'`,
    [id, JSON.stringify(combinations)],
  );
  await app.database.query(
    `with given as (select (row ->> 'id')::bigint as id, position - 1 as position, part
         from jsonb_array_elements($1::jsonb) row,
           jsonb_array_elements(row -> 'parts') with ordinality as parts (part, position)),
       parts as (insert into publication_parts (publication_id, channel_id, position, content,
           remote_id, sent_at)
         select id, $2, position, 'Any', case when (part ->> 'isSent')::boolean then '1' end,
           case when (part ->> 'isSent')::boolean then now() end from given)
     -- Before sends had clearances.
     insert into publication_attempts (publication_id, position, step, began_at, ended_at, outcome)
     select id, position, attempt ->> 'step', '2020-01-01',
       case when attempt ->> 'outcome' is not null then now() end, attempt ->> 'outcome'
     from given, jsonb_array_elements(part -> 'attempts') with ordinality as attempts (attempt, at)
     order by id, position, at`,
    [JSON.stringify(rows), me.channel],
  );
  const { rows: found } = await app.database.query(
    'select id, whereabouts(id) as found from publications where id = any($1)',
    [rows.map((row) => row.id)],
  );
  const byId = new Map(found.map((row) => [row.id, row.found]));
  const differing = rows.flatMap(({ at, id: made }) => {
    const parts = combinations[at] ?? [];
    return byId.get(made) === whereabouts(parts) ? [] : [{ parts, found: byId.get(made) }];
  });
  expect(differing).toEqual([]);
  expect(new Set(byId.values())).toEqual(new Set(['nowhere', 'maybe', 'partly', 'out']));
});

test.each<[string, string, Tried[], string]>([
  ['waits', 'waiting', [], 'nowhere'],
  ['was limited', 'running', [send('rate_limited')], 'nowhere'],
  ['may be there', 'running', [send('unknown')], 'maybe'],
  ['was looked for in vain', 'running', [send('unknown'), find('transient')], 'maybe'],
  ['was looked for and is absent', 'running', [send('unknown'), find('absent')], 'nowhere'],
  ['is done', 'done', [send('unknown'), find('sent')], 'out'],
  ['is being deleted', 'running', [{ step: 'remove', outcome: null }], 'maybe'],
  ['was not deleted', 'running', [{ step: 'remove', outcome: 'transient' }], 'nowhere'],
])('what is done afterwards and %s', async (_, state, attempts, expected) => {
  const me = await publisherOn(app, practice);
  const id = await me.publish((await me.write({ content: 'Any' })).id, { at: inADay() });
  const { rows } = await app.database.query(
    `with made as (insert into afterwards (workspace_id, publication_id, channel_id, kind, hours, state)
       select workspace_id, id, channel_id, 'repost', 1, $2 from publications where id = $1
       returning id),
     tried as (insert into afterward_attempts (afterward_id, step, outcome)
       select made.id, attempt ->> 'step', attempt ->> 'outcome'
       from made, jsonb_array_elements($3::jsonb) with ordinality as attempts (attempt, at)
       order by at)
     select id from made`,
    [id, state, JSON.stringify(attempts)],
  );
  const { rows: found } = await app.database.query('select afterward_whereabouts($1) as found', [
    rows[0].id,
  ]);
  expect(found).toEqual([{ found: expected }]);
});

const inADay = () => new Date(Date.now() + 86_400_000).toISOString();
