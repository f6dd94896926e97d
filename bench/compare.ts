// Measures requests: ours and bare by turns, with the CPU time of the server and of PostgreSQL.
import { deepEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { BULK, BULK_ITEMS, type Case, type Request } from './cases.ts';
import { cpuSecondsOf, memoryOf } from './processes.ts';
import type { Member } from './seed.ts';
import { authorizationOf, type Server } from './subjects.ts';

const SUBJECTS = ['ours', 'bare'] as const;
type Subject = (typeof SUBJECTS)[number];
export type Servers = Record<Subject, Server>;

export type Settings = { connections: number; seconds: number; rounds: number };

/**
 * So many requests of each case come before those that count, or those of so many seconds: both
 * compile while they answer, and ours has more to compile. By turns, because ours gives back memory
 * when it is idle for long, and is slower for a moment then.
 */
const WARM_UP_REQUESTS = 20_000;
const WARM_UP_SECONDS = 24;

type Round = {
  /** Requests. */
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of CPU for each request. */
  server: number;
  database: number;
};
export type Row = { name: string; ratio: number; ours: Round; bare: Round; memory: number };

const headersOf = (subject: Subject, { user, workspace }: Omit<Member, 'item' | 'thread'>) => ({
  'content-type': 'application/json',
  ...(subject === 'ours'
    ? { authorization: authorizationOf(user) }
    : { 'x-workspace': String(workspace), 'x-user': String(user) }),
});

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The median of each figure. */
const middle = (rounds: Round[]): Round => {
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]));
  return {
    count: of('count'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    server: of('server'),
    database: of('database'),
  };
};

const QUIET_LOOKS = 50;
const QUIET_LOOK_MS = 100;
/** Seconds of CPU. */
const QUIET = 0.03;

/** Waits for what the run before has left to PostgreSQL: a slow search goes on without its caller. */
async function untilQuiet(database: number) {
  for (let look = 0; look < QUIET_LOOKS; look++) {
    const before = cpuSecondsOf(database);
    await delay(QUIET_LOOK_MS);
    if (cpuSecondsOf(database) - before < QUIET) return;
  }
}

/** Runs `work`, which tells how many requests it made, and adds the CPU time of each. */
async function withCpu(
  { pid }: Server,
  database: number,
  work: () => Promise<Omit<Round, 'server' | 'database'>>,
): Promise<Round> {
  await untilQuiet(database);
  const before = [cpuSecondsOf(pid), cpuSecondsOf(database)] as const;
  const round = await work();
  const each = (seconds: number) => (seconds * 1e6) / round.count;
  return {
    ...round,
    server: each(cpuSecondsOf(pid) - before[0]),
    database: each(cpuSecondsOf(database) - before[1]),
  };
}

/** The ratio is the median of those of each round. */
async function byTurns(
  { rounds, seconds }: Settings,
  measure: (subject: Subject) => Promise<Round>,
): Promise<Omit<Row, 'name' | 'memory'>> {
  const warmUpRounds = WARM_UP_SECONDS / seconds;
  for (let round = 0, count = 0; round < warmUpRounds && count < WARM_UP_REQUESTS; round++) {
    await measure('bare');
    count += (await measure('ours')).count;
  }
  const measured: Record<Subject, Round[]> = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++)
    for (const subject of round % 2 ? SUBJECTS.toReversed() : SUBJECTS)
      measured[subject].push(await measure(subject));
  const ratios = measured.ours.map(
    ({ perSecond }, at) => perSecond / (measured.bare[at]?.perSecond ?? 0),
  );
  return { ratio: median(ratios), ours: middle(measured.ours), bare: middle(measured.bare) };
}

/** A case with many connections. */
export async function compare(
  name: string,
  { request, found }: Case,
  people: Member[],
  servers: Servers,
  database: number,
  settings: Settings,
): Promise<Row> {
  const { connections, seconds } = settings;
  const members = found ? await withResults(people, request, servers.ours) : people;
  const [member] = members;
  if (member && request(member).method === 'GET')
    await assertSame(name, request(member), member, servers);

  const requestsOf = (subject: Subject) =>
    members.map((member): autocannon.Request => {
      const { body, ...rest } = request(member);
      return {
        ...rest,
        headers: headersOf(subject, member),
        ...(body && {
          setupRequest: (sent) => ({ ...sent, body: JSON.stringify(body()) }),
        }),
      };
    });
  // People keep their tokens from round to round.
  const requestsOfAll = { ours: requestsOf('ours'), bare: requestsOf('bare') };

  const measured = await byTurns(settings, (subject) =>
    withCpu(servers[subject], database, async () => {
      const requests = requestsOfAll[subject];
      let client = 0;
      const result = await autocannon({
        url: servers[subject].base,
        connections,
        duration: seconds,
        // Each connection begins elsewhere, so that they do not wait for each other.
        setupClient: (connection) => {
          const start = Math.floor((client++ / connections) * requests.length);
          connection.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
        },
      });
      if (result.non2xx || result.errors)
        throw new Error(`${name}, ${subject}: ${result.non2xx} refused, ${result.errors} failed`);
      return {
        count: result.requests.total,
        perSecond: result.requests.total / result.duration,
        p50: result.latency.p50,
        p99: result.latency.p99,
      };
    }),
  );
  return { name, ...measured, memory: memoryOf(servers.ours.pid) };
}

/** The members for whom a search has results. */
async function withResults(members: Member[], request: Case['request'], { base }: Server) {
  const some: Member[] = [];
  for (const member of members) {
    const response = await fetch(base + request(member).path, {
      headers: headersOf('ours', member),
    });
    if (((await response.json()) as { count: number }).count > 0) some.push(member);
  }
  return some;
}

/** Both answer the same bytes. */
async function assertSame(name: string, { path }: Request, member: Member, servers: Servers) {
  const [ours, bare] = await Promise.all(
    SUBJECTS.map(async (subject) => {
      const response = await fetch(servers[subject].base + path, {
        headers: headersOf(subject, member),
      });
      return response.text();
    }),
  );
  if (ours === bare) return;
  deepEqual(JSON.parse(bare ?? ''), JSON.parse(ours ?? ''), `${name}: bare answers differently`);
  throw new Error(`${name}: bare answers with other bytes:\n${ours}\n${bare}`);
}

/** A change of status of a thousand items, one at a time. */
export async function compareBulk(
  items: number[],
  member: Omit<Member, 'item' | 'thread'>,
  servers: Servers,
  database: number,
  settings: Settings,
): Promise<Row> {
  const TIMES = 8;
  let status = 'archived';
  const measured = await byTurns(settings, (subject) =>
    withCpu(servers[subject], database, async () => {
      const taken: number[] = [];
      for (let n = 0; n < TIMES; n++) {
        status = status === 'archived' ? 'draft' : 'archived';
        const body = { operation: 'status_change', item_ids: items, params: { status } };
        const begun = performance.now();
        const response = await fetch(servers[subject].base + BULK, {
          method: 'POST',
          headers: headersOf(subject, member),
          body: JSON.stringify(body),
        });
        const { count } = (await response.json()) as { count: number };
        taken.push(performance.now() - begun);
        if (count !== BULK_ITEMS) throw new Error(`bulk, ${subject}: ${response.status}, ${count}`);
      }
      const sum = taken.reduce((all, value) => all + value, 0);
      const sorted = taken.toSorted((a, b) => a - b);
      return {
        count: TIMES,
        perSecond: (TIMES * 1000) / sum,
        p50: median(sorted),
        p99: sorted.at(-1) ?? 0,
      };
    }),
  );
  return { name: 'bulk of 1,000', ...measured, memory: memoryOf(servers.ours.pid) };
}
