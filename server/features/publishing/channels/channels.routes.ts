import * as practice from '#contract/networks/practice.ts';
import * as sets from '#contract/publishing/channel-sets.ts';
import * as channels from '#contract/publishing/channels.ts';
import type { AppContext } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import {
  type Adapters,
  readPractice,
  setPracticeBehaviour,
} from '../../networks/networks.service.ts';
import * as service from './channels.service.ts';
import { listSets } from './sets.sql.ts';
import { createSet, deleteSet, updateSet } from './sets.ts';

export function channelRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind, database } = context;
  bind(channels.listChannels, async ({ person: { workspaceId, key } }) => {
    const all = await service.listChannels(database, { workspaceId });
    const only = key?.channels;
    return only ? all.filter(({ id }) => only.includes(id)) : all;
  });
  bind(channels.refreshChannel, ({ person, params }) =>
    service.refresh(context, person, params.id),
  );
  bind(channels.updateChannel, ({ person, params, body }) =>
    service.updateSettings(context, person, params.id, body.settings),
  );
  bind(channels.disconnectChannel, ({ person, params }) =>
    service.disconnect(context, person, params.id),
  );

  bind(sets.listChannelSets, ({ person: { workspaceId } }) => listSets(database, { workspaceId }));
  bind(sets.createChannelSet, ({ person, body }) => createSet(context, person, body));
  bind(sets.updateChannelSet, ({ person, params, body }) =>
    updateSet(context, person, params.id, body),
  );
  bind(sets.deleteChannelSet, ({ person, params }) => deleteSet(context, person, params.id));

  /** The practice account of a channel. */
  async function accountOf(person: { workspaceId: number }, id: number) {
    const { network, remote_id } = await service.getAccount(database, person, id);
    if (network !== 'practice') throw notFound('practice channel', id);
    return remote_id;
  }
  bind(practice.getPractice, async ({ person, params, query }) =>
    readPractice(database, await accountOf(person, params.id), query.before),
  );
  bind(practice.setPractice, async ({ person, params, body }) => {
    const account = await accountOf(person, params.id);
    await setPracticeBehaviour(database, account, body);
    return readPractice(database, account);
  });
}
