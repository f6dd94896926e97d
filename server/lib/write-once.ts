import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a file that is created once, atomically: it is complete or does not exist. Of two
 * concurrent processes, one wins.
 */
export function writeOnce(file: string, content: string) {
  if (existsSync(file)) return;
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}
