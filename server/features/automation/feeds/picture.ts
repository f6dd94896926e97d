import { Readable } from 'node:stream';
import type { Member } from '../../../actor.ts';
import { AppError } from '../../../errors.ts';
import { type Outgoing, OutgoingError } from '../../../http/outgoing.ts';
import { type LibraryContext, uploadFile } from '../../media/media.service.ts';

/** The picture of an entry, fetched through the guard, and taken into the library like any file. */

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 20 * 1024 * 1024;
const REDIRECTS = 5;
const MAX_NAME = 100;

/** @returns the file in the library, or why there is none, as a sentence */
export async function fetchPicture(
  context: LibraryContext & { outgoing: Outgoing },
  person: Pick<Member, 'workspaceId' | 'userId'>,
  url: string,
): Promise<{ file: number } | { error: string }> {
  try {
    const { status, body } = await context.outgoing.send(url, {
      headers: { accept: 'image/*' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      redirects: REDIRECTS,
    });
    if (status !== 200)
      return { error: `Its picture could not be fetched: its server answered ${status}.` };
    const { id } = await uploadFile(
      context,
      person,
      { name: nameOf(url) },
      Readable.from([body]),
      body.length,
    );
    return { file: id };
  } catch (error) {
    if (error instanceof OutgoingError) return { error: 'Its picture could not be fetched.' };
    // It is no picture, or the workspace is full.
    if (error instanceof AppError) return { error: `Its picture was not taken: ${error.message}` };
    throw error;
  }
}

/** The end of its address. */
function nameOf(url: string): string {
  const [last = ''] = new URL(url).pathname.split('/').slice(-1);
  return last.replaceAll(/[^\w.-]+/g, '-').slice(-MAX_NAME) || 'picture';
}
