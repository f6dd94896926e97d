import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package, or of the checkout. */
export const ROOT = (() => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
})();

export const VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;

/** Whether the programs are built here, of the sources: neither a package nor an image has the scripts. */
export const IS_CHECKOUT = existsSync(join(ROOT, 'scripts', 'build.js'));
