import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SetupError } from '../config.ts';
import type { Executor } from './pool.ts';

type Row = { secret: string | null; secret_digest: Buffer };

/** What is kept of a secret to know it again, and tells nobody the secret. */
export const digestOf = (secret: string) => createHmac('sha256', secret).update('postfolio instance').digest();

/**
 * The one secret of all processes of a database: SECRET; or the one that the database keeps; or the one of the data folder.
 * @param given SECRET, where it is set
 * @param kept the secret of the data folder; undefined where it has none
 * @param shared whether other processes may come to this database, which then keeps the secret for all of them
 * @throws SetupError when it is not the one that the database is used with
 */
export async function agreeOnSecret(
  database: Executor,
  { given, kept, shared }: { given: string | undefined; kept: () => string | undefined; shared: boolean },
): Promise<string> {
  const [known] = await read(database);
  if (!given && known?.secret && isSecretOf(known, known.secret)) return known.secret;
  const own = given ?? kept() ?? randomBytes(32).toString('base64url');
  if (!known)
    await database.query('insert into instance (secret, secret_digest) values ($1, $2) on conflict do nothing', [
      shared && !given ? own : null,
      digestOf(own),
    ]);
  // Of two processes that start at once, one was first.
  const [row] = await read(database);
  if (!row) throw new Error('the secret was not kept');
  if (!given && row.secret) return row.secret;
  if (isSecretOf(row, own)) return own;
  throw new SetupError(
    `${given ? 'SECRET is' : 'SECRET is not set, and what would be used in its place is'} not the one that this database is used with: give all processes the same SECRET. To replace it for good, end them all and run 'npm run db:new-secret'; then everybody has to sign in again.`,
  );
}

const isSecretOf = ({ secret_digest }: Row, secret: string) => timingSafeEqual(secret_digest, digestOf(secret));

const read = async (database: Executor) =>
  (await database.query<Row>('select secret, secret_digest from instance')).rows;

/** Forgets which secret the database is used with: the next process decides. */
export const forgetSecret = async (database: Executor) => void (await database.query('delete from instance'));
