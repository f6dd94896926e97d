import type { AssistantSettings } from '#contract/assistant/settings.ts';
import type { AssistantState } from '#contract/assistant/state.ts';
import { can } from '#contract/roles.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { ownerOf } from './alerts.ts';
import { listOwnActions } from './own-actions.ts';
import * as servers from './servers.sql.ts';
import { type AssistantServer, findServer, type ServerContext } from './servers.ts';
import { listUse } from './usage.sql.ts';
import { getUsage, periodOf } from './usage.ts';
import { listVoices } from './voices.sql.ts';

/** The writing assistant (docs/assistant.md). */

export type { PrepareContext as AssistantContext } from './prepare.ts';
export { resealAssistants } from './servers.ts';
export { AssistantBusy, proposeText, whyNotAsked } from './unwatched.ts';

type Context = ServerContext & Pick<AppContext, 'clock'>;

const MAX_PEOPLE = 500;

const shown = (server: AssistantServer) => ({
  id: server.id,
  host: server.host,
  model: server.model,
  vision_model: server.visionModel,
  context: server.context,
  is_private: server.isPrivate,
  set_by: server.setBy,
  chosen_by: server.chosenBy,
  chosen_at: server.chosenAt,
});

export async function getState(context: Context, person: Member): Promise<AssistantState> {
  const { config, database } = context;
  const server = await findServer(context, person);
  const [told] = await servers.findAcknowledged(database, person);
  const voices = await listVoices(database, person);
  const actions = await listOwnActions(context, person);
  return {
    server: server ? { ...shown(server), seconds: config.assistantMs / 1000 } : null,
    owner: await ownerOf(database, person),
    acknowledged: server !== undefined && told?.server === server.id,
    usage: await getUsage(context, person),
    voices: voices.map(({ id, name, folders, is_default }) => ({ id, name, folders, is_default })),
    own_actions: actions.map(({ id, name }) => ({ id, name })),
  };
}

/** @throws AppError 409 where it is another server by now */
export async function acknowledge(context: Context, person: Member, id: string) {
  const server = await findServer(context, person);
  if (server?.id !== id)
    throw new AppError('stale', 409, 'The server has changed. Load the page again.');
  const { workspaceId, userId } = person;
  const at = new Date(context.clock.now()).toISOString();
  await servers.acknowledge(context.database, { workspaceId, userId, server: id, at });
}

export async function getSettings(context: Context, person: Member): Promise<AssistantSettings> {
  const { config, database } = context;
  const { workspaceId, userId, role } = person;
  const server = await findServer(context, person);
  const usage = await getUsage(context, person);
  const { day, month } = await periodOf(database, person, context);
  const people = await listUse(database, { workspaceId, day, month, limit: MAX_PEOPLE });
  const owns = can(role, 'own') && server?.setBy === 'workspace';
  return {
    server: server ? { ...shown(server), seconds: config.assistantMs / 1000 } : null,
    address: owns ? server.url : null,
    key_ends: owns ? server.keyEnds : null,
    limits: { day: usage.day.limit, month: usage.month.limit },
    usage,
    people: can(role, 'manage') ? people : people.filter(({ user }) => user?.id === userId),
    allows_private: config.allowPrivateNetworks,
  };
}
