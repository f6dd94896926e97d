import type { Metric } from '#contract/networks/metrics.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './figures.sql.ts';
import { curveOf } from './totals.ts';

/** Of each publication; of a thread each part has its own. */
const READINGS = 200;

type Mark = {
  workspaceId: number;
  from: string;
  metric: Metric;
  atLeast: number;
  limit: number;
};

/**
 * When publications reached a mark, by their readings: as the events that are written where a rule waits
 * for it (`tell_figures`, migration 0151).
 */
export async function figuresReached(executor: Executor, mark: Mark) {
  const { workspaceId, metric, atLeast } = mark;
  const counted = await sql.listCounted(executor, mark);
  const publications = counted.map(({ publication }) => publication);
  const readings = Map.groupBy(
    await sql.listReadings(executor, { publications, limit: READINGS }),
    ({ publication }) => publication,
  );
  return counted.flatMap(({ publication, post, channel, published_at: published, parts }) => {
    const own = readings.get(publication) ?? [];
    const curve = curveOf(
      parts,
      own.map(({ position, read_at: at, metrics }) => ({ position, at: Date.parse(at), metrics })),
    );
    return curve.flatMap(({ at, metrics }, index) => {
      const figure = [curve[index - 1]?.metrics[metric] ?? 0, metrics[metric] ?? 0] as const;
      if (figure[0] >= atLeast || figure[1] < atLeast) return [];
      const seconds = (at - Date.parse(published)) / 1000;
      return {
        ...{ workspace_id: workspaceId, kind: 'figures.reached', subject_id: publication },
        about: { post, channel, metric, figure, seconds },
        at: new Date(at).toISOString(),
      };
    });
  });
}
