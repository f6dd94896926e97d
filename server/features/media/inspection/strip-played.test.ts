import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { stripVideo } from './strip-video.ts';
import { stripWebm } from './strip-webm.ts';

/** Films as ffmpeg writes them play as before. */

const folder = await mkdtemp(join(tmpdir(), 'films-'));
const SECRET = 'GPS(51.5033,-0.1195)';

const { ffmpeg } = readConfig();
describe.skipIf(ffmpeg === undefined)('a film of ffmpeg', () => {
  const run = promisify(execFile);
  const make = async (file: string, codecs: string, more: string) => {
    const sources = 'testsrc=size=160x120:rate=10:duration=3 -f lavfi -i sine=duration=3';
    const place = `-metadata location=${SECRET} -metadata title=${SECRET}`;
    const given = `-loglevel error -y -f lavfi -i ${sources} ${codecs} -g 5 ${place} ${more} ${file}`;
    await run(ffmpeg as string, given.split(/ +/));
  };
  /** The sums of all pictures and sounds. */
  const played = async (file: string) =>
    (await run(ffmpeg as string, ['-loglevel', 'error', '-i', file, '-f', 'framemd5', '-'])).stdout;

  /** As browsers record it: nothing is written twice. */
  const live = (bytes: Buffer) => {
    const found = Buffer.from(bytes);
    for (const id of ['18538067', '1f43b675'])
      for (let at = found.indexOf(id, 0, 'hex'); at >= 0; at = found.indexOf(id, at + 4, 'hex')) {
        const length = Math.clz32(found[at + 4] ?? 0) - 23;
        found.fill(0xff, at + 4, at + 4 + length);
        found[at + 4] = 0xff >> (length - 1);
      }
    return found;
  };

  const MP4 = '-c:v mpeg4 -c:a aac';
  const WEBM = '-c:v libvpx -c:a libopus';
  test.for([
    ['film.mp4', MP4, ''],
    ['film.mp4', MP4, '-movflags faststart'],
    ['film.mp4', MP4, '-movflags frag_keyframe+empty_moov'],
    ['film.mp4', MP4, '-movflags frag_keyframe+empty_moov+default_base_moof+global_sidx'],
    ['film.mov', MP4, '-movflags use_metadata_tags'],
    ['film.webm', WEBM, ''],
    ['film.webm', WEBM, '-cluster_time_limit 500'],
    ['film.webm', WEBM, '-cues_to_front 1'],
    ['film.webm', WEBM, '-cluster_time_limit 500 -live 1'],
    ['live.webm', WEBM, '-cluster_time_limit 500'],
  ] as const)('plays as before: %s %s %s', async ([name, codecs, more]) => {
    const file = join(folder, name);
    await make(file, codecs, more);
    if (name === 'live.webm') await writeFile(file, live(await readFile(file)));
    const before = await played(file);
    expect(before.split('\n').length).toBeGreaterThan(100);
    const work = name.endsWith('.webm') ? stripWebm : stripVideo;
    expect((await readFile(file)).includes(SECRET)).toBe(true);
    expect(await work(file)).toBe(true);
    expect((await readFile(file)).includes(SECRET)).toBe(false);
    expect(await played(file)).toBe(before);
  });
});
