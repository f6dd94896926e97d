import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutSchemas } from './web/without-schemas.ts';

const DIST = join(import.meta.dirname, 'dist');
/** Files that are served unchanged. */
const FILES = join(DIST, 'web');
/**
 * The HTML of the pages with a placeholder for the address of the server: one for each prerendered
 * path, and one for all others.
 */
const PAGES = join(DIST, 'pages');
/** The pages as a program that renders them, needed only while building. */
const RENDERER = join(DIST, 'renderer');

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), withoutSchemas()],
  build: { target: 'es2023', assetsInlineLimit: 0, emptyOutDir: true },
  environments: {
    client: {
      build: {
        outDir: FILES,
        chunkSizeWarningLimit: 600,
        // What every page needs is in one file instead of thirty.
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } },
        },
      },
    },
    ssr: { build: { outDir: RENDERER, ssr: 'prerender.tsx' } },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        await builder.build(environment);
      await prerender();
      compress();
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
});

/** The exports of `web/prerender.tsx`. */
type Renderer = {
  paths: string[];
  render: (path: string) => Promise<{ head: string; body: string }>;
};

async function prerender() {
  const { paths, render }: Renderer = await import(
    pathToFileURL(join(RENDERER, 'prerender.js')).href
  );
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES);
  const empty = join(PAGES, 'any.html');
  renameSync(join(FILES, 'index.html'), empty);
  const template = readFileSync(empty, 'utf8');
  for (const path of paths) {
    const { head, body } = await render(path);
    const html = template
      .replace(/<title>.*<\/title>/, () => head)
      .replace(/<noscript>.*<\/noscript>/, '')
      // With inlined styles a page can be painted at once.
      .replace(
        /<link rel="stylesheet"[^>]* href="(.*?)">/,
        (_, href) => `<style>${readFileSync(FILES + href, 'utf8')}</style>`,
      )
      // Visible content comes before the scripts.
      .replaceAll('<script type="module"', '$& fetchpriority="low"')
      .replace('<div id="root">', (root) => root + body);
    writeFileSync(join(PAGES, `${path.slice(1) || 'index'}.html`), html);
  }
  rmSync(RENDERER, { recursive: true });
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
