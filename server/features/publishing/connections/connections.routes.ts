import * as practice from '#contract/networks/practice.ts';
import * as channels from '#contract/publishing/channels.ts';
import type { AppContext } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import {
  type Adapters,
  readPractice,
  setPracticeBehaviour,
} from '../../networks/networks.service.ts';
import {
  disconnect,
  getAccount,
  listChannels,
  updateSettings,
} from '../channels/channels.service.ts';
import * as service from './connections.service.ts';

export function connectionRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind, database, adapters } = context;
  bind(channels.listNetworks, () => service.listNetworks(context));
  bind(channels.listChannels, ({ person: { workspaceId } }) =>
    listChannels(database, { workspaceId }),
  );
  bind(channels.connectChannel, ({ person, body }) =>
    service.connect(context, person, body.network, body.fields, body.way),
  );
  bind(channels.authorizeChannel, ({ person, body }) => service.authorize(context, person, body));
  bind(channels.completeChannel, ({ person, body }) => service.complete(context, person, body));
  bind(channels.chooseAccounts, ({ person, body }) => service.choose(context, person, body));
  bind(channels.refreshChannel, ({ person, params }) =>
    service.refresh(context, person, params.id),
  );
  bind(channels.lookUpServer, ({ person, body }) =>
    service.lookUp(context, person, body.network, body.fields),
  );
  bind(channels.reconnectChannel, ({ person, params, body }) =>
    service.reconnect(context, person, params.id, body.fields, body.way),
  );
  bind(channels.updateChannel, ({ person, params, body }) =>
    updateSettings(context, person, params.id, body.settings),
  );
  bind(channels.disconnectChannel, ({ person, params }) => disconnect(context, person, params.id));

  bind(channels.getNetworkClient, ({ params }) => service.describeClient(adapters, params.network));

  /** The practice account of a channel. */
  async function accountOf(person: { workspaceId: number }, id: number) {
    const { network, remote_id } = await getAccount(database, person, id);
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
