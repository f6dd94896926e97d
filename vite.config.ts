import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, 'dist/web');

/** Compresses what is built once, at its best, instead of on every request. */
const compress: Plugin = {
  name: 'compress',
  closeBundle() {
    for (const entry of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg)$/.test(entry)) continue;
      const file = join(OUT, entry);
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(content));
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    }
  },
};

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), compress],
  build: { outDir: OUT, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
});
