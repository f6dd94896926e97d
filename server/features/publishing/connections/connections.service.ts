import { randomUUID } from 'node:crypto';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Network } from '#contract/networks/names.ts';
import { networks } from '#contract/networks/networks.ts';
import { paths } from '#contract/paths.ts';
import type {
  authorizeChannel,
  Channel,
  CompletedConnection,
  chooseAccounts,
  completeChannel,
  NetworkInfo,
} from '#contract/publishing/channels.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import {
  type Adapter,
  type Adapters,
  type Connection,
  type ConnectMethod,
  NetworkError,
} from '../../networks/networks.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import {
  type AccountRow,
  getAccount,
  getChannel,
  saveConnection,
} from '../channels/channels.service.ts';
import { continueChannel } from '../publications/publications.service.ts';
import { keep, take } from './kept.ts';

/** The login that makes a channel, or renews its access: its publications continue then. */

type Context = Transactional &
  Pick<AppContext, 'clock' | 'secrets' | 'config' | 'limits' | 'jobs'> & { adapters: Adapters };
type Fields = Readonly<Record<string, string>>;

/** The maximum number of accounts to choose from. */
const MAX_CHOICES = 200;

/** How long a call of a network may take: the person waits. */
const CONNECT_MS = 15_000;
/** The same where the accounts of a login are read, of which there may be many. */
const COMPLETE_MS = 60_000;
/** Each attempt calls another server. */
const ATTEMPTS = { attempts: 60, seconds: 60 * 10 };

export const listNetworks = ({
  adapters,
  clock,
  config,
}: Pick<Context, 'adapters' | 'clock' | 'config'>): NetworkInfo[] =>
  Object.values(adapters).map(({ network, methods, notices, isRegistered, version }) => ({
    network,
    name: networks[network].name,
    ways: methods.map(({ name, label, by, fields, missing = [] }) => ({
      way: name,
      label,
      by,
      fields: fields.map((field) => ({ ...field })),
      missing: [...missing],
    })),
    notices: [...(notices?.() ?? []), ...(version ? noticeOf(version, clock.now()) : [])],
    setup: isRegistered
      ? { redirect_uri: redirectUri({ config }), guide: `docs/networks/${network}.md` }
      : null,
  }));

/** The end of the version of an API is said so long before. */
const SOON_MS = 60 * 24 * 60 * 60_000;

/** What is to be known of a version of an API that ends. */
function noticeOf(
  { setting, version, ends }: NonNullable<Adapter['version']>,
  now: number,
): string[] {
  const left = ends.getTime() - now;
  if (left > SOON_MS) return [];
  const day = ends.toISOString().slice(0, 10);
  return [
    `Version ${version} of its API ${left > 0 ? 'expires' : 'expired'} on ${day}: set ${setting} to a later one.`,
  ];
}

/** @throws AppError 404 where no server asks for that */
export async function describeClient(adapters: Adapters, network: string) {
  const adapter = Object.values(adapters).find((adapter) => adapter.network === network);
  if (!adapter?.describeClient) throw notFound('client of', network);
  return { ...(await adapter.describeClient()) };
}

/**
 * The method of this name, or else the first of this kind that can be used.
 * @throws AppError 400 where there is none, or this installation lacks something for it
 */
function findMethod<By extends ConnectMethod['by']>(
  { network, methods }: Adapter,
  by: By,
  name: string | undefined,
): ConnectMethod & { by: By } {
  const fitting = methods.filter(
    (method): method is ConnectMethod & { by: By } => method.by === by,
  );
  const method = name === undefined ? fitting[0] : fitting.find((method) => method.name === name);
  const { name: called } = networks[network];
  if (!method)
    throw invalid({
      network: [
        by === 'redirect'
          ? `${called} is connected with a form.`
          : `People log in at ${called} to connect it.`,
      ],
    });
  if (method.missing?.length) throw invalid({ network: [...method.missing] });
  return method;
}

/** Calls a network; its refusal is an error of the form. */
async function ask<Result>(
  { limits }: Context,
  { userId }: Member,
  call: (signal: AbortSignal) => Promise<Result>,
  timeoutMs = CONNECT_MS,
): Promise<Result> {
  await limits.count(`connect:account:${userId}`, ATTEMPTS);
  try {
    return await call(AbortSignal.timeout(timeoutMs));
  } catch (error) {
    if (error instanceof NetworkError) throw invalid({ non_field_errors: [`${error.message}.`] });
    throw error;
  }
}

/** What is behind the address of a server. */
export function lookUp(context: Context, person: Member, network: Network, fields: Fields) {
  const { lookUp } = context.adapters[network];
  if (!lookUp)
    throw invalid({ network: [`${networks[network].name} has no servers to choose from.`] });
  return ask(context, person, (signal) => lookUp(fields, signal));
}

/**
 * Connects an account: a channel exists only once the network has said whose account it is.
 * @throws AppError 400 with the reason of the network
 */
export async function connect(
  context: Context,
  person: Member,
  network: Network,
  fields: Fields = {},
  way?: string,
): Promise<Channel> {
  const connection = await connectBy(context, person, network, fields, way);
  return save(context, person, network, connection, null);
}

/**
 * Renews the access to the account of a channel.
 * @throws AppError 404; 409 where it is another account
 */
export async function reconnect(
  context: Context,
  person: Member,
  id: number,
  fields: Fields = {},
  way?: string,
): Promise<Channel> {
  const known = await getAccount(context.database, person, id);
  const given = { account: known.remote_id, ...fields };
  const connection = await connectBy(context, person, known.network, given, way);
  return save(context, person, known.network, connection, known);
}

function connectBy(
  context: Context,
  person: Member,
  network: Network,
  fields: Fields,
  name: string | undefined,
) {
  const method = findMethod(context.adapters[network], 'fields', name);
  const { workspaceId } = person;
  return ask(context, person, (signal) => method.connect(fields, { workspaceId, signal }));
}

const redirectUri = ({ config }: Pick<Context, 'config'>) => config.origin + paths.channelCallback;

/** @throws AppError 400; 404 where the channel is unknown */
export async function authorize(
  context: Context,
  person: Member,
  { network, fields = {}, channel, way: name }: Parsed<typeof authorizeChannel>['body'],
): Promise<{ url: string; state: string }> {
  const method = findMethod(context.adapters[network], 'redirect', name);
  const known =
    channel === undefined ? undefined : await getAccount(context.database, person, channel);
  const given = { ...(known?.server && { server: known.server }), ...fields };
  const id = randomUUID();
  const { url, attempt } = await ask(context, person, (signal) =>
    method.begin(given, { uri: redirectUri(context), state: id, signal }),
  );
  await keep(
    context,
    person,
    { id, network, channel: channel ?? null },
    { way: method.name, attempt },
  );
  return { url, state: id };
}

const mismatch = () => invalid({ state: ['Expected the state of another step.'] });

/**
 * Connects the account that a person has logged in with; of several they choose some first.
 * @throws AppError 400 where the connection was not begun by this person lately; 409 as above
 */
export async function complete(
  context: Context,
  person: Member,
  { state: id, code, iss: issuer }: Parsed<typeof completeChannel>['body'],
): Promise<CompletedConnection> {
  const { network, channel, kept } = await take(context, person, id);
  if (!('attempt' in kept)) throw mismatch();
  const method = findMethod(context.adapters[network], 'redirect', kept.way);
  const found = await ask(
    context,
    person,
    (signal) => method.complete(code, kept.attempt, { uri: redirectUri(context), issuer, signal }),
    COMPLETE_MS,
  );
  const known = channel === null ? null : await getAccount(context.database, person, channel);
  const [first] = found;
  if (!first)
    throw invalid({
      non_field_errors: [`You have no account on ${networks[network].name} that can publish.`],
    });
  if (known || found.length === 1) {
    const connection = found.find(({ account }) => account.remoteId === known?.remote_id) ?? first;
    return { channels: [await save(context, person, network, connection, known)], choose: null };
  }
  const choices = found.slice(0, MAX_CHOICES);
  const state = randomUUID();
  await keep(context, person, { id: state, network, channel: null }, { choices });
  const accounts = choices.map(({ account: { remoteId, handle, name } }) => ({
    id: remoteId,
    handle,
    name,
  }));
  return { channels: [], choose: { state, network, accounts } };
}

/** @throws AppError 400 where none of the accounts was offered */
export async function choose(
  context: Context,
  person: Member,
  { state, accounts }: Parsed<typeof chooseAccounts>['body'],
): Promise<Channel[]> {
  const { network, kept } = await take(context, person, state);
  if (!('choices' in kept)) throw mismatch();
  const chosen = kept.choices.filter(({ account }) => accounts.includes(account.remoteId));
  if (!chosen.length) throw invalid({ accounts: ['Choose one of the accounts.'] });
  const channels: Channel[] = [];
  for (const connection of chosen)
    channels.push(await save(context, person, network, connection, null));
  return channels;
}

/** Stores a connection; publications that stopped for it continue. */
async function save(
  context: Context,
  person: Member,
  network: Network,
  connection: Connection,
  known: AccountRow | null,
): Promise<Channel> {
  const { account } = connection;
  if (known && (account.remoteId !== known.remote_id || account.server !== known.server))
    throw new AppError(
      'stale',
      409,
      `This is ${account.handle}, but the channel is ${known.handle}: connect it as a new channel.`,
    );
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'manage');
    const id = await saveConnection(context, tx, person, network, connection);
    await continueChannel(tx, person, id);
    return getChannel(tx, person, id);
  });
}
