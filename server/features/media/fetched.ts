import { rm, writeFile } from 'node:fs/promises';
import type { Attachment } from '#contract/attachments.ts';
import { formatBytes, MEDIA_TYPES } from '#contract/media/media.ts';
import { type Outgoing, OutgoingError } from '../../http/outgoing/outgoing.ts';
import { inspect } from './inspection/inspect.ts';
import type { Context } from './take-in.ts';

/** Files that people name by an address: they are fetched through the guard of outgoing calls. */

const REDIRECTS = 5;
const MAX_NAME = 100;

/** Bytes of another server, named after the end of their address. */
export type Fetched = { name: string; bytes: Buffer };

const REASONS: Partial<Record<OutgoingError['kind'], string>> = {
  refused: 'it does not lead to a public address',
  timeout: 'its server took too long',
  too_many_redirects: 'it redirects too often',
};

/** @returns the file, or why there is none, to be continued with a full stop */
export async function fetchFile(
  outgoing: Outgoing,
  url: string,
  { maxBytes, timeoutMs, accept = '*/*' }: { maxBytes: number; timeoutMs: number; accept?: string },
): Promise<Fetched | { reason: string }> {
  try {
    const headers = { accept };
    const options = { headers, timeoutMs, maxBytes, redirects: REDIRECTS };
    const { status, body } = await outgoing.send(url, options);
    if (status !== 200) return { reason: `its server answered ${status}` };
    return { name: nameOf(url), bytes: body };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.kind === 'too_large') return { reason: `it is larger than ${formatBytes(maxBytes)}` };
    return { reason: REASONS[error.kind] ?? 'its server can’t be reached' };
  }
}

/** The end of its address. */
function nameOf(url: string): string {
  const [last = ''] = new URL(url).pathname.split('/').slice(-1);
  return last.replaceAll(/[^\w.-]+/g, '-').slice(-MAX_NAME) || 'file';
}

/** It stands for a file that is not in the library yet. */
const NO_FILE = 0;
const NO_HASH = '0'.repeat(64);

/**
 * What a file would be in a post, before it is taken into the library: enough to check the post.
 * @throws AppError 400 where it would not be taken
 */
export async function describeFile(
  { storage, limits }: Pick<Context, 'storage' | 'limits'>,
  { name, bytes }: Fetched,
  { person, alt }: { person: number; alt: string },
): Promise<Attachment> {
  const file = await storage.scratch();
  let made = file;
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
    const found = await inspect(file, name, { scratch: storage.scratch, person, limits });
    const { type, width, height, duration, facts } = found;
    made = found.file;
    return {
      ...{ alt, file: NO_FILE, hash: NO_HASH, name, size: bytes.length, type },
      ...{ width, height, duration },
      kind: facts.animated ? 'gif' : MEDIA_TYPES[type].kind,
      codec: facts.video ?? null,
      focus: [0.5, 0.5],
    };
  } finally {
    for (const path of new Set([file, made])) await rm(path, { force: true });
  }
}
