import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the program, as seen from its sources and from `dist/server`. */
export const ROOT = dirname(findPackageJSON('..', import.meta.url) as string);
