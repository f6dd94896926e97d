import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createXClient } from './client.ts';
import { createXConnector } from './connect.ts';
import { createXFigures } from './figures.ts';
import { createXPublisher } from './publish.ts';

/** X, by version 2 of its API. One application serves this and the sign-in. */
export function createX(installation: Installation): Adapter {
  const x = createXClient(installation);
  return {
    network: 'x',
    isRegistered: true,
    ...createXConnector(x),
    ...createXPublisher(x),
    figures: createXFigures(x),
  };
}
