import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createInstagramClient } from './client.ts';
import { createInstagramConnector } from './connect.ts';
import { createInstagramFigures } from './figures.ts';
import { createInstagramPublisher } from './publish.ts';

const NO_FILES = 'Pictures need a public https address: set PUBLIC_URL or S3_URL.';

/** Instagram, for professional accounts, on both roads (connect.ts). */
export function createInstagram(installation: Installation): Adapter {
  const instagram = createInstagramClient(installation);
  const { figures, pageFigures } = installation.config.instagram;
  return {
    network: 'instagram',
    isRegistered: true,
    notices: () => (installation.links ? [] : [NO_FILES]),
    ...createInstagramConnector(instagram, installation),
    ...createInstagramPublisher(instagram),
    ...((figures || pageFigures) && {
      figures: createInstagramFigures(instagram, installation),
    }),
  };
}
