import * as addresses from '#contract/people/addresses.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './addresses.service.ts';

export function addressRoutes(context: AppContext) {
  const { bind } = context;
  bind(addresses.confirmAddress, ({ person, body }) =>
    service.confirmAddress(context, person, body.token),
  );
  bind(addresses.sendAddressLink, ({ person }) => service.sendAgain(context, person));
  bind(addresses.keepAddress, ({ person }) => service.keepAddress(context, person));
}
