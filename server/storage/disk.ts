import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SetupError } from '../config/config.ts';
import type { Range, Storage } from './storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A folder of DATA_DIR; processes on several machines share it as a network file system. */
export function createDiskStorage(dataDir: string): Storage {
  const root = join(dataDir, 'media');
  const scratchDir = join(root, 'scratch');
  const pathOf = (key: string) => join(root, key);

  async function scratch() {
    await mkdir(scratchDir, { recursive: true, mode: 0o700 });
    return join(scratchDir, randomUUID());
  }

  /** What is stored survives a power failure. */
  async function flush(path: string) {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  }

  async function put(key: string, source: { file: string } | { bytes: Uint8Array }) {
    const target = pathOf(key);
    const file = 'file' in source ? source.file : await scratch();
    try {
      if ('bytes' in source) await writeFile(file, source.bytes, { mode: 0o600 });
      await flush(file);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(file, target);
      await flush(dirname(target));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  return {
    place: root,
    isFolder: true,
    put,
    open: async (key, range?: Range) => {
      try {
        const handle = await open(pathOf(key), 'r');
        return createReadStream('', { fd: handle, ...range });
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    withFile: (key, work) => work(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    check: async () => {
      const probe = `scratch/${randomUUID()}`;
      try {
        await put(probe, { bytes: Buffer.from('probe') });
        await rm(pathOf(probe));
      } catch (error) {
        throw new SetupError(
          `DATA_DIR is '${dataDir}', where no media can be stored: ${(error as Error).message}.`,
        );
      }
    },
    scratch,
    tidy: async () => {
      const names = await readdir(scratchDir).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names) {
        const path = join(scratchDir, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs > DAY_MS) await rm(path, { force: true });
      }
    },
  };
}
