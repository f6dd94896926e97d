import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { person, useApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { mp4 } from '../../testing/media-files.ts';

/** An ffmpeg whose conversions do not end. */
const program = join(mkdtempSync(join(tmpdir(), 'ffmpeg-')), 'ffmpeg');
writeFileSync(
  program,
  `#!/bin/sh
case "$*" in *-encoders*) echo ' V libx264'; echo ' A aac';; *) exec /bin/sleep 1000;; esac
`,
);
chmodSync(program, 0o755);

const app = useApp({ FFMPEG_PATH: program });

test('a conversion whose process died at its last attempt has failed, and can be asked for again', async () => {
  const { token } = await person(app);
  const upload = await fetch(`${app.base}/api/media/?name=film.mp4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(await mp4()),
  });
  const path = `/api/media/${(await upload.json()).id}/` as '/api/media/:id/';
  const convert = async () =>
    (await app.post(`${path}convert/` as '/api/media/:id/convert/', {}, token)).body.conversion;
  const conversion = async () => (await app.get(path, token)).body.conversion;
  /** As if the process had died a while ago. */
  const lose = () =>
    eventually(async () => {
      const { rowCount } = await app.database.query(
        `update jobs.job set heartbeat_on = now() - interval '1 hour', retry_count = retry_limit
         where name = 'media.convert' and state = 'active'`,
      );
      expect(rowCount).toBe(1);
    });

  expect(await convert()).toBe('under way');
  await lose();
  await eventually(async () => expect(await conversion()).toBe('failed'));
  expect(await convert()).toBe('under way');
  await lose();
  await eventually(async () => expect(await conversion()).toBe('failed'));
});
