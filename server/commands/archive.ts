// Moves old entries of the audit log, or old versions of items, to a file, or checks such a file
// against the database.
// usage: npm run archive -- FILE [--days 365] [--versions]
//        npm run archive -- --verify FILE
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { AUDIT_LOG, archive, verifyArchive } from '../features/core/audit/archive.service.ts';
import { takeOldVersions } from '../features/operations/maintenance/maintenance.sql.ts';
import { commandLine } from '../root.ts';
import { runCommand, UsageError, withDatabase } from './command.ts';

const TAKEN = {
  most: 1,
  options: {
    days: { type: 'string', default: '365' },
    verify: { type: 'boolean', default: false },
    versions: { type: 'boolean', default: false },
  },
  usage: `Specify the file: ${commandLine('archive', 'FILE [--days 365] [--versions], or --verify FILE')}`,
} as const;

await runCommand(async ({ words: [name], values: { days: text, verify, versions } }) => {
  if (name === undefined) throw new UsageError(TAKEN.usage);
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError(`--days is '${text}': expected a whole number from 1 to 99999.`);
  const [file, days] = [resolve(name), Number(text)];
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
}, TAKEN);
