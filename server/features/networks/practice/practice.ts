import type { Database } from '../../../database/pool.ts';
import type { Adapter } from '../adapter.ts';
import { createPracticeConnector } from './connect.ts';
import { createPracticeFigures } from './figures.ts';
import { findPracticePeople } from './people.ts';
import { createPracticePublisher } from './publish.ts';

/**
 * A network on this server, and the reference of the interface: it needs no account elsewhere, and
 * behaves as badly as it is told to (docs/domain/publishing.md, 'Practice').
 */
export const createPractice = (database: Database): Adapter => ({
  network: 'practice',
  ...createPracticeConnector(database),
  ...createPracticePublisher(database),
  people: findPracticePeople,
  figures: createPracticeFigures(database),
});
