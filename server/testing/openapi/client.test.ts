import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useApp } from '../app.ts';
import { poster } from '../whole-posts.ts';

const app = useApp();
const run = promisify(execFile);
const HERE = import.meta.dirname;
/** The compiler of the project; that of the generator is an older one. */
const TSC = join(HERE, '../../../node_modules/typescript/bin/tsc');

const SETTINGS = {
  compilerOptions: {
    ...{ target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom'], strict: true },
    // What it says of itself is checked, too.
    ...{
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [join(HERE, '../../../node_modules/@types')],
    },
    ...{ noUncheckedIndexedAccess: true, allowImportingTsExtensions: true },
    ...{ rewriteRelativeImportExtensions: true, outDir: 'out' },
  },
  files: ['program.ts'],
};

test('a client that is generated from the document compiles, and does what it says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postfolio-client-'));
  const node = (...args: string[]) =>
    run(process.execPath, args, { cwd: folder, maxBuffer: 10_000_000 }).catch((error) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    });
  try {
    await symlink(join(HERE, 'node_modules'), join(folder, 'node_modules'));
    await copyFile(join(HERE, 'program.ts'), join(folder, 'program.ts'));
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
    const response = await fetch(`${app.base}/api/docs/json`);
    await writeFile(join(folder, 'openapi.json'), await response.text());
    const generate = join(HERE, 'node_modules/openapi-typescript/bin/cli.js');
    await node(generate, 'openapi.json', '--output', 'schema.d.ts');
    await node(TSC, '-p', '.');

    const me = await poster(app);
    const key = await me.key({ scopes: ['read', 'write', 'publish'] });
    const env = { BASE: app.base, KEY: key, FOLDER: `${me.folder}`, CHANNEL: `${me.channel}` };
    const { stdout } = await run(process.execPath, ['out/program.js'], { cwd: folder, env });
    expect(JSON.parse(stdout)).toEqual({
      scopes: ['read', 'write', 'publish'],
      title: 'A title',
      text: ['Made by a client'],
      due_at: ['2030-07-02T09:00:00Z'],
      state: 'scheduled',
      listed: true,
      stale: 'stale',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
