// Moves old entries of the audit log, or old versions of items, to a file, or checks such a file
// against the database.
// usage: npm run archive -- FILE [--days 365] [--versions]
//        npm run archive -- --verify FILE
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, SetupError } from '../config.ts';
import { AUDIT_LOG, archive, verifyArchive } from '../features/core/audit/archive.service.ts';
import { takeOldVersions } from '../features/operations/maintenance/maintenance.sql.ts';
import { commandLine } from '../root.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async () => {
  const { file, days, verify, versions } = readArguments();
  await withDatabase(readConfig(), async (database) => {
    if (verify) {
      console.log(`${file}: unchanged, ${await verifyArchive(database, file)} entries`);
      return;
    }
    const table = versions
      ? { archive: 'item_versions' as const, take: takeOldVersions }
      : AUDIT_LOG;
    const { entries, digest } = await archive(database, table, { file, days });
    if (digest === null)
      console.log(`There are no ${versions ? 'versions' : 'entries'} older than ${days} days.`);
    else console.log(`${file}: ${entries} entries, SHA-256 ${digest}`);
  });
});

/** @throws SetupError */
function readArguments() {
  const usage = `Specify the file: ${commandLine('archive', 'FILE [--days 365] [--versions], or --verify FILE')}`;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        days: { type: 'string', default: '365' },
        verify: { type: 'boolean', default: false },
        versions: { type: 'boolean', default: false },
      },
    });
    const [file, more] = positionals;
    if (!file || more || !/^[1-9]\d{0,4}$/.test(values.days)) throw new SetupError(usage);
    return { ...values, file: resolve(file), days: Number(values.days) };
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`${(error as Error).message} ${usage}`);
  }
}
