import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('the browser of the tests comes from the checkout, whatever lies in the temporary folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postfolio-trap-'));
  writeFileSync(join(folder, 'chromium'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const source = `import { findChromium } from './e2e/chromium.ts';
    const { executablePath, env } = await findChromium();
    console.log(JSON.stringify({ executablePath, env, rest: process.env.TMPDIR }));`;
  const find = () =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
        encoding: 'utf8',
      }),
    ) as { executablePath: string; env: Record<string, string>; rest: string };
  const first = find();
  expect(first.executablePath).not.toContain(folder);
  expect(JSON.stringify(first.env)).not.toContain(folder);
  expect([first.rest, readdirSync(folder)]).toEqual([folder, ['chromium']]);
  expect(find()).toEqual(first);
  expect(
    execFileSync(first.executablePath, ['--version'], { env: first.env, encoding: 'utf8' }),
  ).toMatch(/Chrom/);
});
