// Builds `dist/server`: the server as a few files. Node loads them faster than 1,200, and keeps
// less of them in memory. They are not minified, so that the functions of a stack have their names.
import { build } from 'rolldown';

await build({
  input: { main: 'server/main.ts', demo: 'scripts/demo.ts' },
  platform: 'node',
  // Native code, and what has a choice of it.
  external: ['sharp', '@node-rs/argon2', 'pg-native'],
  output: {
    dir: 'dist/server',
    cleanDir: true,
    // With one other character, the engine would keep two bytes for each.
    charset: 'ascii',
    comments: false,
  },
});
