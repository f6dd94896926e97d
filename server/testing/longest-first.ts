import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of most of a minute, the longest first. */
const LONG = [
  'server/testing/endpoints.test.ts',
  'server/features/networks/networks.test.ts',
  'server/features/networks/specifics.test.ts',
  'server/features/publishing/worker/taken-back.test.ts',
  'server/features/media/media.test.ts',
  'server/features/publishing/worker/media.test.ts',
  'server/features/publishing/publications/publications.test.ts',
];

/**
 * Starts the long files first: one that starts last runs while the other workers have nothing to do. By
 * itself vitest knows how long a file took where it has run before, and a fresh clone has not.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return index < 0 ? LONG.length : index;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
