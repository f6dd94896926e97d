import { sql } from 'kysely';
import { METRICS, type Metric } from '#contract/networks/metrics.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { type Filters, publishedIn } from './published.sql.ts';

export type ReadingRow = {
  publication: number;
  channel: string;
  position: number;
  published_at: string;
  read_at: string;
} & Record<Metric, number | null>;

/** Publications after one that match, by id. */
export const listPublications = statement<Filters & { after: number; limit: number }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    select publications.id from ${publishedIn(bind as unknown as Bind<Filters>)}
      and publications.id > ${bind('after', 'bigint')}
    order by publications.id limit ${bind('limit', 'integer')}`,
);

/** What was read of publications in a period. */
export const listReadings = statement<{
  workspaceId: number;
  publications: number[];
  from: string;
  end: string;
}>()(
  null,
  (_db, bind) => sql<ReadingRow>`
    select publications.id as publication, network || ':' || handle as channel, position, published_at,
      read_at, ${sql.join(METRICS.map((metric) => sql.ref(metric)))}
    from readings join publications on publications.id = publication_id
      and publications.workspace_id = ${bind('workspaceId', 'bigint')}
      join channels on channels.id = publications.channel_id
    where publication_id = any(${bind('publications', 'bigint[]')})
      and read_at >= ${bind('from', 'timestamptz')} and read_at < ${bind('end', 'timestamptz')}
    order by publication_id, position, read_at`,
);
