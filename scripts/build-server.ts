// Builds the server, the programs that it runs apart, and the commands, as a few files each. Node
// loads them faster than 1,200, and keeps less of them in memory. They are not minified, so that the
// functions of a stack have their names.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'rolldown';

const named = (files: string[]) =>
  Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));

const parts = {
  server: { main: 'server/main.ts', demo: 'scripts/demo.ts' },
  // Beside the server: a chunk that both need would be one more file at each start.
  apart: named([
    ...globSync('server/commands/*.ts', { exclude: ['server/commands/command.ts'] }).sort(),
    'server/features/automation/feeds/parse-thread.ts',
    'server/features/media/read-video.ts',
  ]),
  cli: { main: 'cli/main.ts' },
};

for (const [part, input] of Object.entries(parts))
  await build({
    input,
    platform: 'node',
    // Native code, and what has a choice of it.
    external: ['sharp', '@node-rs/argon2', 'pg-native'],
    output: {
      dir: `dist/${part}`,
      cleanDir: true,
      // With one other character, the engine would keep two bytes for each.
      charset: 'ascii',
      comments: false,
    },
  });

// What `postfolio doctor` says. An image is built without the repository, and is told.
const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
writeFileSync('dist/apart/commit.txt', process.env.COMMIT || stdout || '');

// The page of the API reference. Who installs the package does not install the rest of this one, whose
// dependency reports each installation.
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
  cpSync(`node_modules/swagger-ui-dist/${file}`, `dist/reference/${file}`);
