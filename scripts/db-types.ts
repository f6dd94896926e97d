// Generates server/database/types.ts from the migrations.
// usage: node scripts/db-types.ts [--verify]   (--verify: fails if the file is stale)
import { execFileSync } from 'node:child_process';
import { withTestDatabase } from '../server/testing/database.ts';

const FILE = 'server/database/types.ts';

await withTestDatabase(async ({ url }) => {
  const flags = [
    [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      FILE,
      '--exclude-pattern',
      '{migrations,jobs.*}',
    ],
    ['--type-mapping', JSON.stringify({ timestamptz: 'string', int8: 'number', inet: 'string' })],
    process.argv.includes('--verify') ? ['--verify'] : [],
  ];
  try {
    execFileSync('kysely-codegen', flags.flat(), { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch {
    console.error(`${FILE} is not what the migrations make: run 'npm run db:types' and commit it.`);
    process.exitCode = 1;
  }
});
