import * as channels from '#contract/channels.ts';
import * as practice from '#contract/practice.ts';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { type Adapters, readPractice, setPracticeBehaviour } from '../networks/networks.service.ts';
import { connect, disconnect, getAccount, listNetworks, reconnect } from './channels.service.ts';
import { listChannels } from './channels.sql.ts';

export function channelRoutes(app: AppContext, adapters: Adapters) {
  const { bind, database } = app;
  const context = { ...app, adapters };
  bind(channels.listNetworks, () => listNetworks(adapters));
  bind(channels.listChannels, ({ person: { workspaceId } }) =>
    listChannels(database, { workspaceId }),
  );
  bind(channels.connectChannel, ({ person, body }) => connect(context, person, body));
  bind(channels.reconnectChannel, ({ person, params, body }) =>
    reconnect(context, person, params.id, body.fields),
  );
  bind(channels.disconnectChannel, ({ person, params }) => disconnect(context, person, params.id));

  /** The practice account of a channel. */
  async function accountOf(person: { workspaceId: number }, id: number) {
    const { network, remote_id } = await getAccount(database, person, id);
    if (network !== 'practice') throw notFound('practice channel', id);
    return remote_id;
  }
  bind(practice.getPractice, async ({ person, params }) =>
    readPractice(database, await accountOf(person, params.id)),
  );
  bind(practice.setPractice, async ({ person, params, body }) => {
    const account = await accountOf(person, params.id);
    await setPracticeBehaviour(database, account, body);
    return readPractice(database, account);
  });
}
