import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { uninterrupted } from './interrupt.ts';

/** A lock between commands: a file with the process that holds it. */

const TRY_MS = 50;
/** Longer than the holder's calls may take. */
const WAIT_MS = 45_000;

/** @throws Failure where another command holds it for too long */
export async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const mine = `${process.pid} ${randomUUID()}`;
  for (const until = Date.now() + WAIT_MS; !take(file, mine); ) {
    if (Date.now() > until)
      throw new Failure(
        `Another command of postfolio (pid ${holderOf(file)}) holds ${file}: wait for it, or end it.`,
      );
    await delay(TRY_MS);
  }
  await uninterrupted(async () => {
    try {
      await work();
    } finally {
      // Not that of another command, which believed that this one had ended.
      if (read(file) === mine) rmSync(file, { force: true });
    }
  });
}

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const holderOf = (file: string) => Number(read(file)?.split(' ', 1)[0]) || undefined;

function take(file: string, mine: string): boolean {
  // Written before it has its name, so that nobody reads a lock without its holder.
  const part = `${file}.${mine.split(' ')[1]}`;
  writeFileSync(part, mine, { mode: 0o600 });
  try {
    linkSync(part, file);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST')
      throw new Failure(`${file} cannot be written: ${(error as Error).message}.`);
    removeOfDead(file);
    return false;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Removes the lock of a process that has ended. A frozen one keeps it: it may go on at any time. */
function removeOfDead(file: string) {
  const seen = read(file);
  const pid = holderOf(file);
  if (seen === undefined || (pid !== undefined && isRunning(pid))) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    // Meanwhile another command removed it, and took the lock: it gets its own back.
    if (read(aside) !== seen) linkSync(aside, file);
  } catch {
    // Another command was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
