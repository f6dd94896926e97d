import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { uninterrupted } from './interrupt.ts';

/** A lock between commands: a file with the process that holds it. */

const TRY_MS = 50;
/** Longer than the holder's calls may take. */
const WAIT_MS = 45_000;

/** After that the lock of a process that cannot be asked is one of a process that has ended. */
const MAX_AGE_MS = 180_000;

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Where process ids mean the same: a system since its start, and a container of it. */
const HERE = (() => {
  const boot = (read('/proc/sys/kernel/random/boot_id') ?? '').trim();
  try {
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname().replaceAll(/\s/g, '') || 'here';
  }
})();

/** When a process started, by which it differs from a later one with its id; '' where no system says. */
const startOf = (pid: number) =>
  // Its name, in brackets, may have blanks and brackets.
  read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? '';

/** Those of this process. */
const held = new Set<string>();

/** @throws Failure where another command holds it for too long */
export async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const mine = [process.pid, randomUUID(), HERE, startOf(process.pid)].join(' ').trim();
  for (const until = Date.now() + WAIT_MS; !take(file, mine); ) {
    if (Date.now() > until)
      throw new Failure(
        `Another command of postfolio (pid ${holderOf(file)}) holds ${file}: wait for it, or end it.`,
      );
    await delay(TRY_MS);
  }
  held.add(mine);
  await uninterrupted(async () => {
    try {
      await work();
    } finally {
      held.delete(mine);
      // Not that of another command, which believed that this one had ended.
      if (read(file) === mine) rmSync(file, { force: true });
    }
  });
}

const holderOf = (file: string) => Number(read(file)?.split(' ', 1)[0]) || undefined;

function take(file: string, mine: string): boolean {
  // Written before it has its name, so that nobody reads a lock without its holder.
  const part = `${file}.${mine.split(' ')[1]}`;
  try {
    writeFileSync(part, mine, { mode: 0o600 });
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
  if (seen === undefined || isHeld(file, seen)) return;
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

/** Whether the process of a lock may still run, which is not told by its id alone. */
function isHeld(file: string, lock: string): boolean {
  const [id, , where, start] = lock.split(' ');
  const pid = Number(id);
  if (where === HERE) {
    if (!isRunning(pid)) return false;
    if (pid === process.pid) return held.has(lock);
    if (start) return start === startOf(pid);
  } else if (where === undefined && !isRunning(pid)) return false;
  // On another machine or in another container, or of a system that says no more.
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since < MAX_AGE_MS;
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
