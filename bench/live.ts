// Measures the latency of change events, from the request that makes the change. Called by run.ts.
import { type ClientRequest, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BulkSeed } from './bulk.ts';

const CHANGES = 40;
const BETWEEN_MS = 120;
const FOLLOWERS = [1, 1000];

export type LiveRow = { followers: number; p50: number; p99: number };

/**
 * Streams of one workspace, and consecutive changes in it; milliseconds until each stream has the
 * event.
 */
export async function measureLive(
  seed: BulkSeed,
  base: string,
  authorization: string,
): Promise<LiveRow[]> {
  const rows: LiveRow[] = [];
  for (const followers of FOLLOWERS) {
    let begun = 0;
    const times: number[] = [];
    const streams = await Promise.all(
      Array.from({ length: followers }, () =>
        follow(base, authorization, () => times.push(performance.now() - begun)),
      ),
    );
    // Earlier changes have been published by now.
    await delay(500);
    times.length = 0;
    for (let n = 0; n < CHANGES; n++) {
      begun = performance.now();
      await fetch(`${base}/api/content/items/`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ folder: seed.folders[0], content: 'A post that was just written.' }),
      });
      while (times.length < followers * (n + 1)) await delay(1);
      await delay(BETWEEN_MS);
    }
    for (const stream of streams) stream.destroy();
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
    const row = { followers, p50: at(0.5), p99: at(0.99) };
    console.log(
      `delivered to ${followers}: ${row.p50.toFixed(0)} ms in the middle, ${row.p99.toFixed(0)} ms at p99`,
    );
    rows.push(row);
  }
  return rows;
}

/** Resolves once the stream has begun. */
function follow(
  base: string,
  authorization: string,
  onChanged: () => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${base}/api/live/`,
      { agent: false, headers: { authorization } },
      (response) => {
        response.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('event: ready')) resolve(request);
          if (text.includes('event: changed')) onChanged();
        });
        response.on('error', () => {});
      },
    );
    request.on('error', reject);
  });
}
