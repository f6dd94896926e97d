import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'side-by-side.ts');
const folder = mkdtempSync(join(tmpdir(), 'postfolio-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ends when the file is there. */
const until = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done`;
const scripts = {
  first: `echo one; ${until('second')}; echo two >&2; touch first`,
  // Neither could end where they ran one after the other.
  second: `echo three; touch second; ${until('first')}; echo four`,
  failing: 'echo wrong; exit 3',
};
writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));

async function run(...names: string[]) {
  for (const file of ['first', 'second']) rmSync(join(folder, file), { force: true });
  const child = spawn(process.execPath, [SCRIPT, ...names], { cwd: folder });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return {
    code,
    lines: output
      .trim()
      .replaceAll(/\d+ s$/gm, 'N s')
      .split('\n'),
  };
}

test('scripts run at the same time, and their outputs are not mixed', async () => {
  expect(await run('first', 'second')).toEqual({
    code: 0,
    lines: [
      ...['── first', 'one', 'two', '── first passed after N s'],
      ...['── second', 'three', 'four', '── second passed after N s'],
    ],
  });
});

test('one that fails fails the run, after the others have ended', async () => {
  expect(await run('failing', 'first', 'second')).toEqual({
    code: 1,
    lines: [
      ...['── failing', 'wrong', '── failing FAILED after N s'],
      ...['── first', 'one', 'two', '── first passed after N s'],
      ...['── second', 'three', 'four', '── second passed after N s'],
    ],
  });
});
