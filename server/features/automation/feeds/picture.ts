import { Readable } from 'node:stream';
import type { Member } from '../../../actor.ts';
import { AppError } from '../../../errors.ts';
import type { Outgoing } from '../../../http/outgoing/outgoing.ts';
import { fetchFile, type LibraryContext, uploadFile } from '../../media/media.service.ts';

/** The picture of an entry, fetched through the guard, and taken into the library like any file. */

const BOUNDS = { timeoutMs: 15_000, maxBytes: 20 * 1024 * 1024, accept: 'image/*' };

/**
 * @param words whose they are that come with it, as its name
 * @returns the file in the library, or why there is none, as a sentence
 */
export async function fetchPicture(
  context: LibraryContext & { outgoing: Outgoing },
  person: Pick<Member, 'workspaceId' | 'userId'>,
  url: string,
  words: readonly number[],
): Promise<{ file: number } | { error: string }> {
  const found = await fetchFile(context.outgoing, url, BOUNDS);
  if ('reason' in found) return { error: `Its picture could not be fetched: ${found.reason}.` };
  const { name, bytes } = found;
  try {
    const { id } = await uploadFile(
      context,
      person,
      { name, words },
      Readable.from([bytes]),
      bytes.length,
    );
    return { file: id };
  } catch (error) {
    // It is no picture, or the workspace is full.
    if (error instanceof AppError) return { error: `Its picture was not taken: ${error.message}` };
    throw error;
  }
}
