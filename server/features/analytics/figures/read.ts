import { ALL_NETWORKS, type Network } from '#contract/networks/names.ts';
import { systemActor } from '../../../actor.ts';
import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import type { Transactional } from '../../../database/transaction.ts';
import {
  type Adapters,
  type Figures,
  NetworkError,
  PERMISSION,
  type Session,
} from '../../networks/networks.service.ts';
import {
  type AccountRow,
  getAccount,
  withSession,
} from '../../publishing/channels/channels.service.ts';
import { paidNetworks, withinBudget } from '../budget/budget.service.ts';
import * as sql from './figures.sql.ts';
import { GATHER_MS } from './ladder.ts';
import { type Reader, readPublications, timeOf } from './store.ts';

/** Reading figures from the networks, a channel at a time. */

/** How long a process has a channel to itself, and one call of a network may take. */
const LEASE_SECONDS = 180;
const CALL_MS = 30_000;
/** What one turn of a channel reads at most, in publications. */
const AT_ONCE = 40;
/** Between two turns: publishing has the same limit of calls at the network. */
const REST_SECONDS = 60;
/** The first pause after a failure; each further one doubles it, up to the longest. */
const PAUSE_SECONDS = 300;
const MAX_PAUSE_SECONDS = 6 * 3600;
/** How often it is tried again whether a permission was given. */
export const PERMISSION_SECONDS = 24 * 3600;

export type Reading = Transactional &
  Pick<AppContext, 'clock' | 'secrets' | 'log'> & { adapters: Adapters };

export const readableNetworks = (adapters: Adapters): Network[] =>
  ALL_NETWORKS.filter((network) => adapters[network].figures);

/** How figures of an account are read; undefined where there are none. */
export function figuresFor(
  adapters: Adapters,
  account: Pick<AccountRow, 'network' | 'remote_id' | 'server'>,
) {
  const { figures } = adapters[account.network];
  const { remote_id: remoteId, server } = account;
  return figures?.isOffered?.({ remoteId, server }) === false ? undefined : figures;
}

/** Reads what is due, until nothing is or the time is over. */
export async function readDue(context: Reading, ending: AbortSignal): Promise<void> {
  const networks = readableNetworks(context.adapters);
  const paid = paidNetworks(context.adapters);
  const paidDays = Math.max(
    1,
    ...paid.map((network) => context.adapters[network].figures?.price?.accountDays ?? 1),
  );
  while (!ending.aborted) {
    const [due] = await sql.takeChannel(context.database, {
      networks,
      seconds: LEASE_SECONDS,
      paid,
      paidDays,
    });
    if (!due) return;
    const failure = await readChannel(context, due, ending).then(
      () => undefined,
      (error: unknown) => error,
    );
    // What was broken off here says nothing of the network.
    await release(context, due, ending.aborted ? undefined : failure);
  }
}

async function release(
  { clock, database, log }: Reading,
  { id: channel, failures: before, until }: sql.DueChannel,
  failure: unknown,
) {
  if (failure === undefined) {
    const done = {
      channel,
      until,
      pauseSeconds: REST_SECONDS,
      failures: 0,
      lacksPermission: false,
    };
    return void (await sql.release(database, done));
  }
  const failures = before + 1;
  const known = failure instanceof NetworkError ? failure : undefined;
  const lacksPermission = known?.code === PERMISSION;
  const doubled = Math.min(PAUSE_SECONDS * 2 ** Math.min(failures - 1, 20), MAX_PAUSE_SECONDS);
  const wanted = (known?.waitMs(clock.now()) ?? 0) / 1000;
  const pauseSeconds = lacksPermission ? PERMISSION_SECONDS : Math.max(doubled, wanted);
  await sql.release(database, { channel, until, pauseSeconds, failures, lacksPermission });
  // What the network says is no defect here; anything else is.
  if (known) log.warn({ channel, code: known.code }, 'figures could not be read');
  else log.error({ err: failure, channel }, 'figures could not be read');
}

async function readChannel(
  context: Reading,
  { id, workspace, accountDay: day }: sql.DueChannel,
  ending: AbortSignal,
) {
  const { database, adapters } = context;
  const account = await getAccount(database, systemActor(workspace), id);
  const figures = figuresFor(adapters, account);
  if (!figures) return void (await sql.endPlans(database, { channel: id }));
  const call: Calling = (run) => {
    const signal = AbortSignal.any([AbortSignal.timeout(CALL_MS), ending]);
    return withSession(context, account, signal, (session) => run(session, signal));
  };
  const seconds = GATHER_MS / 1000;
  const parts = await sql.listDue(database, { channel: id, seconds, limit: AT_ONCE });
  await readPublications(context, workspace, parts, readerOf(context, workspace, figures, call));
  const { readAccount, price } = figures;
  if (day === null || !readAccount) return;
  const ask = () => call((session, signal) => readAccount(session, signal));
  const read = price
    ? await withinBudget(database, workspace, price.account, ask, () => price.account)
    : await ask();
  await sql.storeDay(database, { channel: id, day, ...read });
}

/** Calls a network on behalf of a channel. */
type Calling = <Result>(
  run: (session: Session, signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** How the parts of a channel are read: within the budget, where the network charges for them. */
export function readerOf(
  context: Pick<Reading, 'database'>,
  workspaceId: number,
  figures: Figures,
  call: Calling,
): Reader {
  const { batch, ladder, price } = figures;
  // Readings of one day are charged once.
  const priceOf = ({ read_at }: sql.PlannedPart, day: string) =>
    read_at !== null && dayOf(Date.parse(read_at)) === day ? 0 : (price?.part ?? 0);
  const sum = (parts: readonly sql.PlannedPart[], day: string) =>
    parts.reduce((all, part) => all + priceOf(part, day), 0);
  return {
    batch,
    ladder,
    read: async (parts) => {
      const sent = parts.map(({ id, url, extra, position }) => ({
        id,
        url,
        extra: extra ?? undefined,
        position,
      }));
      const ask = () => call((session, signal) => figures.readParts(sent, session, signal));
      if (!price) return ask();
      // A turn may begin before midnight and end after it.
      const day = dayOf(Date.parse(await timeOf(context.database)));
      return withinBudget(context.database, workspaceId, sum(parts, day), ask, (results) =>
        sum(
          parts.filter((_, index) => results[index] !== 'gone'),
          day,
        ),
      );
    },
  };
}
