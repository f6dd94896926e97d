// Maintains the list of released migrations, which must not be edited because they have been
// applied.
// usage: node scripts/released-migrations.ts [--verify]   (without: adds new files to the list, and
// those whose former hash is in rewritten.json)
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../server/database/migrations');
const LIST = join(FOLDER, 'released.json');
/** Former hashes of files that were rewritten to do the same in less time. */
const rewritten = JSON.parse(readFileSync(join(FOLDER, 'rewritten.json'), 'utf8')) as Record<
  string,
  string[]
>;

const released = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, string>;
const present = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(FOLDER, name)))
        .digest('hex'),
    ]),
);

const isRewritten = (name: string) =>
  name in present && rewritten[name]?.includes(released[name] ?? '');
const edited = Object.keys(released).filter(
  (name) => present[name] !== released[name] && !isRewritten(name),
);
const added = Object.keys(present).filter((name) => !(name in released) || isRewritten(name));
if (edited.length) {
  console.error(
    `Released migrations were edited or removed: ${edited.join(', ')}. Put them back, and add a new one.`,
  );
  process.exitCode = 1;
} else if (added.length && process.argv.includes('--verify')) {
  console.error(
    `Not on the list of released migrations: ${added.join(', ')}. Run 'npm run db:types' and commit it.`,
  );
  process.exitCode = 1;
} else if (added.length) {
  writeFileSync(LIST, `${JSON.stringify(present, null, 2)}\n`);
}
