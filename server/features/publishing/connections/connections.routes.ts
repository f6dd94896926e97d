import * as channels from '#contract/publishing/channels.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import * as service from './connections.service.ts';

export function connectionRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind, adapters } = context;
  bind(channels.listNetworks, () => service.listNetworks(context));
  bind(channels.connectChannel, ({ person, body }) =>
    service.connect(context, person, body.network, body.fields, body.way),
  );
  bind(channels.authorizeChannel, ({ person, body }) => service.authorize(context, person, body));
  bind(channels.completeChannel, ({ person, body }) => service.complete(context, person, body));
  bind(channels.chooseAccounts, ({ person, body }) => service.choose(context, person, body));
  bind(channels.lookUpServer, ({ person, body }) =>
    service.lookUp(context, person, body.network, body.fields),
  );
  bind(channels.reconnectChannel, ({ person, params, body }) =>
    service.reconnect(context, person, params.id, body.fields, body.way),
  );
  bind(channels.getNetworkClient, ({ params }) => service.describeClient(adapters, params.network));
}
