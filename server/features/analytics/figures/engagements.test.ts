import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MILESTONE_METRICS } from '#contract/automation/events.ts';
import { engagementsOf, METRICS, type Metric, type Metrics } from '#contract/networks/metrics.ts';
import { engagementsIn } from '../../../database/fragments/engagements.ts';
import { builder } from '../../../database/statement.ts';
import { useApp } from '../../../testing/app.ts';
import { publishedOn } from '../../../testing/read-posts.ts';

/** What the contract says of metrics, statements and functions of the database say as well. */
const app = useApp();

const figures = fc
  .dictionary(fc.constantFrom(...METRICS), fc.nat({ max: 1_000_000 }), { maxKeys: 5 })
  .map((counts) => ({ ...counts }) as Metrics);
/** Each metric alone, none, and some together. */
const SAMPLES = [
  {},
  ...METRICS.map((metric) => ({ [metric]: 3 }) as Metrics),
  ...fc.sample(figures, 40),
];

test('statements and the growth of posts add up the same engagements as the contract', async () => {
  const expected = SAMPLES.map((metrics) => engagementsOf(metrics) ?? null);

  const statement = sql<{ sum: number | null }>`
    select ${engagementsIn('figures')} as sum
    from unnest(${SAMPLES.map((metrics) => JSON.stringify(metrics))}::jsonb[]) with ordinality given (figures, place)
    order by place`.compile(builder);
  const { rows } = await app.database.query(statement.sql, [...statement.parameters]);
  expect(rows.map(({ sum }) => sum)).toEqual(expected);

  const me = await publishedOn(app, ['Alone']);
  const grown: (number | null)[] = [];
  for (const metrics of SAMPLES) {
    await app.database.query('delete from readings');
    const columns = Object.keys(metrics).map((name) => `, ${name}`);
    await app.database.query(
      `with part as (select publication_id, position, sent_at from publication_parts
         join publications on publications.id = publication_id where publications.channel_id = $1)
       insert into readings (publication_id, position, read_at${columns.join('')})
       select publication_id, position, sent_at + interval '1 hour'${Object.values(metrics)
         .map((count) => `, ${count}`)
         .join('')} from part`,
      [me.channel],
    );
    const [growth] = (
      await app.database.query(
        `select engagements from publications cross join growth_of(array[publications.id]) where publications.channel_id = $1`,
        [me.channel],
      )
    ).rows;
    grown.push(growth?.engagements?.[0] == null ? null : Math.round(growth.engagements[0] * 3600));
  }
  expect(grown).toEqual(expected);
});

test.each(METRICS)(
  'whether %s reaches a mark is told as the contract says',
  async (metric: Metric) => {
    const { rows } = await app.database.query(
      "select prosrc from pg_proc where proname = 'tell_figures'",
    );
    const told = /metric = any\('\{([^}]*)\}'\)/.exec(rows[0].prosrc)?.[1]?.split(',') ?? [];
    expect(told.includes(metric)).toBe((MILESTONE_METRICS as readonly Metric[]).includes(metric));
  },
);
