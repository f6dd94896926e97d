import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createThreadsClient } from './client.ts';
import { createThreadsConnector } from './connect.ts';
import { createThreadsFigures } from './figures.ts';
import { createThreadsPublisher } from './publish.ts';

const NO_FILES = 'Pictures and videos need a public https address: set PUBLIC_URL or S3_URL.';

export function createThreads(installation: Installation): Adapter {
  const threads = createThreadsClient(installation);
  return {
    network: 'threads',
    isRegistered: true,
    notices: () => (installation.links ? [] : [NO_FILES]),
    ...createThreadsConnector(threads, installation),
    ...createThreadsPublisher(threads),
    ...(installation.config.threads.figures && {
      figures: createThreadsFigures(threads, installation),
    }),
  };
}
