import { randomUUID } from 'node:crypto';
import type {
  authorizeChannel,
  Channel,
  completeChannel,
  NetworkInfo,
} from '#contract/channels.ts';
import type { Parsed } from '#contract/endpoint.ts';
import { type ChannelNetwork, networks } from '#contract/networks.ts';
import { paths } from '#contract/paths.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import {
  type AccountRow,
  getAccount,
  getChannel,
  saveConnection,
} from '../channels/channels.service.ts';
import { type Adapters, type Connection, NetworkError } from '../networks/networks.service.ts';
import { continueChannel } from '../publications/publications.service.ts';
import * as sql from './connections.sql.ts';

/** How accounts are connected: beside channels and publications, which continue then. */

type Context = Transactional &
  Pick<AppContext, 'secrets' | 'config' | 'limits'> & { adapters: Adapters };
type Fields = Readonly<Record<string, string>>;

/** How long a call of a network may take: the person waits. */
const CONNECT_MS = 15_000;
/** Each attempt calls another server. */
const ATTEMPTS = { attempts: 60, seconds: 60 * 10 };

export const listNetworks = (adapters: Adapters): NetworkInfo[] =>
  Object.values(adapters).map(({ network, connect: { by, fields }, login }) => ({
    network,
    name: networks[network].name,
    connect: by,
    fields: fields.map((field) => ({ ...field })),
    login: login ? login.fields.map((field) => ({ ...field })) : null,
  }));

/** @throws AppError 404 where no server asks for that */
export async function describeClient(adapters: Adapters, network: string) {
  const adapter = Object.values(adapters).find((one) => one.network === network);
  if (!adapter?.describeClient) throw notFound('client of', network);
  return { ...(await adapter.describeClient()) };
}

/** How people log in at a network to connect an account, where that is possible. */
const loginOf = ({ connect, login }: Adapters[ChannelNetwork]) =>
  connect.by === 'redirect' ? connect : login;

/** Calls a network; its refusal is an error of the form. */
async function ask<Result>(
  { limits }: Context,
  { userId }: Member,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  await limits.count(`connect:account:${userId}`, ATTEMPTS);
  try {
    return await call(AbortSignal.timeout(CONNECT_MS));
  } catch (error) {
    if (error instanceof NetworkError) throw invalid({ non_field_errors: [`${error.message}.`] });
    throw error;
  }
}

/** What is behind the address of a server. */
export function lookUp(context: Context, person: Member, network: ChannelNetwork, fields: Fields) {
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
  network: ChannelNetwork,
  fields: Fields = {},
): Promise<Channel> {
  return save(context, person, network, await connectBy(context, person, network, fields), null);
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
): Promise<Channel> {
  const known = await getAccount(context.database, person, id);
  const given = { account: known.remote_id, ...fields };
  const connection = await connectBy(context, person, known.network, given);
  return save(context, person, known.network, connection, known);
}

function connectBy(context: Context, person: Member, network: ChannelNetwork, fields: Fields) {
  const { connect } = context.adapters[network];
  if (connect.by !== 'fields')
    throw invalid({ network: [`People log in at ${networks[network].name} to connect it.`] });
  const { workspaceId } = person;
  return ask(context, person, (signal) => connect.connect(fields, { workspaceId, signal }));
}

/** What a sealed attempt belongs to. */
const attemptContext = (id: string) => `connection ${id}`;

const redirectUri = ({ config }: Context) => config.origin + paths.channelCallback;

/** @throws AppError 400; 404 where the channel is unknown */
export async function authorize(
  context: Context,
  person: Member,
  { network, fields = {}, channel }: Parsed<typeof authorizeChannel>['body'],
): Promise<{ url: string }> {
  const login = loginOf(context.adapters[network]);
  if (!login) throw invalid({ network: [`${networks[network].name} is connected with a form.`] });
  const known =
    channel === undefined ? undefined : await getAccount(context.database, person, channel);
  const given = { ...(known?.server && { server: known.server }), ...fields };
  const id = randomUUID();
  const { url, attempt } = await ask(context, person, (signal) =>
    login.begin(given, { uri: redirectUri(context), state: id, signal }),
  );
  const state = context.secrets.seal('credentials', JSON.stringify(attempt), attemptContext(id));
  const { workspaceId, userId } = person;
  await sql.insertConnection(context.database, {
    id,
    workspaceId,
    userId,
    network,
    channel: channel ?? null,
    state,
  });
  return { url };
}

/** @throws AppError 400 where the connection was not begun by this person lately; 409 as above */
export async function complete(
  context: Context,
  person: Member,
  { state: id, code, iss: issuer }: Parsed<typeof completeChannel>['body'],
): Promise<Channel> {
  const { workspaceId, userId } = person;
  const [begun] = await sql.takeConnection(context.database, { id, workspaceId, userId });
  const login = begun && loginOf(context.adapters[begun.network]);
  if (!begun || !login)
    throw invalid({ non_field_errors: ['This connection has expired. Please connect again.'] });
  const { network, channel, state } = begun;
  const attempt = JSON.parse(context.secrets.open('credentials', state, attemptContext(id)));
  const connection = await ask(context, person, (signal) =>
    login.complete(code, attempt, { uri: redirectUri(context), issuer, signal }),
  );
  const known = channel === null ? null : await getAccount(context.database, person, channel);
  return save(context, person, network, connection, known);
}

/** Stores a connection; publications that stopped for it continue. */
async function save(
  context: Context,
  person: Member,
  network: ChannelNetwork,
  connection: Connection,
  known: AccountRow | null,
): Promise<Channel> {
  const { account } = connection;
  if (known && (account.remoteId !== known.remote_id || account.server !== known.server))
    throw new AppError(
      'stale',
      409,
      `This is ${account.handle}, and the channel is ${known.handle}: connect it as a new channel.`,
    );
  return transaction(context, async (tx) => {
    const id = await saveConnection(context, tx, person, network, connection);
    await continueChannel(tx, person, id);
    return getChannel(tx, person, id);
  });
}
