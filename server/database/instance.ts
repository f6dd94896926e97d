import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SetupError } from '../config.ts';
import { commandLine } from '../root.ts';
import type { Executor } from './pool.ts';

type Row = { secret: string | null; secret_digest: Buffer };

/** A fingerprint of a secret, which does not reveal the secret. */
export const digestOf = (secret: string) =>
  createHmac('sha256', secret).update('postfolio instance').digest();

/**
 * The secret that all processes of a database share: SECRET, or the one stored in the database, or
 * that of the data folder.
 * @param given SECRET, where it is set
 * @param previous SECRET_PREVIOUS, which SECRET replaces
 * @param kept the secret of the data folder; undefined where it has none
 * @param shared whether other processes may use this database, which then stores the secret for all
 * of them
 * @throws SetupError where the database is used with another secret
 */
export async function agreeOnSecret(
  database: Executor,
  {
    given,
    previous,
    kept,
    shared,
  }: {
    given: string | undefined;
    previous?: string | undefined;
    kept: () => string | undefined;
    shared: boolean;
  },
): Promise<string> {
  const [known] = await read(database);
  if (!given && known?.secret && isSecretOf(known, known.secret)) return known.secret;
  const own = given ?? kept() ?? randomBytes(32).toString('base64url');
  if (!known)
    await database.query(
      'insert into instance (secret, secret_digest) values ($1, $2) on conflict do nothing',
      [shared && !given ? own : null, digestOf(own)],
    );
  // Another process that started at the same time was first.
  const [row] = await read(database);
  if (!row) throw new Error('the secret was not kept');
  if (!given && row.secret) return row.secret;
  if (isSecretOf(row, own)) return own;
  if (given && previous && isSecretOf(row, previous)) {
    await database.query(
      'update instance set secret = null, secret_digest = $1 where secret_digest = $2',
      [digestOf(given), row.secret_digest],
    );
    return given;
  }
  throw new SetupError(
    `${given ? 'SECRET is' : 'SECRET is not set, and the one that would be used instead is'} not the one that this database uses: give all processes the same SECRET. To replace it, stop them all and start them with the new SECRET and the old one as SECRET_PREVIOUS; or run '${commandLine('db:new-secret')}', after which everyone has to sign in again.`,
  );
}

const isSecretOf = ({ secret_digest }: Row, secret: string) =>
  timingSafeEqual(secret_digest, digestOf(secret));

const read = async (database: Executor) =>
  (await database.query<Row>('select secret, secret_digest from instance')).rows;

/** Deletes the record of the secret: the next process decides. */
export const forgetSecret = async (database: Executor) =>
  void (await database.query('delete from instance'));
