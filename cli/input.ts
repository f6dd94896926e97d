import { closeSync, openSync, readSync } from 'node:fs';
import type { Given } from './arguments.ts';
import { Failure, usage } from './failure.ts';

/** What commands read: standard input, and files. */

const MAX_BYTES = 1024 * 1024;

function decode(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${what} is no text in UTF-8.`);
  }
}

/** All of standard input. @throws Failure (usage) where it is a terminal, or too much */
export async function readInput(expected: string): Promise<string> {
  if (process.stdin.isTTY)
    throw usage(`${expected} is missing: give it as an argument, or on standard input.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw usage('Standard input has more than 1 MB.');
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks), 'Standard input');
}

/** A text as it was typed, without the line break that ends a file. Lines end as on all systems. */
const withoutEnd = (text: string) => text.replaceAll('\r\n', '\n').replace(/\n$/, '');

/** The line that separates the parts of a thread. */
const BETWEEN_PARTS = /\n---\n/;

/** The parts of a text: one, or those of a thread. @throws Failure (usage) where one is blank */
function partsOf(text: string, isThread: boolean): string[] {
  const parts = isThread ? text.split(BETWEEN_PARTS).map((part) => part.trim()) : [text];
  if (parts.some((part) => part.trim() === ''))
    throw usage(
      isThread && parts.length > 1 ? 'A part of the thread is blank.' : 'The text is blank.',
    );
  return parts;
}

/** The text of a post: the argument, `--file`, or standard input. @throws Failure (usage) */
export async function readText(given: Given, word: string | undefined): Promise<string[]> {
  const file = given.text('file');
  if (file !== undefined && word !== undefined) throw usage('Either a text, or --file.');
  const text =
    file !== undefined
      ? decode(readFile(file, MAX_BYTES), file)
      : word === undefined || word === '-'
        ? await readInput('The text')
        : word;
  return partsOf(withoutEnd(text), given.has('thread'));
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

/** Of a file that cannot be read. */
export function unreadable(file: string, error: unknown): Failure {
  const { code = '', message } = error as Error & { code?: string };
  return usage(`${file} cannot be read: ${REASONS[code] ?? message}.`);
}

/** The bytes of a file. @throws Failure where it cannot be read, or is too large */
export function readFile(file: string, most: number): Buffer {
  try {
    const open = openSync(file, 'r');
    try {
      return readAtMost(open, most, file);
    } finally {
      closeSync(open);
    }
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(file, error);
  }
}

/** Not by its size: a pipe has none, and a file may grow. */
function readAtMost(open: number, most: number, file: string): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const chunk = Buffer.alloc(64 * 1024);
    const count = readSync(open, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    size += count;
    if (size > most) throw usage(`${file} has more than ${most / 1024 / 1024} MB.`);
  }
}
