import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.ts'],
    globalSetup: 'server/testing/vitest.setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    // Files share the modules of the program: loading and compiling them took a third of the time.
    isolate: false,
  },
});
