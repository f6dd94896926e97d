import type { Readable } from 'node:stream';
import {
  MAX_CALL_BYTES,
  MAX_CALLS_A_DAY,
  MAX_CALLS_A_MINUTE,
} from '#contract/automation/incoming.ts';
import { emptyDetails, type Item } from '#contract/content/items.ts';
import { verbatim } from '#contract/content/variables.ts';
import { actingMember } from '../../../actor.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { createMinuteLimit } from '../../../http/limits/minute-limit.ts';
import { tooMany } from '../../../http/limits/rate-limit.ts';
import { hashOf } from '../../../secrets.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { type Context, obstacleOf } from './incoming.service.ts';
import * as sql from './incoming.sql.ts';
import { type Call, draftTextOf, mapCall, parseCall } from './read-call.ts';

/** Takes in what is sent to an address: a draft, what rules read of it, and its key, at once or not at all. */

type Sent = {
  secret: string;
  ip: string;
  type: string | undefined;
  /** How the sender calls it. */
  key: string | undefined;
  bytes: () => Readable;
};

const WRONG_SECRETS = { attempts: 30, seconds: 60 };
const MINUTE = { attempts: MAX_CALLS_A_MINUTE, seconds: 60 };
const MINUTE_MS = 60_000;

export function createTakeIn(context: Context) {
  const { database, clock, limits } = context;
  const ofAddresses = createMinuteLimit(clock, MAX_CALLS_A_MINUTE * limits.factor);

  /** @throws AppError 400, 404, 409, 413, 415, 429 */
  return async ({ secret, ip, type, key, bytes }: Sent) => {
    const hash = hashOf(secret);
    // In memory first: what is refused reads neither the body nor the database.
    const counted = hash.toString('base64');
    if (ofAddresses.isReached(counted)) throw tooMany(TOO_MANY, MINUTE_MS / 1000);
    ofAddresses.count(counted);
    const [address] = await sql.findByHash(database, { hash });
    if (!address) {
      await limits.countFrom('incoming secret', ip, WRONG_SECRETS);
      throw unknown();
    }
    await limits.count(`incoming:${address.id}`, MINUTE);
    const body = parseCall(type, await readAll(bytes()));
    const call = mapCall(body, address.mapping);
    return transaction(context, async (tx) => {
      // Before the address, as where its folder is deleted.
      if (address.makes_drafts) await posts.lockContent(tx, { workspaceId: address.workspace });
      return take(tx, hash, call, {
        key: key === undefined ? null : hashOf(key),
      });
    });
  };
}

const TOO_MANY = `This address takes at most ${MAX_CALLS_A_MINUTE} calls a minute.`;

const unknown = () =>
  new AppError('not_found', 404, 'This address does not exist, or it was revoked.');

async function readAll(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_CALL_BYTES)
      throw new AppError('too_large', 413, 'The body is larger than 64 KiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function take(
  tx: Transaction,
  hash: Buffer,
  call: Call,
  { key }: { key: Buffer | null },
): Promise<{ item: number | null; repeated: boolean }> {
  // It may have been revoked, or changed, while the body was read.
  const [address] = await sql.lockByHash(tx, { hash });
  if (!address) throw unknown();
  const { workspace: workspaceId } = address;
  const [earlier] = await sql.findEarlier(tx, { workspaceId, address: address.id, key });
  if (earlier && earlier.call !== null) return { item: earlier.item, repeated: true };
  if (earlier && earlier.count >= MAX_CALLS_A_DAY)
    throw tooMany(`This address takes at most ${MAX_CALLS_A_DAY} calls in 24 hours.`, 3600);
  const obstacle = obstacleOf(address);
  if (obstacle !== null) throw new AppError('stale', 409, obstacle);
  const item = await makeDraft(tx, address, call);
  await sql.insertCall(tx, { ...call, workspaceId, address: address.id, key, item });
  tx.announce({ workspaceId, topic: 'webhooks', tab: '' });
  return { item, repeated: false };
}

/** With the rights that its maker has now, which `obstacleOf` has asked for. */
async function makeDraft(
  tx: Transaction,
  { id, workspace, folder, maker, role, words }: sql.Address,
  call: Call,
): Promise<number | null> {
  if (folder === null || maker === null || role === null) return null;
  const plan = posts.create({
    folder,
    status: 'draft',
    description: call.title || null,
    isThread: false,
    words: { principals: words },
    parts: [
      {
        content: verbatim(draftTextOf(call)),
        network_texts: {},
        media: [],
        ...emptyDetails,
        tags: call.tags,
      },
    ],
  });
  const actor = actingMember(workspace, maker, role, { kind: 'incoming', id });
  const { items } = await posts.apply(tx, actor, plan);
  return (items[0] as Item).id;
}
