import type { AppContext } from '../../../context.ts';
import type { Adapter } from '../adapter.ts';
import { createPracticeConnector } from './connect.ts';
import { createPracticeFigures } from './figures.ts';
import { findPracticePeople } from './people.ts';
import { createPracticePublisher } from './publish.ts';

/**
 * A network on this server, and the reference of the interface: it needs no account elsewhere, and
 * behaves as badly as it is told to (docs/domain/publishing.md, 'Practice').
 */
export const createPractice = (context: Pick<AppContext, 'clock' | 'database'>): Adapter => ({
  network: 'practice',
  ...createPracticeConnector(context.database),
  ...createPracticePublisher(context),
  people: findPracticePeople,
  figures: createPracticeFigures(context),
});
