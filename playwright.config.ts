import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/chromium.ts';
import { LAN_HOST, PORT } from './e2e/ports.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // A worker waits a third of the time, for the page or for a moment to pass.
  workers: 3,
  // On a shared machine a test may meet a pause: it is retried once, and reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  reportSlowTests: { max: 10, threshold: 10_000 },
  // The slow ones are run by `npm run test:slow` (CONTRIBUTING.md, 'Tests').
  projects: [
    { name: 'fast', grepInvert: /@slow/ },
    { name: 'slow', grep: /@slow/ },
  ],
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    // Tracing costs a fifth of the time: in CI only what has failed once is traced.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--no-first-run',
        // The pixels of a page go through fewer processes.
        '--in-process-gpu',
        `--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`,
      ],
    },
  },
  webServer: {
    command: 'node e2e/server.ts',
    url: `http://127.0.0.1:${PORT}/healthz`,
    reuseExistingServer: false,
    // On a machine that does other things, too, it takes longer than a minute.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    env: {
      PORT: String(PORT),
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'warn',
      CONTACT_TO: 'owner@example.org',
    },
  },
});
