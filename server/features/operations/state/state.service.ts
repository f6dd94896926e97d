import type { Executor } from '../../../database/pool.ts';
import { listLagging } from '../../automation/events/events.service.ts';
import {
  latePublications,
  listLacking,
} from '../../publishing/publications/publications.service.ts';
import * as sql from './state.sql.ts';

/** A publication that is due is taken within a second; one that is retried has a later time. */
const LATE_SECONDS = 120;
const CALL_HOURS = 6;
const ENDING_DAYS = 7;
const MAX_LOOKED_AT = 5000;

/** What an operator wants to know of the work of all processes. */
export async function readState(database: Executor) {
  const [[mails], [late], [beat], [connections]] = [
    await sql.waitingMails(database, {}),
    await latePublications(database, { seconds: LATE_SECONDS }),
    await sql.lastBeat(database, {}),
    await sql.connections(database, {}),
  ];
  return {
    failedJobs: await sql.failedJobs(database, {}),
    networks: await sql.networkCalls(database, { hours: CALL_HOURS }),
    accounts: await sql.endingAccounts(database, { days: ENDING_DAYS }),
    ...{ mails, late, connections },
    /** What is due next, and would stop for want of an approval. */
    lacking: await listLacking(database, MAX_LOOKED_AT),
    lagging: await listLagging(database, {}),
    /** Undefined where none has ever run. */
    beatSeconds: beat?.seconds,
  };
}

export { lastEnd } from './state.sql.ts';
