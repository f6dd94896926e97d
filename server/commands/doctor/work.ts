import type { Missing } from '#contract/authority/missing.ts';
import type { Database } from '../../database/pool.ts';
import { readState } from '../../features/operations/state/state.service.ts';
import { say } from './say.ts';

/** How the work of all processes goes on. */

const MINUTE_MS = 60_000;
const MAIL_MS = 15 * MINUTE_MS;
/** Workers note every few seconds that they run. */
const SILENT_SECONDS = 60;
const MIN_FAILURES = 3;
/** Readers of events look for them twice a second. */
const LAG_MS = 5 * MINUTE_MS;
const FULL = 0.8;
const GIGABYTE = 1024 ** 3;
const MAX_WHY = 200;
/** Publications that a line names. */
const MAX_NAMED = 20;

type Found = Awaited<ReturnType<typeof readState>>;

/** A time ago, in the unit in which it is short. */
export function ago(ms: number): string {
  const units = [
    ['day', 24 * 60 * MINUTE_MS],
    ['hour', 60 * MINUTE_MS],
    ['minute', MINUTE_MS],
  ] as const;
  const [name, size] = units.find(([, unit]) => ms >= unit) ?? units[2];
  const count = Math.floor(ms / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const since = (time: string) => ago(Date.now() - Date.parse(time));

/** What a network or a library said, on one line. */
export const shortly = (why: string | null) =>
  why === null ? '' : `: ${why.replaceAll(/\s+/g, ' ').slice(0, MAX_WHY)}`;

/** @param isAtRest in a restored copy nothing is sent */
export async function examineWork(database: Database, isAtRest: boolean) {
  const found = await readState(database);
  if (!isAtRest) publications(found);
  approvals(found);
  networks(found);
  accounts(found);
  jobs(found);
  if (!isAtRest) readers(found);
  if (!isAtRest) mails(found);
  if (found.connections) connections(found.connections);
}

function publications({ late, beatSeconds }: Found) {
  const { count = 0, since: first = null, waiting = 0 } = late ?? {};
  if (beatSeconds !== undefined && beatSeconds > SILENT_SECONDS)
    say(
      'worker',
      'error',
      `no process has sent anything or said that it runs for ${ago(beatSeconds * 1000)}`,
      "Start Postfolio; where it runs, see 'publish' in its log",
    );
  else if (beatSeconds !== undefined) say('worker', 'ok', 'a process looks for what is due');
  if (count && first)
    say(
      'publications',
      'error',
      `${count} are late, the first for ${since(first)}`,
      'See that a worker runs and that the networks answer',
    );
  else if (!waiting) say('publications', 'ok', 'none is late');
  if (waiting)
    say(
      'publications',
      'warning',
      `${waiting} were too late to be sent, and wait for a person`,
      "They are under 'Needs attention' of their workspaces",
    );
}

const LACKS: Record<Missing['because'], string> = {
  never: 'never approved',
  changed: 'changed since it was approved',
  source: 'the post that it repeats is gone or changed',
  'taken back': 'its approval was taken back',
  replaced: 'another text was approved',
  'member removed': 'who approved it is no longer a member',
  left: 'who changed it is no longer a member',
};

function approvals({ lacking }: Found) {
  const named = lacking.slice(0, MAX_NAMED).map(({ id, because }) => `#${id} (${LACKS[because]})`);
  const others = lacking.length - named.length;
  if (lacking.length)
    say(
      'approvals',
      'warning',
      `${named.join(', ')}${others ? ` and ${others} others` : ''} will stop when due`,
      'Approve the posts of these publications again',
    );
  else say('approvals', 'ok', 'what is scheduled may go out');
}

function networks({ networks: rows }: Found) {
  const failing = rows.filter(({ failed, calls }) => failed >= MIN_FAILURES && failed * 2 > calls);
  for (const { network, failed, calls, why } of failing)
    say(
      'networks',
      'error',
      `${network} fails: ${failed} of ${calls} calls in 6 hours, the last${shortly(why)}`,
      'See its status page, and docs/networks; it is tried again by itself',
    );
  if (!failing.length) say('networks', 'ok', 'those that were called answer');
}

function accounts({ accounts: rows }: Found) {
  for (const { network, ended, ending, first } of rows) {
    const parts = [
      ended && `${ended} must be connected again`,
      ending && first && `${ending} end within a week, the first on ${first.slice(0, 10)}`,
    ].filter(Boolean);
    say(
      'accounts',
      'warning',
      `of ${network}: ${parts.join(', ')}`,
      "Their owners connect them again under 'Channels'",
    );
  }
  if (!rows.length) say('accounts', 'ok', 'none must be connected again within a week');
}

function jobs({ failedJobs: rows }: Found) {
  for (const { name, count, last, why } of rows)
    say(
      'jobs',
      'warning',
      `${name} failed for good, ${count} times in a week, the last ${since(last)} ago${shortly(why)}`,
      'Mend its cause: those that are repeated come again by themselves',
    );
  if (!rows.length) say('jobs', 'ok', 'none failed for good in a week');
}

function readers({ lagging }: Found) {
  const late = lagging.filter(({ since: first }) => Date.now() - Date.parse(first) > LAG_MS);
  for (const { name, since: first } of late)
    say(
      'events',
      'error',
      `${name} have not read what has happened for ${since(first)}`,
      `See that a process runs, and '${name}' in its log: it is made good by itself`,
    );
  if (!late.length) say('events', 'ok', 'what has happened is read');
}

function mails({ mails: found }: Found) {
  const { count = 0, since: first = null, why = null } = found ?? {};
  const waits = first === null ? 0 : Date.now() - Date.parse(first);
  if (waits > MAIL_MS)
    say(
      'unsent mail',
      'error',
      `${count} wait, the oldest for ${ago(waits)}${shortly(why)}`,
      'See SMTP_URL: they are tried for three days',
    );
  else say('unsent mail', 'ok', count ? `${count} wait, for minutes` : 'none waits');
}

export function connections({ used, max, processes, bytes }: NonNullable<Found['connections']>) {
  const isNearlyFull = used > max * FULL;
  say(
    'connections',
    isNearlyFull ? 'warning' : 'ok',
    `${used} of ${max} are used`,
    isNearlyFull ? 'Raise max_connections, or use a pooler: docs/deployment.md' : undefined,
  );
  say('processes', 'ok', `${processes} of Postfolio use this database`);
  say('size', 'ok', `the database has ${(bytes / GIGABYTE).toFixed(1)} GB`);
}
