import { type RawBuilder, sql } from 'kysely';
import { ENGAGEMENT, type Metric } from '#contract/networks/metrics.ts';

/** A metric of stored figures, a column of JSON. */
export const metricIn = (figures: string, metric: Metric) =>
  sql<number | null>`(${sql.ref(figures)} ->> ${sql.lit(metric)})::bigint`;

/** The sum of what readers did, as `engagementsOf` in metrics.ts: null where the network said none of it. */
export function engagementsBy(metric: (name: (typeof ENGAGEMENT)[number]) => RawBuilder<unknown>) {
  const counts = ENGAGEMENT.map(metric);
  const sum = sql.join(
    counts.map((count) => sql`coalesce(${count}, 0)`),
    sql` + `,
  );
  return sql<number | null>`case when coalesce(${sql.join(counts)}) is not null then ${sum} end`;
}

/** Engagements of stored figures. */
export const engagementsIn = (figures: string) =>
  engagementsBy((metric) => metricIn(figures, metric));
