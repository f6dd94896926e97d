import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { COMPILE_CACHE } from './process.ts';

const BIN = join(import.meta.dirname, '../../bin/postfolio.js');

type Options = {
  environment?: Record<string, string>;
  /** Standard input; none where it is left out. */
  input?: string | Buffer;
};

/** A person at a terminal: a home folder of their own, which the command keeps its files in. */
export function atTerminal(always: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'postfolio-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const start = (words: readonly string[], { environment = {}, input }: Options = {}) => {
    const child = spawn(process.execPath, [BIN, ...words], {
      cwd: home,
      env: { PATH: process.env.PATH, ...COMPILE_CACHE, HOME: home, ...always, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A command that refuses its words reads no input.
    child.stdin.on('error', () => undefined).end(input ?? '');
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text) => (said[name] += text));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, ...said })),
    );
    return { child, said, ended };
  };
  return {
    home,
    /** Its credentials. */
    file: join(home, '.config/postfolio/credentials.json'),
    start,
    /** Runs a command to its end. */
    run: (words: readonly string[], options?: Options) => start(words, options).ended,
  };
}

/** What a command with `--json` printed. */
export const printed = <Result>({
  code,
  stdout,
  stderr,
}: {
  code: number | null;
  stdout: string;
  stderr: string;
}) => {
  if (code !== 0) throw new Error(`the command ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Result;
};
