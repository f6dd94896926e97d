// Brings the database up to date without serving, and tells what it did.
// usage: npm run db:migrate
import { migrate } from '../server/database/migrate.ts';
import { withDatabase } from './database.ts';

await withDatabase(async (database) => {
  const applied = await migrate(database);
  console.log(applied.length ? `Applied ${applied.join(', ')}` : 'Nothing to apply');
});
