import { writeSync } from 'node:fs';

/** A write for each line takes a tenth of the time of a read: lines are batched. */
const PIECE = 16 * 1024;
const FLUSH_MS = 200;
/** The buffer for a slow reader; lines beyond it are lost. */
const MOST = 1024 * 1024;

/**
 * The destination of the log. Lines that cannot be written are dropped: a full disk or a closed
 * pipe must not stop the service. That of pino tries for ever to write its last lines to a full disk.
 */
export function createLogDestination(fd: number) {
  let lines = '';
  const flush = () => {
    if (!lines) return;
    const chunk = Buffer.from(lines);
    let written = 0;
    lines = '';
    try {
      while (written < chunk.length) written += writeSync(fd, chunk, written);
    } catch (error) {
      // A full pipe takes the rest later.
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (isFull && chunk.length - written < MOST) lines = String(chunk.subarray(written));
    }
  };
  setInterval(flush, FLUSH_MS).unref();
  // Also after a crash: its last lines are the ones that matter.
  process.on('exit', flush);
  return {
    write: (line: string) => {
      lines += line;
      if (lines.length >= PIECE) flush();
    },
    flush,
  };
}
