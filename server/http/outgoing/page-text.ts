import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { guessEncoding, markOf } from '#contract/encodings.ts';
import { readHtml } from './html.ts';

/** The text of a page of a stranger: it may be compressed, and in any encoding. */

/** A page declares its encoding in the first kilobyte; some do so behind their scripts. */
const HEAD_BYTES = 16 * 1024;
const UNZIPPERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Decompresses what was not asked for compressed: its beginning, as a page may be cut.
 * @throws Error where nothing of it can be read
 */
export async function unzipped(body: Buffer, encoding: string | null, max: number) {
  const create = UNZIPPERS.get(encoding?.trim().toLowerCase() ?? '');
  if (!create) return body;
  const unzip = create();
  const chunks: Buffer[] = [];
  let size = 0;
  unzip.end(body);
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= max) break;
    }
  } catch (error) {
    // It is cut off, where the page is longer than what was read.
    if (size === 0) throw error;
  }
  return Buffer.concat(chunks).subarray(0, max);
}

/** A decoder of this label; undefined where there is none. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (!label) return;
  try {
    return new TextDecoder(label.trim());
  } catch {
    return;
  }
}

/** Decodes a page: by its mark, its header, its own declaration, or a guess. */
export async function decodePage(body: Buffer, contentType: string): Promise<string> {
  const named = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const decoder = decoderOf(markOf(body)) ?? decoderOf(named) ?? (await declaredIn(body));
  return (decoder ?? new TextDecoder(guessEncoding(body))).decode(body);
}

/** What a page says of its own encoding. */
async function declaredIn(body: Buffer): Promise<TextDecoder | undefined> {
  const head = body.toString('latin1', 0, HEAD_BYTES);
  let found = decoderOf(/^<\?xml [^>]{0,100}encoding=["']([\w-]+)/.exec(head)?.[1]);
  await readHtml(head, {
    onopentag: (name, { charset, content = '', ...attributes }) => {
      if (name !== 'meta' || found) return !found;
      const isType = attributes['http-equiv']?.toLowerCase() === 'content-type';
      const given = charset ?? (isType ? /charset\s*=\s*["']?([^\s"';]+)/i.exec(content)?.[1] : '');
      found = decoderOf(given);
      // A declaration that can be read as ASCII is none of UTF-16.
      if (found?.encoding.startsWith('utf-16')) found = new TextDecoder();
      return true;
    },
    ontext: () => {},
  });
  return found;
}
