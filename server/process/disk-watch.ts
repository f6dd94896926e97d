import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

const LOOK_MS = 60_000;
const SAY_MS = 60 * 60_000;
const MIN_BYTES = 500 * 1024 * 1024;
const MIN_SHARE = 0.05;

/**
 * Warns before the disk of a folder is full, at most once an hour.
 * @returns stops watching
 */
export function watchDisk(folder: string, log: FastifyBaseLogger): () => void {
  let said = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if ((free > MIN_BYTES && bavail > blocks * MIN_SHARE) || performance.now() < said + SAY_MS)
      return;
    said = performance.now();
    log.warn({ folder, free_mib: Math.floor(free / 1024 / 1024) }, 'the disk is nearly full');
  };
  const attempt = () =>
    void look().catch((err) => log.warn({ err, folder }, 'failed to check the free disk space'));
  attempt();
  const timer = setInterval(attempt, LOOK_MS).unref();
  return () => clearInterval(timer);
}
