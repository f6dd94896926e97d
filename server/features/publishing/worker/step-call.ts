import type { Attachment } from '#contract/attachments.ts';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { OpenMedia } from '../../media/media.service.ts';
import {
  type Adapters,
  NetworkError,
  type Prepared,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
  withFence,
} from '../../networks/networks.service.ts';
import { withSession } from '../channels/channels.service.ts';
import { type AttemptRecord, isUnknownSend } from '../publications/publications.service.ts';
import { findOriginal } from './copies.ts';
import { SEND_MS } from './delivery.ts';
import type { LeasedChannel as Channel } from './leases.sql.ts';
import type { Lease } from './leases.ts';
import * as sql from './publisher.sql.ts';
import type { Begun, Result } from './settlement.ts';
import { isTakenBut, ownerOf } from './taken.ts';
import * as uploads from './uploads.sql.ts';

/** The call of a network for a step. */

type Context = Pick<AppContext, 'clock' | 'database' | 'secrets' | 'log'> & {
  adapters: Adapters;
  /** The bytes of files. */
  openMedia: OpenMedia;
};

const FIND_MS = 60_000;
/** Files are uploaded meanwhile. */
const PREPARE_MS = 15 * 60_000;

/** Work on a leased channel; the signal is aborted when its calls have to end. */
export type Work = { lease: Lease; signal: AbortSignal };

/** Calls the network. Whatever is not reported by the adapter has an unknown outcome. */
export async function call(
  context: Context,
  channel: Channel & { credentials: string | null },
  begun: Begun,
  stored: readonly sql.StoredPart[],
  { lease, signal: ending, startedAt }: Work & { startedAt: number },
): Promise<Result> {
  const { adapters, log } = context;
  const adapter = adapters[channel.network];
  const parts = sendPartsOf(context, channel, begun, stored);
  const longest = { prepare: PREPARE_MS, send: SEND_MS, find: FIND_MS }[begun.step];
  // From before the attempt was stored: another worker counts from then on.
  const left = Math.max(longest - (performance.now() - startedAt), 0);
  const signal = AbortSignal.any([ending, AbortSignal.timeout(Math.ceil(left))]);
  /** Whether the network may have been called to publish something. */
  let isCalled = false;
  const run = async (session: Session): Promise<Result> => {
    if (begun.step === 'prepare') {
      const prepared = await adapter.prepare?.(parts, session, signal);
      return { outcome: 'prepared', prepared: prepared ?? [] };
    }
    if (begun.step === 'send') {
      // Opening a session takes a while: another worker may have the channel by now.
      if (!lease.isHeld()) throw new NetworkError('transient', 'lease', 'The worker was too slow');
      isCalled = true;
      const sent = await withFence(lease.confirm, () => adapter.send(parts, session, signal));
      return { outcome: 'sent', sent };
    }
    const [part] = parts as [SendPart];
    const { copied_at: at } = begun.due;
    const isCopy = begun.parts[0]?.attempts.findLast(isUnknownSend)?.code === sql.COPIED;
    const copied = isCopy && at !== null ? { channel: channel.id, at } : undefined;
    const found = copied
      ? await findOriginal(context.database, adapter, part, copied, session, signal)
      : await adapter.find(part, session, signal);
    return foundResult(found);
  };
  try {
    return await withSession(context, channel, signal, run);
  } catch (error) {
    if (error instanceof StillProcessing) return { outcome: 'processing', ms: error.ms };
    if (error instanceof NetworkError) return { outcome: 'failed', error };
    // A file that was erased meanwhile.
    if (error instanceof AppError && error.code === 'gone')
      return {
        outcome: 'failed',
        error: new NetworkError('rejected', 'gone', error.message.replace(/\.$/, '')),
      };
    if (signal.aborted) return timedOut(isCalled);
    log.error({ err: error, channel: channel.id }, 'a call to a network failed unexpectedly');
    return failedByOurselves(begun, isCalled);
  }
}

/** What became of a part that was looked for. */
export function foundResult(
  found: Sent | 'absent' | 'repeatable' | 'unknowable' | NetworkError,
): Result {
  if (found instanceof NetworkError) return { outcome: 'refused', error: found };
  return typeof found === 'string' ? { outcome: found } : { outcome: 'sent', sent: [found] };
}

/** @param isCalled whether the network may have been called to publish something */
export const timedOut = (isCalled: boolean): Result => ({
  outcome: 'failed',
  error: new NetworkError(isCalled ? 'unknown' : 'transient', 'timeout', 'The call took too long'),
});

/** The result of a call that failed by an error of our own. */
export const failedByOurselves = ({ step }: { step: string }, isCalled: boolean): Result => ({
  outcome: 'failed',
  error: new NetworkError(
    step === 'send' && isCalled ? 'unknown' : 'transient',
    'internal',
    'The call failed unexpectedly',
  ),
});

/** The first attempt that may have had an effect. */
export const firstCall = <Made extends AttemptRecord>(attempts: readonly Made[]) =>
  attempts.find(isUnknownSend) ?? attempts.find(({ step }) => step === 'send');

/** The parts of a step as the adapter gets them. */
function sendPartsOf(
  context: Context,
  channel: Channel,
  begun: Begun,
  stored: readonly sql.StoredPart[],
): SendPart[] {
  const { settings } = channel;
  const { due, parts, attempts } = begun;
  const sentAt = (position: number): Sent | null => {
    const part = stored.find((part) => part.position === position);
    if (!part?.remote_id) return null;
    return { id: part.remote_id, url: part.url, extra: part.extra ?? undefined };
  };
  const whole = ({ position, key }: sql.StoredPart) => ({
    id: due.id,
    position,
    key,
    place: WHOLE,
  });
  const findWhole = (position: number) =>
    uploads.findUpload(context.database, { id: due.id, position, place: WHOLE });
  return parts.map((part, index) => {
    const { position, content, language, key, prepared } = part;
    const first = firstCall(part.attempts) ?? attempts[index];
    const [root, parent] = [sentAt(0), sentAt(position - 1)];
    return {
      position,
      content,
      language,
      links: part.links ?? {},
      media: part.media.map((file, place) =>
        mediaOf(context, { id: due.id, position, key, place }, file),
      ),
      options: due.options,
      settings,
      key,
      prepared: prepared as Prepared | null,
      once: onceOf(context, whole(part)),
      recall: async () => (await findWhole(position))[0]?.upload,
      keep: (made) => keepUpload(context, whole(part), made),
      repeats: part.attempts.filter(isUnknownSend).length,
      thread: index === 0 && root && parent ? { root, parent } : null,
      since: first ? new Date(first.began_at) : new Date(context.clock.now()),
      isTaken: isTakenBut(context.database, ownerOf(channel, begun, position)),
    };
  });
}

/** The place of what belongs to a part as a whole. */
const WHOLE = -1;

/** `key`: that of the part, which is another one once its text was replaced. */
type Place = { id: number; position: number; key: string; place: number };

const mediaOf = (context: Context, key: Place, file: Attachment): SendMedia => ({
  ...file,
  // Networks whose GIFs move take no other animation as one.
  ...(file.kind === 'gif' && file.type !== 'image/gif' && { kind: 'picture' as const }),
  ...context.openMedia(file),
  once: onceOf(context, key),
});

/** Stores what the network has of a file or of a part, so that it is uploaded once. */
const onceOf =
  (context: Context, key: Place): SendMedia['once'] =>
  async (upload) => {
    const [known] = await uploads.findUpload(context.database, key);
    if (known) return { ...known.upload, ...(known.until !== null && { until: known.until }) };
    const made = await upload();
    await keepUpload(context, key, made);
    return made;
  };

async function keepUpload(
  { database }: Context,
  key: Place,
  { until, ...made }: Awaited<ReturnType<SendMedia['once']>>,
) {
  await uploads.keepUpload(database, {
    ...key,
    upload: JSON.stringify(made),
    until: until ?? null,
  });
}
