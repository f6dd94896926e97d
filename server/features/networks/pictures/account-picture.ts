import { type Outgoing, OutgoingError } from '../../../http/outgoing/outgoing.ts';
import { makeAccountPicture } from './card-picture.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 5 * 1024 * 1024;
const REDIRECTS = 3;

/**
 * Fetches the picture of an account, and makes it small.
 * @param url as the network names it: of any server
 * @returns undefined where there is none that can be read
 */
export async function fetchAccountPicture(
  outgoing: Outgoing,
  url: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const response = await outgoing
    .send(url, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      redirects: REDIRECTS,
      headers: { accept: 'image/*' },
      signal,
    })
    .catch((error: unknown) => {
      if (error instanceof OutgoingError) return undefined;
      throw error;
    });
  return response?.status === 200 ? makeAccountPicture(response.body) : undefined;
}
