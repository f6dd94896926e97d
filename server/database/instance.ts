import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SetupError } from '../config/config.ts';
import { commandLine } from '../root.ts';
import type { Executor } from './pool.ts';

type Row = { secret: string | null; secret_digest: Buffer };

/** A fingerprint of a secret, which does not reveal the secret. */
export const digestOf = (secret: string) =>
  createHmac('sha256', secret).update('postfolio instance').digest();

/**
 * `given`: SECRET, where it is set. `previous`: SECRET_PREVIOUS, which SECRET replaces. `kept`: the secret
 * of the data folder; undefined where it has none.
 */
type Candidates = {
  given: string | undefined;
  previous?: string | undefined;
  kept: () => string | undefined;
};

/**
 * The secret of these settings that the database knows, and `replaced`, the digest of the one before,
 * where it is new. Undefined where the database knows none yet. It changes nothing.
 * @throws SetupError where the database is used with another secret
 */
export async function knownSecret(
  database: Executor,
  { given, previous, kept }: Candidates,
): Promise<{ secret: string; replaced?: Buffer } | undefined> {
  const [row] = await read(database);
  if (!row) return undefined;
  if (!given && row.secret) return { secret: row.secret };
  const own = given ?? kept();
  if (own !== undefined && isSecretOf(row, own)) return { secret: own };
  if (given && previous && isSecretOf(row, previous))
    return { secret: given, replaced: row.secret_digest };
  throw new SetupError(
    `${given ? 'SECRET is' : 'SECRET is not set, and the one that would be used instead is'} not the one that this database uses: give all processes the same SECRET. To replace it, stop them all and start them with the new SECRET and the old one as SECRET_PREVIOUS; or run '${commandLine('db:new-secret')}', after which everyone has to sign in again.`,
  );
}

/**
 * The secret that all processes of a database share: SECRET, or the one stored in the database, or
 * that of the data folder.
 * @param shared whether other processes may use this database, which then stores the secret for all
 * of them
 * @throws SetupError as `knownSecret`
 */
export async function agreeOnSecret(
  database: Executor,
  { shared, ...candidates }: Candidates & { shared: boolean },
): Promise<string> {
  const { given, kept } = candidates;
  let known = await knownSecret(database, candidates);
  if (!known) {
    const own = given ?? kept() ?? randomBytes(32).toString('base64url');
    await database.query(
      'insert into instance (secret, secret_digest) values ($1, $2) on conflict do nothing',
      [shared && !given ? own : null, digestOf(own)],
    );
    // Another process that started at the same time may have been first.
    known = await knownSecret(database, { ...candidates, kept: () => own });
  }
  if (!known) throw new Error('the secret was not kept');
  if (known.replaced)
    await database.query(
      'update instance set secret = null, secret_digest = $1 where secret_digest = $2',
      [digestOf(known.secret), known.replaced],
    );
  return known.secret;
}

const isSecretOf = ({ secret_digest }: Row, secret: string) =>
  timingSafeEqual(secret_digest, digestOf(secret));

const read = async (database: Executor) =>
  (await database.query<Row>('select secret, secret_digest from instance')).rows;

/** Deletes the record of the secret: the next process decides. */
export const forgetSecret = async (database: Executor) =>
  void (await database.query('delete from instance'));
