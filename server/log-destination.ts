import { writeSync } from 'node:fs';

/** A write for each line is a tenth of what a read costs: lines are written together. */
const PIECE = 4096;
const FLUSH_MS = 200;
/** What is kept for a reader that does not keep up; more is lost. */
const MOST = 1024 * 1024;

/**
 * Where the log is written to. What cannot be written is lost and holds up nothing: a log on a full disk, or a reader that is
 * gone, must not stop the service that it tells of.
 */
export function createLogDestination(fd: number) {
  let lines = '';
  const flush = () => {
    if (!lines) return;
    const piece = Buffer.from(lines);
    let written = 0;
    lines = '';
    try {
      while (written < piece.length) written += writeSync(fd, piece, written);
    } catch (error) {
      // A pipe that is full takes the rest later.
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (isFull && piece.length - written < MOST) lines = String(piece.subarray(written));
    }
  };
  setInterval(flush, FLUSH_MS).unref();
  // Also after a crash: its last lines are those that somebody needs.
  process.on('exit', flush);
  return {
    write: (line: string) => {
      lines += line;
      if (lines.length >= PIECE) flush();
    },
    flush,
  };
}
