import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildEnvironment, defineConfig, type Rolldown } from 'vite';
import { isForMembers } from './contract/pages.ts';
import { buildSiteScript } from './scripts/site-script.ts';
import { withoutSchemas } from './web/without-schemas.ts';

const DIST = join(import.meta.dirname, 'dist');
/** Files that are served unchanged. */
const FILES = join(DIST, 'web');
/**
 * The HTML of the pages with a placeholder for the address of the server: one for each prerendered
 * path, one for those of members, and one for all others.
 */
const PAGES = join(DIST, 'pages');
/** The pages as a program that renders them, needed only while building. */
const RENDERER = join(DIST, 'renderer');

/** The placeholder for the path of the address of the server: `server/http/web.ts` replaces it. */
const UNKNOWN_BASE = '/base.invalid';

export default defineConfig({
  root: 'web',
  experimental: {
    // The path below which the application is served is known only at start.
    renderBuiltUrl: (file, { hostType, ssr }) => {
      if (hostType === 'css') return { relative: true };
      if (hostType === 'html' || ssr) return `${UNKNOWN_BASE}/${file}`;
      return { runtime: `document.documentElement.dataset.base+${JSON.stringify(`/${file}`)}` };
    },
  },
  plugins: [react(), tailwindcss(), withoutSchemas()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    // The document of a page names its scripts. The lists that the bundler writes for all others are
    // hashes, which cannot be compressed: 6 KB on each page.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: FILES,
        chunkSizeWarningLimit: 600,
        rolldownOptions: {
          output: {
            // Few files instead of ninety: a browser asks for six at a time. A group takes what its
            // modules import as well, but for what a group of a higher priority has.
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], priority: 9 },
                // Run by itself before the application (web/start.ts).
                {
                  name: 'framework',
                  test: /node_modules.(react|react-dom|scheduler)[\\/]/,
                  priority: 9,
                },
                // What the list and the editor share would be a file smaller than its headers.
                { name: 'app', test: /web.(main\.tsx|lib.way-back\.ts)$/, priority: 8 },
                // Only forms load it.
                { name: 'schemas', test: /node_modules.zod./, priority: 7 },
                // What public pages have in common with those for members.
                {
                  name: 'basics',
                  test: /web.ui.(feedback.Alert|fields.(Field|PasswordInput)|Badge|PageHead|TextLink)\.tsx$|web.lib.time.locale\.ts$|contract.(networks.names|core.passwords|roles)\.ts$|lucide-react.*.(eye|folder-tree|list-(ordered|checks)|pen-line|users|cloud-off|check-check|rotate-ccw-clock|calendar-days|image)\.mjs$/,
                  priority: 6,
                },
                // The sign-in page needs the zone, and no more of the application.
                { name: 'locale', test: /web.lib.time.locale\.ts$/, priority: 6 },
                {
                  name: 'forms',
                  test: /contract.(core.auth|core.forms|people.recovery)\.ts$/,
                  priority: 5,
                },
                { name: 'members', test: /web.layouts.AppLayout\.tsx$/, priority: 4 },
                {
                  name: 'content',
                  test: /web.(pages.content.Content|features.workbench.content.FoldersView)\.tsx$/,
                  priority: 3,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { outDir: RENDERER, ssr: 'prerender.tsx' } },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      const built = await builder.build(client as BuildEnvironment);
      await builder.build(ssr as BuildEnvironment);
      await prerender();
      if ('output' in built) writePreloads(built.output);
      writeFileSync(join(FILES, 'v.js'), await buildSiteScript());
      compress();
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
});

/** The exports of `web/prerender.tsx`. */
type Renderer = {
  paths: string[];
  isForGuests: (path: string) => boolean;
  render: (path: string) => Promise<{ head: string; body: string }>;
};

async function prerender() {
  const { paths, isForGuests, render }: Renderer = await import(
    pathToFileURL(join(RENDERER, 'prerender.js')).href
  );
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES);
  const forMembers = join(PAGES, 'member.html');
  renameSync(join(FILES, 'index.html'), forMembers);
  // The rest of a page needs no look of its own before it is there.
  const template = readFileSync(forMembers, 'utf8').replace(
    /<!-- What a member sees .*(?=<noscript>)/s,
    '',
  );
  writeFileSync(join(PAGES, 'any.html'), template);
  for (const path of paths) {
    const { head, body } = await render(path);
    const html = template
      .replace(/<title>.*<\/title>/, () => head)
      .replace(/<noscript>.*<\/noscript>/, (text) => (isForGuests(path) ? text : ''))
      .replace('<html', (html) => (isForGuests(path) ? `${html} data-guest` : html))
      // With inlined styles a page can be painted at once.
      .replace(
        /<link rel="stylesheet"[^>]* href="(.*?)">/,
        (_, href: string) => `<style>${inlined(href.replace(UNKNOWN_BASE, ''))}</style>`,
      )
      // Visible content comes before the scripts.
      .replaceAll('<script type="module"', '$& fetchpriority="low"')
      .replace('<div id="root">', (root) => root + body);
    writeFileSync(join(PAGES, `${path.slice(1) || 'index'}.html`), html);
  }
  rmSync(RENDERER, { recursive: true });
}

/** A style sheet whose addresses are no longer relative to itself. */
const inlined = (file: string) =>
  readFileSync(FILES + file, 'utf8').replaceAll('url(./', `url(${UNKNOWN_BASE}${dirname(file)}/`);

/**
 * Writes which scripts each page needs at once, by its name in `contract/pages.ts`: the browser
 * fetches them together, instead of each after the one that imports it.
 */
function writePreloads(output: Rolldown.RolldownOutput['output']) {
  const chunks = output.filter((chunk) => chunk.type === 'chunk');
  const fileOf = (module: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)))?.fileName;
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  function add(to: Set<string>, file: string | undefined) {
    if (file === undefined || to.has(file)) return to;
    to.add(file);
    for (const chunk of imports.get(file) ?? []) add(to, chunk);
    return to;
  }
  const routes = readFileSync(join(import.meta.dirname, 'web/routes.tsx'), 'utf8');
  const components = routes.matchAll(/^ {2}(\w+): \(\) => import\('\.\/(pages\/[\w/-]+\.tsx)'\)/gm);
  const preloads = [...components].map(([, name, module = '']) => {
    const files = [
      'main.tsx',
      module,
      ...(isForMembers(name as string) ? ['layouts/AppLayout.tsx'] : []),
    ].map(fileOf);
    return [name, [...files.reduce(add, new Set<string>())]];
  });
  writeFileSync(join(PAGES, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
}

/** Compresses built files once, at the best level, instead of on every request. */
function compress() {
  for (const entry of readdirSync(FILES, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg)$/.test(entry)) continue;
    const file = join(FILES, entry);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
