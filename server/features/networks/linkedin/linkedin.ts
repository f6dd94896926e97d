import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createLinkedInClient } from './client.ts';
import { createLinkedInConnector } from './connect.ts';
import { createLinkedInFigures } from './figures.ts';
import { createLinkedInPublisher } from './publish.ts';

/** Versions live for a year, to the middle of their month. */
const endOf = (version: string) =>
  new Date(Date.UTC(Number(version.slice(0, 4)) + 1, Number(version.slice(4)) - 1, 16));

/** LinkedIn: people, and pages where the application may. */
export function createLinkedIn(installation: Installation): Adapter {
  const { outgoing, config } = installation;
  const { client, version } = config.linkedin;
  const linkedin = createLinkedInClient(installation);
  return {
    network: 'linkedin',
    isRegistered: true,
    ...(client && { version: { setting: 'LINKEDIN_VERSION', version, ends: endOf(version) } }),
    ...createLinkedInConnector(linkedin, config),
    ...createLinkedInPublisher(linkedin, outgoing),
    figures: createLinkedInFigures(linkedin),
  };
}
