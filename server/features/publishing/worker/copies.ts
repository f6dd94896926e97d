import type { Executor } from '../../../database/pool.ts';
import type { Adapter, SendPart, Session } from '../../networks/networks.service.ts';
import * as sql from './publisher.sql.ts';

/**
 * What a restored copy does with a publication that was waiting at the time of the backup: the
 * original may have published it since, with a key that the copy does not know. So the latest posts
 * of the account are read before anything is sent, and a person is asked in doubt (decision 38).
 */

/** Clocks differ. */
const SKEW_MS = 5 * 60_000;
/** So many of the posts of an account are read. */
const READ = 30;
/** Texts that share so many of their words may be the same: networks shorten links and names. */
const LIKE = 0.5;

const LINK = /https?:\/\/\S+/g;
const WORD = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string) => new Set(text.toLowerCase().replace(LINK, ' ').match(WORD));

/** Whether a text may be that of a post; one without words may be that of any. */
function isLike(text: string, other: string): boolean {
  const [words, others] = [wordsOf(text), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= LIKE * Math.min(words.size, others.size);
}

/**
 * Whether the original has published a part since the backup: 'absent' where the account has no
 * post since then that may be it.
 * @param copied the channel, and the time of the backup
 */
export async function findOriginal(
  database: Executor,
  { latest }: Pick<Adapter, 'latest'>,
  { position, content }: Pick<SendPart, 'position' | 'content'>,
  copied: { channel: number; at: string },
  session: Session,
  signal: AbortSignal,
): Promise<'absent' | 'unknowable'> {
  // Replies are not among the latest posts of every network.
  if (position > 0) return 'unknowable';
  const posts = await latest(session, signal, READ);
  const since = Date.parse(copied.at) - SKEW_MS;
  const isOlder = ({ created_at: at }: { created_at: string }) => Date.parse(at) < since;
  // An account without older posts, or that cannot be read, proves nothing.
  if (!posts.some(isOlder)) return 'unknowable';
  const ids = posts.map(({ id }) => id);
  const own = await sql.listOwn(database, { channel: copied.channel, since: copied.at, ids });
  const isOwn = new Set(own.map(({ id }) => id));
  const others = posts.filter((post) => !isOlder(post) && !isOwn.has(post.id));
  return others.some((post) => isLike(post.content, content)) ? 'unknowable' : 'absent';
}
