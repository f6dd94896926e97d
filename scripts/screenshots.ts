// Takes all pictures of docs/pictures, for the README and the public pages, with the content of the
// demo.
// usage: npm run screenshots    then look at docs/pictures before they are committed
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.ts';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
const PORT = 3230;
const DAY_MS = 24 * 60 * 60_000;
/** For counts and pictures that arrive after what a scene waits for. */
const SETTLE_MS = 2000;
const ACCOUNT = { email: 'demo@example.org', password: 'Demo-pass-1' };

/**
 * For wide screens, for columns of text, and for phones, where a wide window would not be readable.
 */
const sizes = {
  wide: { viewport: { width: 1200, height: 720 }, deviceScaleFactor: 1.6 },
  half: { viewport: { width: 760, height: 560 }, deviceScaleFactor: 2 },
  phone: { viewport: { width: 390, height: 520 }, deviceScaleFactor: 1.75 },
};
/** The preview image of the home page, in the size that social networks expect. */
const card = { viewport: { width: 1200, height: 630 }, deviceScaleFactor: 1 };

type Scene = { sizes: (keyof typeof sizes)[]; show: (page: Page) => Promise<void> };
const scenes: Record<'library' | 'thread' | 'preview' | 'calendar', Scene> = {
  library: {
    sizes: ['wide', 'phone'],
    async show(page) {
      await page.goto('/content');
      await page.getByRole('heading', { name: 'It is here.' }).first().waitFor();
    },
  },
  thread: {
    sizes: ['half', 'phone'],
    async show(page) {
      await toThread(page, 'edit');
      await below(page.getByText('Root', { exact: true }), 64);
    },
  },
  preview: {
    sizes: ['half', 'phone'],
    async show(page) {
      await toThread(page, 'preview');
      await page.getByText('And last: thank').waitFor();
      await below(page.getByRole('heading', { level: 1 }), 4);
    },
  },
  calendar: {
    sizes: ['wide', 'phone'],
    async show(page) {
      // The month with most of what the demo plans.
      const day = new Date(Date.now() + 16 * DAY_MS).toISOString().slice(0, 10);
      await page.goto(`/calendar?day=${day}`);
      // A phone shows the list of days in place of the month.
      await page
        .getByText('Doors are open.')
        .filter({ visible: true })
        .or(page.getByText(/^\d\d:\d\d/).filter({ visible: true }))
        .first()
        .waitFor();
    },
  },
};

/** Scrolls this to just below the header, with some space between. */
const below = (element: Locator, space = 16) =>
  element.evaluate((found, space) => {
    const header = document.querySelector('header')?.offsetHeight ?? 0;
    window.scrollTo(0, found.getBoundingClientRect().top + scrollY - header - space);
  }, space);

async function toThread(page: Page, what: 'edit' | 'preview') {
  const list = await page.request.get('/api/content/items/?is_thread_root=true', {
    headers: {
      authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}`,
    },
  });
  const { results } = (await list.json()) as { results: { id: number; thread_size: number }[] };
  await page.goto(`/content/${what}/${results.find(({ thread_size }) => thread_size === 5)?.id}`);
}

async function take(
  browser: Browser,
  window: typeof card,
  colorScheme: 'light' | 'dark',
  scene: Scene,
) {
  const context = await browser.newContext({
    ...window,
    colorScheme,
    reducedMotion: 'reduce',
    baseURL: `http://127.0.0.1:${PORT}`,
  });
  await context.addInitScript(() => localStorage.setItem('sidebar-collapsed', 'false'));
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('/content');
  await page.mouse.move(0, 0);
  await scene.show(page);
  // The network is never idle: live updates are a stream.
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(() =>
    document.fonts.ready.then(() => (document.activeElement as HTMLElement | null)?.blur()),
  );
  return { page, context };
}

const { executablePath, env } = await findChromium();
const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
const demo = spawn(process.execPath, ['scripts/demo.ts'], {
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await new Promise<void>((resolve, reject) => {
    demo.stdout.on('data', (text) => String(text).includes('Sign in as') && resolve());
    demo.on('exit', (code) => reject(new Error(`the demo ended with ${code}`)));
  });
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  mkdirSync(PICTURES, { recursive: true });
  for (const [name, scene] of Object.entries(scenes)) {
    for (const size of scene.sizes) {
      for (const theme of ['light', 'dark'] as const) {
        const { page, context } = await take(browser, sizes[size], theme, scene);
        // Playwright cannot write WebP, which is a quarter of the size of PNG.
        const { data } = await (await context.newCDPSession(page)).send('Page.captureScreenshot', {
          format: 'webp',
          quality: 74,
          clip: {
            x: 0,
            y: await page.evaluate(() => scrollY),
            ...sizes[size].viewport,
            scale: sizes[size].deviceScaleFactor,
          },
        });
        writeFileSync(join(PICTURES, `${name}-${size}-${theme}.webp`), Buffer.from(data, 'base64'));
        await context.close();
      }
    }
  }
  const { page } = await take(browser, card, 'light', scenes.library);
  await page.screenshot({ path: join(PICTURES, 'card.jpg'), type: 'jpeg', quality: 82 });
  await browser.close();
} finally {
  demo.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
