import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SCRIPTS = ['install.js', 'node-version.js', 'stale.js', 'start.js'].map((name) =>
  join(import.meta.dirname, name),
);

/** The Node of the machine, beside the one of the project. */
const machine = execFileSync('which', ['-a', 'node'], { encoding: 'utf8' })
  .split('\n')
  .find((path) => path && !path.includes('node_modules'));

test.runIf(machine)(
  'the scripts that run on the Node of the machine import only what it has',
  () => {
    for (const script of SCRIPTS) {
      // Links the file and all named imports, and runs nothing.
      const check = `import('node:vm').then(async ({ SourceTextModule }) => {
      const { readFileSync } = await import('node:fs');
      const module = new SourceTextModule(readFileSync(${JSON.stringify(script)}, 'utf8'), { initializeImportMeta() {} });
      for (const specifier of module.dependencySpecifiers.filter((name) => name.startsWith('node:'))) await import(specifier);
      await module.link(async (specifier) => {
        const names = Object.keys(specifier.startsWith('node:') ? await import(specifier) : { buildStale: '', NODE: '' });
        const { SyntheticModule } = await import('node:vm');
        return new SyntheticModule(names, () => {});
      });
    })`;
      const { status, stderr } = spawnSync(
        machine as string,
        ['--experimental-vm-modules', '-e', check],
        {
          encoding: 'utf8',
        },
      );
      expect([script, status, stderr.replace(/.*ExperimentalWarning.*\n|\(Use .*\n/g, '')]).toEqual(
        [script, 0, ''],
      );
    }
  },
);

test.each(['18.20.4', '20.10.0'])('Node %s ends the start with one line', (version) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${pretend}`, join(import.meta.dirname, 'start.js')],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([
    1,
    `This is Node ${version}, and 20.11 or newer is needed: install a newer one from https://nodejs.org.\n`,
  ]);
});
