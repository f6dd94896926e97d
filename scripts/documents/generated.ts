import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents that are generated from the code. */

const MAX_COLUMNS = 120;

/** Breaks lines between words. */
export function wrap(text: string, indent = ''): string {
  const lines = [''];
  // A piece of code is one word.
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= MAX_COLUMNS - indent.length)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/**
 * Writes a document, or with `--verify` ends the process with 1 where it is another one.
 * @param name its path
 * @param source what it is made from
 * @param script what makes it
 */
export function keepDocument(name: string, text: string, source: string, script: string) {
  const file = join(import.meta.dirname, '../..', name);
  if (!process.argv.includes('--verify')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is not what ${source} makes: run 'npm run ${script}' and commit it.`);
    process.exitCode = 1;
  }
}
