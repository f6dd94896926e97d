import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Makes videos of any kind into what every network takes, by ffmpeg. */

const MINUTE_SECONDS = 60;
/** The maximum time of one conversion. */
export const MAX_MINUTES = 30;
/** Of virtual memory, in KiB: a video that needs more is not converted. */
const MAX_MEMORY_KIB = 3 * 1024 * 1024;
const MAX_SAID = 2000;

/** At most 1920 pixels wide or high, with even sides, and upright. */
const FIT =
  "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";

/** Those that contain their video themselves. */
const FORMATS = 'matroska,webm,avi,flv,asf,mpeg,mpegvideo,mpegts,ogg,mov,mp4,m4a,3gp,3g2,mj2,gif';

const argumentsOf = (from: string, to: string, maxBytes?: number) => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
  // A playlist could name other files, and other servers.
  ...['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-threads', '1', '-i', from],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-threads', '1'],
  ...['-vf', FIT, '-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  ...['-preset', 'veryfast', '-crf', '22', '-maxrate', '8M', '-bufsize', '16M', '-fpsmax', '60'],
  ...(maxBytes === undefined ? [] : ['-fs', String(maxBytes)]),
  ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4', to],
];

/**
 * @param options `maxBytes`: the new file ends there
 * @throws Error where it cannot be converted
 */
export const toMp4 = (
  program: string,
  {
    from,
    to,
    maxBytes,
    ...limits
  }: { from: string; to: string; signal?: AbortSignal; minutes?: number; maxBytes?: number },
): Promise<void> =>
  run(program, argumentsOf(from, to, maxBytes), { minutes: MAX_MINUTES, ...limits });

const ENCODERS = ['libx264', 'aac'];
const LOOK_MS = 10_000;

/** @throws Error where the program cannot be run, or lacks what conversions take */
export async function requireEncoders(program: string): Promise<void> {
  const { stdout } = await promisify(execFile)(program, ['-hide_banner', '-encoders'], {
    env: {},
    timeout: LOOK_MS,
  });
  // A line: what it can, its name, and what it is.
  const names = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1]));
  const lacking = ENCODERS.filter((name) => !names.has(name));
  if (lacking.length) throw new Error(`it has no ${lacking.join(' and no ')}`);
}

/** Runs the program with limits of time and memory, and after everything else. */
async function run(
  program: string,
  given: string[],
  { signal, minutes }: { signal?: AbortSignal | undefined; minutes: number },
): Promise<void> {
  // Of processor time too: it ends where nobody is there to end it.
  const limited = `ulimit -v ${MAX_MEMORY_KIB} && ulimit -t ${minutes * MINUTE_SECONDS} && exec nice -n 15 "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, program, ...given], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Nothing of the settings of the server.
    env: {},
    timeout: minutes * MINUTE_SECONDS * 1000,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < MAX_SAID) said += chunk;
  });
  const [code, killed] = await once(child, 'close');
  if (code === 0) return;
  throw new Error(`ffmpeg ended with ${killed ?? code}: ${said.slice(0, MAX_SAID).trim()}`);
}
