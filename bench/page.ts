// Measures the content page in Chromium, with 5,000 posts in 300 folders, and the calendar with 2,000
// publications in a month: how long after a key or a
// click, and after an answer of the server, the page is painted. Run by `npm run bench:page`; writes
// page.md.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type pg from 'pg';
import { launch, pressing, type Row, record, SETTLED_MS, signIn, stepsOf } from './browser.ts';
import { startDatabase } from './subjects.ts';

const PORT = 3992;
const BASE = `http://127.0.0.1:${PORT}`;
const POSTS = 5000;
const TOP_FOLDERS = 142;
const FOLDERS = 300;
const PARTS = 20;
const THREADS = 10;
const PUBLICATIONS = 2000;
const ROUNDS = 3;

const bench = await startDatabase();

try {
  await bench.start('dist/server/main.js', PORT);
  const session = await register();
  await seed(bench.pool, session.user.id);
  report(await measure(session));
} finally {
  await bench.stop();
}

async function register() {
  const response = await fetch(`${BASE}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'ada@example.org',
      name: 'Ada Byron',
      password: 'Corr3ct-horse!',
      password_confirm: 'Corr3ct-horse!',
    }),
  });
  return (await response.json()) as { user: { id: number }; access: string; refresh: string };
}

async function seed(pool: pg.Pool, person: number) {
  const { rows } = await pool.query<{ workspace: number }>(
    'select workspace_id as workspace from memberships where user_id = $1',
    [person],
  );
  const workspace = rows[0]?.workspace;
  const single = POSTS - THREADS;
  const text =
    "'Post ' || n || ' of many, with a lighthouse in it. ' || repeat('Some words that fill the lines of a post. ', 1 + (n % 8)::int)";
  // The ids of folders are given in order, from 1.
  for (const statement of [
    `insert into folders (workspace_id, name) select ${workspace}, 'Client ' || n from generate_series(1, ${TOP_FOLDERS}) n`,
    `insert into folders (workspace_id, name, parent_id) select ${workspace}, 'Campaign ' || n, 1 + n % ${TOP_FOLDERS} from generate_series(${TOP_FOLDERS + 1}, ${FOLDERS}) n`,
    `with post as (
       insert into posts (id, workspace_id, folder_id, created_by, status, is_thread, root_id, size)
       select n, ${workspace}, 1 + n % ${FOLDERS}, ${person},
         (array['draft', 'review', 'approved', 'archived'])[1 + n % 4], n > ${single}, n,
         case when n > ${single} then ${PARTS} else 1 end
       from generate_series(1, ${POSTS}) n)
     insert into items (id, workspace_id, folder_id, created_by, content, status, tags, post_id,
       root_id, is_thread, position, size, updated_at)
     select case when part = 0 then n else ${POSTS} + (n - ${single}) * ${PARTS} + part end,
       ${workspace}, 1 + n % ${FOLDERS}, ${person}, ${text},
       (array['draft', 'review', 'approved', 'archived'])[1 + n % 4], array['tag' || n % 20], n, n,
       n > ${single}, part, case when n > ${single} then ${PARTS} else 1 end,
       now() - n * interval '1 minute'
     from generate_series(1, ${POSTS}) n, generate_series(0, ${PARTS - 1}) part
     where part = 0 or n > ${single}`,
    "select setval('posts_id_seq', 100000), setval('items_id_seq', 100000)",
    // Nothing is sent: the channel is not connected. All are due in the next month.
    `insert into channels (id, workspace_id, network, remote_id, handle, name, state)
     select n, ${workspace}, 'practice', n::text, 'Account ' || n, 'Account ' || n, 'disconnected'
     from generate_series(1, 10) n`,
    `insert into publications (workspace_id, post_id, channel_id, state, due_at, next_attempt_at,
       version, text_hash, text, created_by)
     select ${workspace}, n, 1 + n % 10, 'scheduled', due, due, 1, sha256(n::text::bytea),
       post_parts(n), ${person}
     from generate_series(1, ${PUBLICATIONS}) n,
       lateral (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month'
         + n * interval '28 days' / ${PUBLICATIONS} as due) at`,
    'vacuum analyze',
  ])
    await pool.query(statement);
}

async function measure(session: Awaited<ReturnType<typeof register>>): Promise<Row[]> {
  const browser = await launch();
  try {
    const page = await browser.newPage({
      baseURL: BASE,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(8000);
    await signIn(page, session);
    await page.addInitScript(record);
    const rows = new Map<string, Row>();
    for (let round = 0; round < ROUNDS; round++) await walkCalendar(page, rows);
    for (let round = 0; round < ROUNDS; round++) await walk(page, rows);
    return [...rows.values()];
  } finally {
    await browser.close();
  }
}

async function walk(page: Page, rows: Map<string, Row>) {
  const step = stepsOf(page, rows);
  const press = pressing(page);
  const type = (text: string) => () => page.keyboard.type(text, { delay: 60 });
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const folder = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
  const main = page.getByRole('main');

  await page.goto('/content');
  await page.getByRole('article').first().waitFor();
  await delay(2000);
  await step('select a folder', () => folder('Client 100').click());
  await step('let go of it', () => folder('Client 100').click());
  await step('open a parent folder', () => folder('Client 101').press('ArrowRight'));
  await step('close it', () => folder('Client 101').press('ArrowLeft'));
  const narrow = page.getByLabel('Filter folders');
  await narrow.click();
  await step('narrow the folders, each key', type('campa'));
  await narrow.fill('');
  const box = page.getByLabel('Search content', { exact: true });
  await box.click();
  await step('search the list, each key', type('lighthouse'));
  await step('clear the search', press('Escape'));
  await button('Filters').click();
  await step('filter by a status', () => page.getByRole('checkbox', { name: 'Draft' }).click());
  await step('let go of it ', () => page.getByRole('checkbox', { name: 'Draft' }).click());
  await step('open the selection of an order', () =>
    page.getByRole('combobox', { name: 'Sort by' }).click(),
  );
  await step('sort by title', () => page.getByRole('option', { name: 'Title A-Z' }).click());
  await page.keyboard.press('Escape');
  await page.goto('/content');
  await page.getByRole('article').first().waitFor();
  await delay(1500);
  await page.keyboard.press('ArrowDown');
  await step('move in the list, each key', press('j', 'j', 'j', 'k', 'j', 'j'));
  await step('select rows', press('x', 'Shift+ArrowDown', 'Shift+ArrowDown'));
  await step('select everything', press('Control+a'));
  await step('let go of the selection', press('Escape'));
  await step('change the density', press('v'));
  await step('change it back', press('v'));
  await step('scroll 100 rows', async () => {
    await main.hover();
    for (let turn = 0; turn < 10; turn++) {
      await page.mouse.wheel(0, 440);
      await delay(50);
    }
  });
  // The row that had the focus is out of sight, and with it the focus.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await delay(SETTLED_MS);
  await step('open the menu of a status', press('s'));
  await step('choose a status', press('a', 'Enter'));
  await step('open the palette', press('Control+k'));
  await step('type in the palette, each key', type('lighth'));
  await page.keyboard.press('Escape');
  await step('move to…', press('m'));
  const target = page.getByRole('dialog').getByLabel('Folder *');
  await step('open 300 folders', () => target.click());
  await step('search them, each key', type('camp'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await delay(SETTLED_MS);
  await step('open an editor', press('e'));
  const text = page.getByLabel('Content *');
  await text.click();
  await step('write, each key', type('Every key of it '));
  await page.keyboard.press('Control+s');
  await delay(SETTLED_MS);
  await step('back to the content', async () => {
    if (!page.url().includes('/edit/')) return;
    await page.getByRole('link', { name: 'Back to Content' }).click();
  });
  await page.goto('/content?view=search');
  await page.getByRole('article').first().waitFor();
  await delay(1500);
  await page.getByLabel('Search content, titles, tags').click();
  await step('advanced search, each key', type('lighthouse'));
}

async function walkCalendar(page: Page, rows: Map<string, Row>) {
  const step = stepsOf(page, rows);
  const press = pressing(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.goto('/calendar');
  await page.locator('[data-day]').first().waitFor();
  await delay(2000);
  await step('the next month, with 2,000 publications', () => button('Later').click());
  const movable = page.locator('[data-entry]:not([data-fixed])');
  await step('drag one to another day', async () => {
    const from = await movable.nth(10).boundingBox();
    if (!from) throw new Error('there is no entry');
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    for (let at = 1; at <= 20; at++)
      await page.mouse.move(from.x + 30 + at * 15, from.y + 10 + at * 6);
    await page.mouse.up();
  });
  await movable.nth(12).focus();
  await step('move one by keys', press('Alt+ArrowRight', 'Alt+ArrowLeft'));
  await step(
    'lead through days by arrows',
    press('ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp'),
  );
  await step('open all of a day', () =>
    page
      .getByRole('button', { name: /more on/ })
      .first()
      .click(),
  );
  await page.keyboard.press('Escape');
  await step('the week', () => button('Week').click());
  await step('the list', () => button('List').click());
}

function report(rows: Row[]) {
  const shown = (ms: number) => (ms < 16 ? 'under 16' : ms.toFixed(0));
  const text = `# Measured by \`npm run bench:page\`

The content page and the calendar in Chromium at 1440 × 900, with ${POSTS.toLocaleString('en')} posts (${THREADS} threads of ${PARTS}) in ${FOLDERS} folders,
${TOP_FOLDERS} of them at the top; ${cpus().length} cores for the browser, the server and PostgreSQL together. The slowest event of
each step, the best of ${ROUNDS} rounds. An event: until the frame after it, as the browser reports it. An answer: until the
second frame after it, which is 17 to 33 ms where nothing is to be done. A frame: the longest time between two of the step.

| | event, ms | answer, ms | frame, ms |
| --- | --- | --- | --- |
${rows.map(({ what, event, answer, frame }) => `| ${what.trim()} | ${shown(event)} | ${answer === null ? '' : answer.toFixed(0)} | ${frame.toFixed(0)} |`).join('\n')}
`;
  const file = join(import.meta.dirname, 'page.md');
  writeFileSync(file, text);
  spawnSync('biome', ['format', '--write', file]);
  console.log(`\n${text}`);
}
