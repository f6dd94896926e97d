import * as addresses from '#contract/addresses.ts';
import type { Parts } from '../../parts.ts';
import * as service from './addresses.service.ts';

export function addressRoutes(parts: Parts) {
  const { bind, jobs } = parts;
  bind(addresses.confirmAddress, ({ person, body }) => service.confirmAddress(parts, person, body.token));
  bind(addresses.sendAddressLink, ({ person }) => service.sendAgain(parts, person));
  bind(addresses.keepAddress, ({ person }) => service.keepAddress(parts, person));
  jobs.handle(service.mailAddressLink, (asked, id) => service.sendLink(parts, asked, id));
}
