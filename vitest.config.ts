import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/testing/longest-first.ts';
import { Report } from './server/testing/report.ts';

const ALL = ['{contract,server,web,scripts,cli}/**/*.test.ts'];
/** Files of half a minute and more, which `npm run test:slow` runs (CONTRIBUTING.md, 'Tests'). */
const SLOW = [
  'server/database/backup/backup.test.ts',
  'server/database/{outage,pooler,posts-migration}.test.ts',
  'server/features/publishing/worker/chaos.test.ts',
  'server/features/automation/rules/chaos.test.ts',
  'server/features/automation/webhooks/chaos.test.ts',
  'server/testing/plans.test.ts',
  'server/main.test.ts',
  'cli/package.test.ts',
];
/** Those that try a sample of their inputs, and all of them there (server/testing/sampled.ts). */
const SAMPLED = [
  'server/features/networks/networks.test.ts',
  'server/testing/{costs,endpoints,odd-requests,text-costs}.test.ts',
  'server/features/publishing/authority/{text,decisions,options,evergreen}.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', new Report()],
    globalSetup: 'server/testing/vitest.setup.ts',
    setupFiles: 'server/testing/properties.setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // As for journeys: on a shared machine a test may meet a pause.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 3,
    // Files share the modules of the program: loading and compiling them took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ALL, exclude: ['**/node_modules/**', ...SLOW] },
      },
      {
        extends: true,
        test: { name: 'slow', include: [...SLOW, ...SAMPLED], env: { SAMPLES: 'all' } },
      },
    ],
  },
});
