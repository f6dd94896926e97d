import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The garbage collection is the business of the engine, but for what it cannot know. */

setFlagsFromString('--expose-gc');
const collect: (options: object) => void = runInNewContext('gc');
setFlagsFromString('--no-expose-gc');

const giveBack = () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });

/** The requests that wait for the start come first. */
const AFTER_START_MS = 5000;

/**
 * Gives back memory that is used no more. First that of the start: compiling the program lets the
 * heap grow to three times of what is used afterwards, and the engine would keep it. Takes a tenth of
 * a second, once, a moment after the start. From now on the heap grows in small steps: those of the
 * engine, together with its young generation (`--max-semi-space-size`, which only the command line
 * can set), take 130 MB more under load, and are no faster. With `--min-semi-space-size` the start
 * does not wait for that generation to grow, which takes half a second of it.
 */
export function giveBackMemory() {
  setFlagsFromString('--heap-growing-percent=30');
  setTimeout(() => {
    giveBack();
    // What it compares with is the memory without that of the start.
    giveBackWhenIdle();
  }, AFTER_START_MS).unref();
}

const IDLE_LOOK_MS = 15_000;
/** The part of the time that an idle process works. */
const IDLE_SHARE = 0.05;
/** A smaller gain is not worth the pause. */
const GAIN_BYTES = 16 * 1024 * 1024;

/**
 * Gives back what a bulk operation, an export or many requests needed, as soon as the process is
 * idle: the engine keeps a heap that has grown until it is next busy.
 */
function giveBackWhenIdle() {
  let kept = process.memoryUsage.rss();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    if ((user + system) / 1000 > IDLE_LOOK_MS * IDLE_SHARE) return;
    if (process.memoryUsage.rss() < kept + GAIN_BYTES) return;
    giveBack();
    kept = process.memoryUsage.rss();
  }, IDLE_LOOK_MS).unref();
}

const COLLECTED_BYTES = 8 * 1024 * 1024;
let passed = 0;

/**
 * Counts bytes that have passed through buffers: every 8 MB, those are given back. The engine sees
 * only how small the objects of buffers are, and would let hundreds of megabytes wait. Takes a
 * millisecond.
 */
export function countPassedBytes(bytes: number) {
  passed += bytes;
  if (passed < COLLECTED_BYTES) return;
  passed = 0;
  collect({ type: 'minor', execution: 'sync' });
}
