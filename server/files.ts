import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a file that is made once and kept: it is there whole or not at all, whatever happens in between, and where
 * another process makes it in the same moment, one of the two stands.
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
