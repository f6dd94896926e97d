// Checks that pages of the build load no more scripts than their budget, as they are transferred.
// usage: node scripts/web-budgets.ts, after `npm run build`
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * In KiB. With a slash: what a prerendered page needs until it can be used. By name: the application
 * for a page.
 */
const BUDGETS: Record<string, number> = {
  '/': 4,
  '/login': 4,
  home: 117,
  login: 153,
  content: 180,
  createContent: 226,
  calendar: 220,
  library: 190,
  review: 230,
  analytics: 260,
};

/** In KiB: what is loaded when it is opened, by the name of its file, without what pages share. */
const OPENED: Record<string, number> = {
  AssistantPart: 2,
  PartAssistant: 16,
};

const DIST = join(import.meta.dirname, '../dist');
const preloads: Record<string, string[]> = JSON.parse(
  readFileSync(join(DIST, 'pages/preloads.json'), 'utf8'),
);

const sizeOf = (file: string) => statSync(join(DIST, 'web', `${file}.br`)).size;

/** The scripts of a prerendered page, or those of the application for it. */
function scriptsOf(page: string): string[] {
  if (!page.startsWith('/')) return preloads[page] ?? [];
  const file = join(DIST, 'pages', `${page.slice(1) || 'index'}.html`);
  const html = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [
    ...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="\/base\.invalid\/(assets\/[^"]+\.js)"/g),
  ].map(([, script = '']) => script);
}

/** The scripts of what is opened. */
const openedScripts = (name: string) =>
  readdirSync(join(DIST, 'web/assets'))
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    .map((file) => `assets/${file}`);

const parts = [
  ...Object.entries(BUDGETS).map(([page, budget]) => [page, budget, scriptsOf(page)] as const),
  ...Object.entries(OPENED).map(([name, budget]) => [name, budget, openedScripts(name)] as const),
];
let failed = false;
for (const [page, budget, scripts] of parts) {
  const size = scripts.reduce((sum, file) => sum + sizeOf(file), 0) / 1024;
  const fits = scripts.length > 0 && size <= budget;
  failed ||= !fits;
  if (!fits || process.argv.includes('--list'))
    console.log(`${page}: ${size.toFixed(1)} KiB of ${budget} in ${scripts.length} scripts`);
}
if (failed) process.exit(1);
