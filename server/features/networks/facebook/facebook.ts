import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createFacebookClient } from './client.ts';
import { createFacebookConnector } from './connect.ts';
import { createFacebookFigures } from './figures.ts';
import { createFacebookPublisher } from './publish.ts';

/** Pages of Facebook. */
export function createFacebook(installation: Installation): Adapter {
  const facebook = createFacebookClient(installation);
  return {
    network: 'facebook',
    isRegistered: true,
    ...createFacebookConnector(facebook, installation),
    ...createFacebookPublisher(facebook),
    ...(installation.config.facebook.figures && {
      figures: createFacebookFigures(facebook, installation),
    }),
  };
}
