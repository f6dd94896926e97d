import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AppContext } from '../../context.ts';
import { transaction } from '../../database/transaction.ts';
import type { Run } from '../../jobs/jobs.ts';
import { keyOf } from '../../storage/keys.ts';
import * as sql from './media.sql.ts';
import { announce, type Context, takeIn } from './take-in.ts';

/** The conversion of a video into what every network takes, by ffmpeg. */

const MINUTE_SECONDS = 60;
export const MAX_MINUTES = 30;
/** Of virtual memory, in KiB: a video that needs more is not converted. */
const MAX_MEMORY_KIB = 3 * 1024 * 1024;
const MAX_SAID = 2000;

/** At most 1920 pixels wide or high, with even sides, and upright. */
const FIT =
  "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";

const argumentsOf = (from: string, to: string) => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
  // A playlist could name other files, and other servers.
  ...['-protocol_whitelist', 'file', '-threads', '1', '-i', from],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-threads', '1'],
  ...['-vf', FIT, '-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  ...['-preset', 'veryfast', '-crf', '22', '-maxrate', '8M', '-bufsize', '16M', '-fpsmax', '60'],
  ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4', to],
];

/** Takes the converted video in, in place of the one it was made of. */
export async function runConversion(
  context: Context & Pick<AppContext, 'log'>,
  { workspaceId, userId, file: id }: { workspaceId: number; userId: number; file: number },
  { signal, isLast }: Run,
): Promise<void> {
  const { database, storage, config, log } = context;
  const [row] = await sql.findFile(database, { workspaceId, id });
  if (!row || row.conversion === null || config.ffmpeg === undefined) return;
  const end = (conversion: 'failed' | null) =>
    transaction(context, async (tx) => {
      await sql.setConversion(tx, { workspaceId, id, conversion });
      announce(tx, workspaceId);
    });
  const target = await storage.scratch();
  try {
    await storage.withFile(keyOf(row.hash), (from) =>
      run(config.ffmpeg as string, argumentsOf(from, target), signal),
    );
    const { name } = row;
    await takeIn(context, { file: target, name, workspaceId, userId, folder: null, replaces: id });
    await end(null);
  } catch (err) {
    // A process that ends is no failure of the video.
    if (signal.aborted && !isLast) throw err;
    log.warn({ err, file: id }, 'a video could not be converted');
    await end('failed');
  } finally {
    await rm(target, { force: true });
  }
}

/** Runs the program with limits of time and memory, and after everything else. */
async function run(program: string, given: string[], signal: AbortSignal): Promise<void> {
  const limited = `ulimit -v ${MAX_MEMORY_KIB} && exec nice -n 15 "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, program, ...given], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Nothing of the settings of the server.
    env: {},
    timeout: MAX_MINUTES * MINUTE_SECONDS * 1000,
    killSignal: 'SIGKILL',
    signal,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < MAX_SAID) said += chunk;
  });
  const [code, killed] = await once(child, 'close');
  if (code === 0) return;
  throw new Error(`ffmpeg ended with ${killed ?? code}: ${said.slice(0, MAX_SAID).trim()}`);
}
