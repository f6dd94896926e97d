import { missing } from '#contract/authority/missing.ts';
import { MAX_LOOKED_AT, MAX_STOPPING, type PolicyPreview } from '#contract/publishing/review.ts';
import type { Executor } from '../../../../database/pool.ts';
import { type InWorkspace, publicationsOf } from '../reading.ts';
import { listOpen } from './clearance.sql.ts';

/** What would stop if the workspace demanded an approval. What stops anyway is not counted. */
export async function previewPolicy(
  executor: Executor,
  { workspaceId }: InWorkspace,
): Promise<PolicyPreview> {
  const open = await listOpen(executor, { workspaceId, limit: MAX_LOOKED_AT + 1 });
  const looked = open.slice(0, MAX_LOOKED_AT);
  const stopping = looked.filter(
    ({ asked, known, demandedSource: source }) =>
      !missing(known, asked) && missing({ ...known, isDemanded: true, source }, asked),
  );
  const listed = stopping.slice(0, MAX_STOPPING).map(({ id }) => id);
  return {
    count: stopping.length,
    has_more: open.length > MAX_LOOKED_AT,
    publications: await publicationsOf(executor, { workspaceId }, listed),
  };
}
