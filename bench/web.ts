// Measures what a person with a slow device and a slow network waits for: pages with an empty cache,
// and what is done on the content page, with 100,000 posts in 300 folders. Run by
// `npm run bench:web`; writes web.md.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { launch, type Row, record, type Session, signIn, stepsOf } from './browser.ts';
import { seed } from './seed.ts';
import { authorizationOf, startDatabase } from './subjects.ts';

const { values: given } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    /** For a quick look, without a report: 'loads' or 'steps'. */
    only: { type: 'string' },
  },
});
const PORT = 3993;
const BASE = `http://127.0.0.1:${PORT}`;
const ROUNDS = 3;
const SLOWER = 4;
const FOLDERS = 5000;
/**
 * What loads after the page can be used has begun to load by then, and what it asked for first is
 * kept.
 */
const REST_MS = 3500;
/** Bits a second, and the round trip in milliseconds. */
const NETWORKS = {
  'Fast 3G': { down: 1_600_000, up: 750_000, latency: 150 },
  cable: { down: 5_000_000, up: 1_000_000, latency: 28 },
};
const LONG_TASK_MS = 50;

type Load = { usable: number; lcp: number; tbt: number; cls: number; kib: number; rest: number };

const bench = await startDatabase();
try {
  const { members, large } = await seed(bench.pool, Number(given.items));
  const [other] = members;
  if (!other) throw new Error('there is nobody');
  await bench.pool.query(
    `with parent as (insert into folders (workspace_id, name) values ($1, 'A parent') returning id)
     insert into folders (workspace_id, name, parent_id)
     select $1, 'Child ' || n, id from parent, generate_series(2, ${FOLDERS}) n`,
    [other.workspace],
  );
  await bench.start('dist/server/main.js', PORT);
  const browser = await launch();
  try {
    const session = sessionOf(large.user, 'L');
    const loads = given.only === 'steps' ? [] : await measureLoads(browser, session);
    const steps =
      given.only === 'loads'
        ? []
        : await measureSteps(browser, session, sessionOf(other.user, 'U'));
    report(loads, steps);
  } finally {
    await browser.close();
  }
} finally {
  await bench.stop();
}

function sessionOf(id: number, name: string): Session {
  const access = authorizationOf(id).replace('Bearer ', '');
  const user = { id, name, email: null, email_proved: true, pending_email: null };
  return { user, access, refresh: 'none' };
}

async function measureLoads(browser: Browser, session: Session) {
  const pages: [path: string, usable: (page: Page) => Locator, session?: Session][] = [
    ['/', (page) => page.getByRole('heading', { level: 1 })],
    ['/login', (page) => page.getByLabel('Email')],
    ['/content', (page) => page.getByRole('article').first(), session],
    ['/content/create', (page) => page.getByLabel('Content *'), session],
    ['/calendar', (page) => page.locator('[data-day]').first(), session],
  ];
  const rows: { path: string; network: string; load: Load }[] = [];
  for (const [path, usable, who] of pages)
    for (const network of Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]) {
      const loads: Load[] = [];
      for (let round = 0; round < ROUNDS; round++)
        loads.push(await load(browser, path, usable, network, who));
      const median = (name: keyof Load) =>
        loads.map((load) => load[name]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
      const row = {
        usable: median('usable'),
        lcp: median('lcp'),
        tbt: median('tbt'),
        cls: median('cls'),
        kib: median('kib'),
        rest: median('rest'),
      };
      console.log(path, network, row);
      rows.push({ path, network, load: row });
    }
  return rows;
}

/** Opens a page as somebody who was there before, with an empty cache. */
async function load(
  browser: Browser,
  path: string,
  usable: (page: Page) => Locator,
  network: keyof typeof NETWORKS,
  session: Session | undefined,
): Promise<Load> {
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  try {
    const before = await context.newPage();
    if (session) await signIn(before, session);
    await before.goto(path);
    await usable(before).waitFor();
    await delay(REST_MS);
    await before.close();
    const page = await context.newPage();
    await page.addInitScript(observe, LONG_TASK_MS);
    const devtools = await context.newCDPSession(page);
    await throttle(devtools, network);
    await devtools.send('Network.clearBrowserCache');
    let bytes = 0;
    devtools.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    const scripts = new Set<string>();
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    const begun = performance.now();
    await page.goto(path, { waitUntil: 'commit' });
    await usable(page).waitFor();
    const ms = performance.now() - begun;
    const kib = bytes / 1024;
    await delay(REST_MS);
    const seen = (await page.evaluate('observed')) as Pick<Load, 'lcp' | 'tbt' | 'cls'>;
    return { ...seen, usable: ms, kib, rest: bytes / 1024 };
  } finally {
    await context.close();
  }
}

/** Runs in the page: what its browser reports of loading. */
function observe(longTaskMs: number) {
  const observed = { lcp: 0, tbt: 0, cls: 0 };
  Object.assign(globalThis, { observed });
  const see = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type,
      buffered: true,
    });
  see('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime;
  });
  see('longtask', ({ duration }) => {
    observed.tbt += Math.max(0, duration - longTaskMs);
  });
  see('layout-shift', (entry) => {
    observed.cls += (entry as unknown as { value: number }).value;
  });
}

async function throttle(devtools: CDPSession, network: keyof typeof NETWORKS) {
  const { down, up, latency } = NETWORKS[network];
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    downloadThroughput: down / 8,
    uploadThroughput: up / 8,
    latency,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** What people do, until the frame after it; over cable. */
async function measureSteps(browser: Browser, session: Session, withFolders: Session) {
  const rows = new Map<string, Row>();
  for (let round = 0; round < ROUNDS; round++) {
    await onPage(browser, session, true, (page) => walk(page, rows));
    await onPage(browser, session, false, (page) => scroll(page, rows));
    await onPage(browser, withFolders, false, (page) => openFolders(page, rows));
  }
  return [...rows.values()];
}

async function onPage(
  browser: Browser,
  session: Session,
  slow: boolean,
  act: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await signIn(page, session);
    await page.addInitScript(record);
    if (slow) await throttle(await context.newCDPSession(page), 'cable');
    await page.goto('/content');
    await page.getByRole('article').first().waitFor();
    await delay(REST_MS);
    await act(page);
  } finally {
    await context.close();
  }
}

async function walk(page: Page, rows: Map<string, Row>) {
  const step = stepsOf(page, rows);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await step('open a folder', () => page.getByRole('treeitem', { name: /^Folder 10\b/ }).click());
  await step('open the filters', () => button('Filters').click());
  await step('filter', () => page.getByRole('checkbox', { name: 'Draft' }).click());
  await page.keyboard.press('Escape');
  await delay(1000);
  await page.getByRole('article').nth(1).getByRole('link').first().focus();
  await step('open an item', () => page.keyboard.press('Enter'));
  const text = page.getByLabel('Content *').first();
  await text.waitFor();
  await delay(1000);
  await text.focus();
  await step('write', () => page.keyboard.type(' more', { delay: 80 }));
  await step('save', () => page.keyboard.press('Control+s'));
  await page.goto('/content');
  await page.getByRole('article').first().waitFor();
  await delay(REST_MS);
  await step('Search', () => button('Search').click());
}

async function scroll(page: Page, rows: Map<string, Row>) {
  await page.getByRole('main').hover();
  await stepsOf(page, rows)('scroll', async () => {
    for (let turn = 0; turn < 100; turn++) {
      await page.mouse.wheel(0, 1000);
      await delay(16);
    }
  });
}

async function openFolders(page: Page, rows: Map<string, Row>) {
  const parent = page.getByRole('treeitem', { name: /^A parent\b/ });
  await parent.focus();
  await stepsOf(page, rows)(`open a folder of ${FOLDERS} folders`, () =>
    parent.press('ArrowRight'),
  );
}

function report(loads: Awaited<ReturnType<typeof measureLoads>>, rows: Row[]) {
  const fixed = (value: number) => value.toFixed(0);
  const text = `# Measured by \`npm run bench:web\`

Pages in Chromium at 1440 × 900 with an empty cache, the processor ${SLOWER} times slower, the median of ${ROUNDS}; a workspace of
${Number(given.items).toLocaleString('en')} posts in 300 folders. ${cpus().length} cores for the browser, the server and PostgreSQL together; ${new Date().toISOString().slice(0, 10)}.
Scripts are counted as they are transferred: until the page can be used, and ${REST_MS / 1000} s later.

| page | network | usable, ms | LCP, ms | TBT, ms | CLS | scripts, KiB | all, KiB |
| --- | --- | --- | --- | --- | --- | --- | --- |
${loads
  .map(
    ({ path, network, load }) =>
      `| ${path} | ${network} | ${[load.usable, load.lcp, load.tbt].map(fixed).join(' | ')} | ${load.cls.toFixed(3)} | ${[load.kib, load.rest].map(fixed).join(' | ')} |`,
  )
  .join('\n')}

What is done on the content page until the frame after it, as the browser reports it, and the longest frame; the best of
${ROUNDS} rounds. Over cable with the slow processor, but for scrolling and for the folders.

| | event, ms | frame, ms |
| --- | --- | --- |
${rows.map(({ what, event, frame }) => `| ${what} | ${event < 16 ? 'under 16' : fixed(event)} | ${fixed(frame)} |`).join('\n')}
`;
  console.log(`\n${text}`);
  if (given.only) return;
  const file = join(import.meta.dirname, 'web.md');
  writeFileSync(file, text);
  spawnSync('biome', ['format', '--write', file]);
}
