import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env;
  return {
    executablePath,
    env: {
      ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
      ...(FONTCONFIG_PATH && { FONTCONFIG_PATH }),
    },
  };
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
