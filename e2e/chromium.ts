import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '../node_modules/.cache');

/**
 * The browser of the tests: $CHROMIUM_PATH, else the system's, else the one inside an npm package;
 * nothing is downloaded.
 * @returns its path, and the environment it needs
 */
export async function findChromium(): Promise<{
  executablePath: string;
  env: Record<string, string>;
}> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return { executablePath: given, env: {} };
  const installed = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find(existsSync);
  if (installed) return { executablePath: installed, env: {} };
  // The package contains the required system libraries, but unpacks them only in AWS Lambda; a bare
  // machine lacks them just the same.
  if (!hasLibraries()) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { executablePath, folder, place } = await unpack();
  const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env;
  const moved = (path: string) => path.replaceAll(folder, place);
  return {
    executablePath: moved(executablePath),
    env: {
      ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH: moved(LD_LIBRARY_PATH) }),
      ...(FONTCONFIG_PATH && { FONTCONFIG_PATH: moved(FONTCONFIG_PATH) }),
    },
  };
}

/**
 * Unpacks the browser, where that was not done. The package unpacks into the temporary folder, and takes
 * what is there, whoever put it there: it gets a folder of this user and this checkout.
 * @returns where it was unpacked, and where that is now
 */
async function unpack() {
  const file = findPackageJSON('@sparticuz/chromium', import.meta.url) as string;
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(CACHE, { recursive: true });
  const place = join(CACHE, `chromium-${version}-${process.getuid?.() ?? 0}`);
  const folder = existsSync(place) ? place : mkdtempSync(`${place}-`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    if (folder !== place) moveTo(place, folder);
    return { executablePath, folder, place };
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Whole, so that no process finds a part of it. */
function moveTo(place: string, folder: string) {
  try {
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true });
    // Another process was first.
    if (!existsSync(place)) throw error;
  }
}

function hasLibraries() {
  try {
    return execFileSync('ldconfig', ['-p'], {
      encoding: 'utf8',
      env: { PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
    }).includes('libnss3.so');
  } catch {
    return false;
  }
}
