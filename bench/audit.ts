// Measures the memory of the process during the export of a large audit log. Called by run.ts.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { memoryOf } from './processes.ts';

const ENTRIES = [1_000, 1_000_000];
const LOOK_EVERY_MS = 100;
/** Memory is given back within a minute. */
const AFTER_MS = 60_000;

export type AuditRow = {
  entries: number;
  seconds: number;
  mebibytes: number;
  before: number;
  highest: number;
  after: number;
};

/** Exports audit logs of these sizes as CSV, and samples the memory of the process with this id. */
export async function measureAudit(
  pool: pg.Pool,
  { user, workspace }: { user: number; workspace: number },
  { base, authorization, pid }: { base: string; authorization: string; pid: number },
): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (const [index, entries] of ENTRIES.entries()) {
    const day = `2020-01-0${index + 1}`;
    await pool.query(
      `insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item, ip_address, changes, created_at)
       select $1, $2, 'update', 'item', n, n, '203.0.113.7',
         jsonb_build_object('content', jsonb_build_object('before', repeat('Some words. ', 12),
           'after', 'Others ' || n)), $3::date
       from generate_series(1, ${entries}) n`,
      [workspace, user, day],
    );
    const before = memoryOf(pid);
    let highest = before;
    const looking = setInterval(() => {
      highest = Math.max(highest, memoryOf(pid));
    }, LOOK_EVERY_MS);
    const begun = performance.now();
    const query = new URLSearchParams({ format: 'csv', start_date: day, end_date: day });
    let bytes = 0;
    let lines = 0;
    try {
      const response = await fetch(`${base}/api/content/audit-logs/export/?${query}`, {
        headers: { authorization },
      });
      if (!response.ok)
        throw new Error(`the export responded with ${response.status}: ${await response.text()}`);
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
      }
    } finally {
      // A failed sample after the end of the process would hide the actual error.
      clearInterval(looking);
    }
    if (lines !== entries + 1)
      throw new Error(`the export of ${entries} entries had ${lines} lines`);
    const seconds = (performance.now() - begun) / 1000;
    await delay(AFTER_MS);
    const row = {
      entries,
      seconds,
      mebibytes: bytes / 2 ** 20,
      before,
      highest,
      after: memoryOf(pid),
    };
    console.log(
      `export of ${entries} entries: ${row.seconds.toFixed(1)} s, ${row.mebibytes.toFixed(0)} MiB; memory ${before.toFixed(0)}, at most ${highest.toFixed(0)}, after ${row.after.toFixed(0)} MiB`,
    );
    rows.push(row);
  }
  return rows;
}
