import type { DetailedError, Upload } from 'tus-js-client';
import { TAB_HEADER, WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import { CHUNK_BYTES, createUpload } from '#contract/media/media.ts';
import { freshAccessToken } from '#web/api/session.ts';
import { TAB } from '#web/api/tab.ts';
import { withBase } from '#web/lib/base.ts';

const RETRY_MS = [0, 500, 1000, 2000, 5000, 5000, 10_000, 10_000, 20_000, 20_000, 30_000];
/** What a proxy with the defaults of nginx takes in a request. */
const SMALL_CHUNK_BYTES = 900 * 1024;
const UNREACHABLE = 'Something between this browser and the server refused the file.';

type Transfer = {
  file: File;
  metadata: Record<string, string>;
  /** Of one that has begun. */
  url: string | undefined;
  workspace: number | undefined;
};

type Events = {
  /** It has begun on the server. */
  onUrl: (upload: Upload, url: string) => void;
  onProgress: (sent: number) => void;
  /** The connection is lost, and tried again. */
  onLost: () => void;
  /** It was tried often enough for now. */
  onPaused: (upload: Upload) => void;
  onRefused: (reason: string) => void;
  onSuccess: () => void;
};

/** The transfer of a file by tus, which is not started yet. */
export async function createTransfer(
  { file, metadata, url, workspace }: Transfer,
  events: Events,
): Promise<Upload> {
  const { Upload, DetailedError } = await import('tus-js-client');
  const detailed = (error: Error) => (error instanceof DetailedError ? error : undefined);
  let sent: string | undefined;
  let refused: string | undefined;
  const upload = new Upload(file, {
    // One that has begun is never begun anew: what has arrived would be lost.
    ...(url ? { uploadUrl: url } : { endpoint: withBase(createUpload.path) }),
    metadata,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      const token = await freshAccessToken(refused);
      sent = token ?? undefined;
      if (token) request.setHeader('authorization', `Bearer ${token}`);
      request.setHeader(TAB_HEADER, TAB);
      if (workspace !== undefined) request.setHeader(WORKSPACE_HEADER, String(workspace));
    },
    onUploadUrlAvailable: () => {
      if (!upload.url) return;
      upload.options.endpoint = null;
      events.onUrl(upload, upload.url);
    },
    onShouldRetry: (failure) => {
      const error = detailed(failure);
      // A proxy before the server takes less in a request.
      if (statusOf(error) === 413 && !saidBy(error)) {
        if (upload.options.chunkSize === SMALL_CHUNK_BYTES) return false;
        upload.options.chunkSize = SMALL_CHUNK_BYTES;
        return true;
      }
      // The clock of this device may be behind: another token is tried.
      if (statusOf(error) === 401 && sent !== undefined && sent !== refused) {
        refused = sent;
        return true;
      }
      if (!goesOn(statusOf(error))) return false;
      events.onLost();
      return true;
    },
    onProgress: events.onProgress,
    onError: (failure) => {
      const error = detailed(failure);
      if (goesOn(statusOf(error))) return events.onPaused(upload);
      events.onRefused(saidBy(error) ?? UNREACHABLE);
    },
    onSuccess: events.onSuccess,
  });
  return upload;
}

/** Whether a failure passes by itself: no connection, a slow one, or a server that restarts. */
export const goesOn = (status: number) =>
  [0, 408, 409, 423, 425, 429].includes(status) ||
  // A full server does not become empty by itself.
  (status >= 500 && status !== 507);

const statusOf = (error: DetailedError | undefined) => error?.originalResponse?.getStatus() ?? 0;

/** The sentence of the server; undefined where it comes from something before it. */
function saidBy(error: DetailedError | undefined): string | undefined {
  try {
    return String(JSON.parse(error?.originalResponse?.getBody() ?? '').detail);
  } catch {
    return undefined;
  }
}
