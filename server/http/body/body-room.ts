import { Transform } from 'node:stream';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { clientIp, networkOf, SITE_FACTOR, siteOf } from '../client-ip.ts';
import { whenClosed } from '../endpoint.ts';
import { tooMany } from '../limits/rate-limit.ts';
import { behind, type UnderWay } from '../limits/under-way.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its handler reads the body: into a file as it arrives, or into memory. */
    takes?: 'file' | 'bytes' | undefined;
  }
}

const KIB = 1024;
const MIB = KIB * KIB;

/** A body of this size costs no more than its connection, and is not counted: signing in always works. */
const FREE_BYTES = 16 * KIB;
/** The maximum number of bytes of bodies under way, in a process. */
const MAX_BYTES = {
  /** Of all signed-in callers, and of one person with all their keys and apps. */
  members: 256 * MIB,
  person: 32 * MIB,
  /** Of all others, and of one network; of the site that an IPv6 network is in, `SITE_FACTOR` times as much. */
  strangers: 32 * MIB,
  network: 2 * MIB,
};
/** A larger body waits for its turn before it is read. */
const LARGE_BYTES = MIB;

/** `limits`: the maximum of each name that it counts for. */
type Sender = { group: 'members' | 'strangers'; limits: (readonly [name: string, max: number])[] };

/** Counts the bytes of bodies that are read or worked on. `factor` multiplies the limits of one sender. */
function createBodyRoom(factor: number) {
  const ofSenders = new Map<string, number>();
  const ofGroups = { members: 0, strangers: 0 };

  /** A body of this sender, of which nothing has arrived. */
  function begin({ group, limits }: Sender) {
    let size = 0;
    let counted = 0;
    const change = (by: number) => {
      for (const [name] of limits) {
        const left = (ofSenders.get(name) ?? 0) + by;
        if (left > 0) ofSenders.set(name, left);
        else ofSenders.delete(name);
      }
      ofGroups[group] += by;
      counted += by;
    };
    return {
      size: () => size,
      /** @throws AppError 429 where the sender has too much under way; 503 where the process has */
      add: (bytes: number): void => {
        size += bytes;
        if (size <= FREE_BYTES) return;
        const added = size - counted;
        if (limits.some(([name, max]) => (ofSenders.get(name) ?? 0) + added > max * factor))
          throw tooMany('Too much of yours arrives at once. Please try again.', 1);
        if (ofGroups[group] + added > MAX_BYTES[group])
          throw new AppError('unavailable', 503, 'Too much arrives at once. Please try again.', {
            headers: { 'retry-after': '2' },
          });
        change(added);
      },
      end: () => change(-counted),
    };
  }

  /** Whoever sends a request. A person is the same by a session and by all that acts for them. */
  const senderOf = (request: FastifyRequest): Sender => {
    const person = request.person ?? request.agent;
    if (person)
      return { group: 'members', limits: [[`person ${behind(person)}`, MAX_BYTES.person]] };
    const [ip, max] = [clientIp(request), MAX_BYTES.network];
    const site = siteOf(ip);
    return {
      group: 'strangers',
      limits: [[networkOf(ip), max], ...(site ? [[site, max * SITE_FACTOR] as const] : [])],
    };
  };
  return { begin, senderOf };
}

/** How long the body of a request is; undefined where it comes in chunks. */
const announcedLength = ({ headers }: FastifyRequest): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;

/**
 * Counts the body of every request before it is read, until its response is sent. Those that are large
 * are read in turns, a few of one person at a time. A client that sends slowly keeps its room for as
 * long as Node lets a request arrive.
 */
export function limitBodies(app: FastifyInstance, underWay: UnderWay, factor: number): void {
  const room = createBodyRoom(factor);

  async function inTurn(request: FastifyRequest, reply: FastifyReply) {
    const person = request.person ?? request.agent;
    if (!person) return;
    reply.raw.once('close', await underWay.largeBody(behind(person), whenClosed(reply.raw)));
  }

  app.addHook('preParsing', (request, reply, payload, done) => {
    const length = announcedLength(request);
    const limit = request.routeOptions.bodyLimit ?? MIB;
    const { takes } = request.routeOptions.config ?? {};
    if (length === 0 || takes === 'file' || reply.raw.closed) return done(null, payload);
    if ((length ?? 0) > limit)
      return takes
        ? done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
        : // Its parser refuses it before anything is read.
          done(null, payload);
    const body = room.begin(room.senderOf(request));
    reply.raw.once('close', body.end);
    if (length === undefined) {
      let turn: Promise<void> | undefined;
      const counted = new Transform({
        transform: (chunk: Buffer, _encoding, next) => {
          const isLarge = body.size() + chunk.length > LARGE_BYTES;
          if (isLarge) turn ??= inTurn(request, reply);
          const take = () => {
            body.add(chunk.length);
            next(null, chunk);
          };
          try {
            if (turn) turn.then(take).catch(next);
            else take();
          } catch (error) {
            next(error as Error);
          }
        },
      });
      payload.once('error', (error) => counted.destroy(error));
      return done(null, payload.pipe(counted));
    }
    const enter = () => {
      body.add(length);
      done(null, payload);
    };
    if (length > LARGE_BYTES) inTurn(request, reply).then(enter).catch(done);
    else
      try {
        enter();
      } catch (error) {
        done(error as Error);
      }
  });
}
