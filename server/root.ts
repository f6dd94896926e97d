import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The folder of the program, as seen from its sources and from `dist/server`. */
export const ROOT = dirname(findPackageJSON('..', import.meta.url) as string);

/**
 * The file of what runs in a process or a thread of its own: the source, or, from `dist/server`, what was
 * built of it. Node runs no TypeScript in an installed package.
 * @param source its path in the sources
 */
export const apart = (source: string): string =>
  import.meta.url.endsWith('.ts')
    ? join(ROOT, source)
    : join(ROOT, 'dist/apart', basename(source).replace(/\.ts$/, '.js'));

export const { version: VERSION } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as { version: string };

/** The commit that `dist` was built of; undefined where the build did not know it. */
export function readCommit(): string | undefined {
  const file = join(ROOT, 'dist/apart/commit.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}

/** An image has the sources, and no scripts. */
const IS_CHECKOUT = existsSync(join(ROOT, 'scripts/build.js'));

/**
 * How an operator types a command, in messages: a package has the program `postfolio`, and no scripts.
 * @param script its name in package.json
 */
export const commandLine = (script: string, rest = ''): string =>
  IS_CHECKOUT
    ? `npm run ${script}${rest && ` -- ${rest}`}`
    : `postfolio ${script.replace(/^db:/, '')}${rest && ` ${rest}`}`;
