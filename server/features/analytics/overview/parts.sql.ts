import { sql } from 'kysely';
import type { Metrics } from '#contract/networks/metrics.ts';
import { statement } from '../../../database/statement.ts';

export type PartRow = {
  publication: number;
  position: number;
  excerpt: string;
  url: string | null;
  is_gone: boolean;
  read_at: string | null;
  metrics: Metrics | null;
  /** On how many days (UTC) it was read. */
  days: number;
};

/** The parts of publications in order, with what was read last of each. */
export const listParts = statement<{ workspaceId: number; publications: number[] }>()(
  'analytics.parts',
  (_db, bind) => sql<PartRow>`
    select part.publication_id as publication, part.position, left(part.content, 160) as excerpt, part.url,
      part.removed_at is not null or plan.gone_at is not null as is_gone, latest.read_at,
      jsonb_strip_nulls(to_jsonb(latest) - '{publication_id,position,read_at}'::text[]) as metrics,
      (select count(distinct (read_at at time zone 'UTC')::date)::integer from readings
        where readings.publication_id = part.publication_id and readings.position = part.position) as days
    from publications
    join publication_parts part on part.publication_id = publications.id
    left join reading_plans plan
      on plan.publication_id = part.publication_id and plan.position = part.position
    left join lateral (
      select * from readings
      where readings.publication_id = part.publication_id and readings.position = part.position
      order by read_at desc limit 1
    ) latest on true
    where publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and publications.id = any(${bind('publications', 'bigint[]')})
    order by part.publication_id, part.position`,
);
