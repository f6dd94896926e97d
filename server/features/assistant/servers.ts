import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { setServer as contract } from '#contract/assistant/settings.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { UserRef } from '#contract/http/fields.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { AppError, invalid } from '../../errors.ts';
import { isPublic } from '../../http/outgoing/outgoing.ts';
import { resealRows } from '../../reseal.ts';
import type { Secrets } from '../../secrets.ts';
import { record } from '../core/audit/audit.service.ts';
import { requireStill } from '../people/access/access.service.ts';
import { removeAlerts } from './alerts.sql.ts';
import type { Target } from './client/question.ts';
import * as sql from './servers.sql.ts';

/** The server of the assistant in a workspace: that of the operator, else that of its owner. */

export type ServerContext = Pick<AppContext, 'config' | 'secrets'> & { database: Executor };

export type AssistantServer = {
  /** Where texts are sent: who has acknowledged another one is asked again. */
  id: string;
  url: string;
  host: string;
  key: string | null;
  keyEnds: string | null;
  model: string;
  visionModel: string | null;
  context: number;
  isPrivate: boolean;
  setBy: 'operator' | 'workspace';
  chosenBy: UserRef;
  chosenAt: string | null;
};

type Fields = Parsed<typeof contract>['body'];

const KEY_ENDS = 4;
/** A shorter key is not shown in part. */
const MIN_SHOWN_KEY = 12;
const LOCAL_NAMES = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/;

const sealingContext = (workspaceId: number, url: string) =>
  `assistant ${workspaceId} ${new URL(url).origin}`;

const idOf = (url: string, model: string, visionModel: string | null) =>
  createHash('sha256')
    .update(JSON.stringify([url, model, visionModel]))
    .digest('base64url');

/** Whether an address leads into a private network, as far as its name says it. */
function isPrivateAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return !isPublic(host);
  return LOCAL_NAMES.test(host) || !host.includes('.');
}

/** Undefined where the assistant is off. */
export async function findServer(
  { config, database, secrets }: ServerContext,
  { workspaceId }: Pick<Member, 'workspaceId'>,
): Promise<AssistantServer | undefined> {
  const { assistant } = config;
  if (assistant)
    return {
      ...shown(assistant),
      keyEnds: null,
      setBy: 'operator',
      chosenBy: null,
      chosenAt: null,
    };
  const [row] = await sql.findServer(database, { workspaceId });
  return row && { ...shown(row), key: openKey(secrets, workspaceId, row), setBy: 'workspace' };
}

const shown = <Row extends { url: string; model: string; visionModel: string | null }>(
  row: Row,
) => ({
  ...row,
  id: idOf(row.url, row.model, row.visionModel),
  host: new URL(row.url).host,
  isPrivate: isPrivateAddress(row.url),
});

/** @throws AppError 503 where it was sealed with another SECRET */
function openKey(
  secrets: Secrets,
  workspaceId: number,
  { url, key }: Pick<sql.ServerRow, 'url' | 'key'>,
) {
  if (key === null) return null;
  try {
    return secrets.open('credentials', key, sealingContext(workspaceId, url));
  } catch {
    throw new AppError(
      'unavailable',
      503,
      'The key of the assistant cannot be read, because SECRET has changed. An owner can set it anew.',
    );
  }
}

export const targetOf = ({ id, url, key, setBy }: AssistantServer): Target => ({
  id,
  url,
  key,
  isTrusted: setBy === 'operator',
});

/**
 * A server as it would be with these fields. A key that is not given is the stored one, where the
 * address is of the same origin: it is sent to no other.
 * @throws AppError 400 where the address is not allowed
 */
export async function serverWith(
  context: ServerContext,
  person: Member,
  { url: given, key, model, vision_model: visionModel = null, context: tokens }: Fields,
): Promise<AssistantServer> {
  const url = given.replace(/\/+$/, '');
  requireAllowed(context.config, url);
  const [row] = await sql.findServer(context.database, person);
  const isSame = row && new URL(row.url).origin === new URL(url).origin;
  const kept =
    key === undefined && isSame ? openKey(context.secrets, person.workspaceId, row) : null;
  const used = key ?? kept;
  return {
    ...shown({ url, model, visionModel }),
    key: used,
    keyEnds: used === null ? null : used.length < MIN_SHOWN_KEY ? '' : used.slice(-KEY_ENDS),
    context: tokens,
    setBy: 'workspace',
    chosenBy: null,
    chosenAt: null,
  };
}

function requireAllowed({ allowPrivateNetworks }: AppContext['config'], url: string) {
  if (allowPrivateNetworks) return;
  if (isPrivateAddress(url))
    throw invalid({
      url: [
        'This address is in a private network. Whoever runs this server can set it as AI_URL, or allow such addresses with ALLOW_PRIVATE_NETWORKS.',
      ],
    });
  if (!url.startsWith('https:')) throw invalid({ url: ['Expected an address with https.'] });
}

/** @throws AppError 403 where the operator has set a server; 400 */
export async function setServer(
  context: ServerContext & Transactional & Pick<AppContext, 'clock'>,
  person: Member,
  fields: Fields,
) {
  refuseWhereSet(context.config);
  const { workspaceId, userId } = person;
  await transaction(context, async (tx) => {
    await requireStill(tx, person, 'own');
    const [before] = await sql.findServer(tx, { workspaceId });
    const server = await serverWith({ ...context, database: tx }, person, fields);
    const { url, key } = server;
    await sql.setServer(tx, {
      workspaceId,
      userId,
      url,
      key: key && context.secrets.seal('credentials', key, sealingContext(workspaceId, url)),
      keyEnds: server.keyEnds,
      model: server.model,
      visionModel: server.visionModel,
      context: server.context,
      chosenAt: new Date(context.clock.now()).toISOString(),
    });
    await removeAlerts(tx, { workspaceId });
    await recordChange(tx, person, before, server);
  });
}

/** @throws AppError 403 where the operator has set a server */
export async function removeServer(
  context: Transactional & Pick<AppContext, 'config'>,
  person: Member,
) {
  refuseWhereSet(context.config);
  await transaction(context, async (tx) => {
    const [before] = await sql.removeServer(tx, person);
    if (before) await recordChange(tx, person, before, undefined);
  });
}

function refuseWhereSet({ assistant }: AppContext['config']) {
  if (assistant)
    throw new AppError('forbidden', 403, 'The server is set by whoever runs this installation.');
}

type Named = { url: string; model: string };

const recordChange = (
  tx: Executor,
  person: Member,
  before: Named | undefined,
  after: Named | undefined,
) =>
  record(tx, person, {
    action: 'update',
    objectType: 'workspace',
    objectId: person.workspaceId,
    changes: {
      assistant_server: { before: before?.url ?? null, after: after?.url ?? null },
      assistant_model: { before: before?.model ?? null, after: after?.model ?? null },
    },
  });

/**
 * Seals all keys with the present SECRET.
 * @returns how many were sealed with the former one, and how many cannot be opened at all
 */
export const resealAssistants = ({ database, secrets }: Omit<ServerContext, 'config'>) =>
  resealRows({
    list: (after) => sql.listSealed(database, { after, limit: 100 }),
    idOf: ({ workspaceId }) => workspaceId,
    isStale: ({ key }) => secrets.isStale('credentials', key),
    reseal: ({ workspaceId, url, key: former }) => {
      const bound = sealingContext(workspaceId, url);
      const key = secrets.seal('credentials', secrets.open('credentials', former, bound), bound);
      return sql.resealKey(database, { workspaceId, former, key });
    },
  });
