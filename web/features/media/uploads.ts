import type { Upload } from 'tus-js-client';
import { create } from 'zustand';
import { TAB_HEADER, WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import * as media from '#contract/media/media.ts';
import { CHUNK_BYTES, formatBytes, type MediaFile } from '#contract/media/media.ts';
import type { Workspace } from '#contract/people/members.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { chosenWorkspace } from '#web/api/chosen-workspace.ts';
import { ApiError, call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { freshAccessToken } from '#web/api/session.ts';
import { TAB } from '#web/api/tab.ts';
import { workspaceQuery } from '#web/api/workspace.ts';
import { heldLocks, hold } from '#web/lib/lock.ts';
import { makePoster } from './poster.ts';

/**
 * Uploads of this tab: they go on while its pages change, and after a lost connection. After a
 * reload the file has to be chosen once more, and goes on where it was.
 */

export type UploadState =
  | 'waiting'
  | 'sending'
  /** The connection is lost; it goes on by itself. */
  | 'lost'
  /** It went on after the connection was lost. */
  | 'again'
  /** The server reads what has arrived. */
  | 'reading'
  /** The page was reloaded: the file has to be chosen again. */
  | 'paused'
  | 'done'
  | 'refused';

export type UploadEntry = {
  key: string;
  name: string;
  size: number;
  /** How many bytes have arrived. */
  sent: number;
  state: UploadState;
  /** Why it was refused. */
  refusal?: string;
  file?: MediaFile;
  /** Whether the same file was there before. */
  isKnown?: boolean;
  /** What it is for: a part in the editor. */
  target?: string | undefined;
};

type Start = {
  folder?: number | undefined;
  replaces?: number | undefined;
  target?: string;
  /** What it is called, where the browser has no name for it. */
  name?: string;
  /** Called once it is in the library. */
  onDone?: ((file: MediaFile) => void) | undefined;
};

/** Sent at a time; the others wait. */
const AT_ONCE = 3;
const RETRY_MS = [0, 500, 1000, 2000, 5000, 5000, 10_000, 10_000, 20_000, 20_000, 30_000];
const LATER_MS = 30_000;
/** What a proxy with the defaults of nginx takes in a request. */
const SMALL_CHUNK_BYTES = 900 * 1024;
const UNREACHABLE = 'Something between here and the server refuses the file.';
const LOCK = 'upload ';
const POLL_MS = [150, 250, 400, 600, 1000];
const STORED = 'unfinished-uploads';
const UPLOADS = media.createUpload.path;

export const useUploads = create<{ entries: UploadEntry[] }>(() => ({ entries: [] }));

/** What is not shown: the files, and their transfers. */
type Work = {
  file: File;
  start: Start;
  /** The workspace that it is for, whatever the person opens meanwhile. */
  workspace: number | undefined;
  upload?: Upload;
  url?: string;
  /** Ends the lock that tells other tabs that it is under way here. */
  release?: () => void;
};
const works = new Map<string, Work>();
let created = 0;

/** The workspace that is open. */
const presentWorkspace = () =>
  chosenWorkspace() ?? queryClient.getQueryData<Workspace>(keys.workspace)?.id;

const headersOf = (workspace: number | undefined): Record<string, string> =>
  workspace === undefined ? {} : { [WORKSPACE_HEADER]: String(workspace) };

// What somebody else has begun is not theirs.
useAuth.subscribe(({ user }, { user: former }) => {
  if (user?.id === former?.id) return;
  for (const { upload, release } of works.values()) {
    void upload?.abort();
    release?.();
  }
  works.clear();
  useUploads.setState({ entries: [] });
});

const entryOf = (key: string) => useUploads.getState().entries.find((entry) => entry.key === key);

function set(key: string, change: Partial<UploadEntry>) {
  useUploads.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)),
  }));
}

/** Uploads files; one that was interrupted by a reload goes on. Returns their keys. */
export function upload(files: readonly File[], start: Start = {}): string[] {
  return files.map((file) => {
    const name = start.name ?? file.name;
    const workspace = presentWorkspace();
    const stored = readStored().find((upload) => isSame(upload, { file, name, start, workspace }));
    const paused = useUploads
      .getState()
      .entries.find((entry) => entry.state === 'paused' && entry.key === stored?.id);
    const key = paused?.key ?? `upload-${++created}-${Date.now().toString(36)}`;
    const url = paused && `${UPLOADS}${paused.key}/`;
    works.set(key, { file, start, workspace, ...(url && { url }) });
    if (paused) set(key, { state: 'waiting', target: start.target });
    else {
      const { target } = start;
      const entry = { key, name, size: file.size, sent: 0, state: 'waiting', target } as const;
      useUploads.setState(({ entries }) => ({ entries: [...entries, entry] }));
    }
    sendNext();
    return key;
  });
}

/** Goes on with what an earlier page has begun, as far as the server has it. */
export async function findInterrupted(): Promise<void> {
  await queryClient.ensureQueryData(workspaceQuery).catch(() => undefined);
  const workspace = presentWorkspace();
  const busy = await idsOfTabs();
  for (const { id, name, size, ...stored } of readStored()) {
    if (entryOf(id) || busy.has(id) || stored.workspace !== workspace) continue;
    try {
      const { state, received } = await call(media.getUpload, { params: { id } });
      if (state !== 'receiving') forget(id);
      else if (!entryOf(id) && ![...works.values()].some(({ url }) => url?.includes(id)))
        useUploads.setState(({ entries }) => ({
          entries: [...entries, { key: id, name, size, sent: received, state: 'paused' }],
        }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) forget(id);
    }
  }
}

/** Ends an upload, or takes a finished one off the list. */
export function dismiss(key: string) {
  const entry = entryOf(key);
  const work = works.get(key);
  const id = work?.url ? idOf(work.url) : entry?.state === 'paused' ? key : undefined;
  void work?.upload?.abort();
  work?.release?.();
  works.delete(key);
  useUploads.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.key !== key) }));
  if (id !== undefined && entry?.state !== 'done') {
    forget(id);
    const headers = headersOf(work?.workspace ?? presentWorkspace());
    void call(media.deleteUpload, { params: { id }, headers }).catch(() => undefined);
  }
  sendNext();
}

const isActive = ({ state }: UploadEntry) =>
  state === 'sending' || state === 'lost' || state === 'again';

/** How many files are not there yet. */
export const countUnderWay = (entries: readonly UploadEntry[]) =>
  entries.filter((entry) => isActive(entry) || ['waiting', 'reading'].includes(entry.state)).length;

function sendNext() {
  const { entries } = useUploads.getState();
  let free = AT_ONCE - entries.filter(isActive).length;
  for (const { key, state } of entries) {
    if (free <= 0) return;
    if (state !== 'waiting') continue;
    free--;
    void send(key).catch((error: Error) => refuse(key, error.message));
  }
}

function refuse(key: string, refusal: string) {
  const work = works.get(key);
  if (work?.url) forget(idOf(work.url));
  work?.release?.();
  set(key, { state: 'refused', refusal });
  sendNext();
}

async function send(key: string) {
  const work = works.get(key);
  const entry = entryOf(key);
  if (!work || !entry) return;
  set(key, { state: 'sending' });
  const { Upload, DetailedError } = await import('tus-js-client');
  // It was cancelled meanwhile.
  if (!works.has(key)) return;
  const { file, start, url, workspace } = work;
  const metadata = {
    name: entry.name,
    ...(start.folder !== undefined && { folder: String(start.folder) }),
    ...(start.replaces !== undefined && { replaces: String(start.replaces) }),
  };
  const statusOf = (error: unknown) =>
    error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
  const transfer = new Upload(file, {
    // One that has begun is never begun anew: what has arrived would be lost.
    ...(url ? { uploadUrl: url } : { endpoint: UPLOADS }),
    metadata,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      const token = await freshAccessToken();
      if (token) request.setHeader('authorization', `Bearer ${token}`);
      request.setHeader(TAB_HEADER, TAB);
      if (workspace !== undefined) request.setHeader(WORKSPACE_HEADER, String(workspace));
    },
    onUploadUrlAvailable: () => {
      if (!transfer.url) return;
      if (!works.has(key)) return void transfer.abort(true);
      transfer.options.endpoint = null;
      const id = idOf(transfer.url);
      const { release = holdFor(id) } = works.get(key) ?? work;
      works.set(key, { ...work, upload: transfer, url: transfer.url, release });
      const { lastModified } = file;
      const { folder, replaces } = start;
      remember({
        id,
        name: entry.name,
        size: entry.size,
        lastModified,
        workspace,
        folder,
        replaces,
      });
    },
    onShouldRetry: (error) => {
      // A proxy before the server takes less in a request.
      if (statusOf(error) === 413 && !saidBy(error, DetailedError)) {
        if (transfer.options.chunkSize === SMALL_CHUNK_BYTES) return false;
        transfer.options.chunkSize = SMALL_CHUNK_BYTES;
        return true;
      }
      if (!goesOn(statusOf(error))) return false;
      set(key, { state: 'lost' });
      return true;
    },
    onProgress: (sent) => {
      const { state } = entryOf(key) ?? {};
      set(key, { sent, state: state === 'lost' || state === 'again' ? 'again' : 'sending' });
    },
    onError: (error) => {
      if (goesOn(statusOf(error))) return goOnLater(key, transfer);
      refuse(key, saidBy(error, DetailedError) ?? UNREACHABLE);
    },
    onSuccess: () => void finish(key).catch((error: Error) => refuse(key, error.message)),
  });
  const release = url ? holdFor(idOf(url)) : undefined;
  works.set(key, { ...work, upload: transfer, ...(release && { release }) });
  transfer.start();
}

/** Whether a failure passes by itself: no connection, a slow one, or a server that restarts. */
const goesOn = (status: number) =>
  [0, 408, 409, 423, 425, 429].includes(status) ||
  // A full server does not become empty by itself.
  (status >= 500 && status !== 507);

/** Goes on for as long as the page is open. */
function goOnLater(key: string, transfer: Upload) {
  set(key, { state: 'lost' });
  setTimeout(() => works.has(key) && transfer.start(), LATER_MS);
}

/** Tells other tabs that an upload is under way here; ends that. */
function holdFor(id: string): () => void {
  const held = hold(LOCK + id);
  return () => void held.then((release) => release?.());
}

/** The uploads that are under way in any tab. */
async function idsOfTabs(): Promise<ReadonlySet<string>> {
  const held = await heldLocks();
  return new Set(held.flatMap((name) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
}

/** The sentence of the server; undefined where it comes from something before it. */
function saidBy(
  error: Error,
  Detailed: typeof import('tus-js-client').DetailedError,
): string | undefined {
  const text = error instanceof Detailed ? error.originalResponse?.getBody() : undefined;
  try {
    return String(JSON.parse(text ?? '').detail);
  } catch {
    return undefined;
  }
}

/** What has arrived is read by the server: it may be refused yet. */
async function finish(key: string) {
  const work = works.get(key);
  if (!work?.upload?.url) return;
  const id = idOf(work.upload.url);
  set(key, { state: 'reading', sent: work.file.size });
  sendNext();
  for (let attempt = 0; works.has(key); attempt++) {
    await new Promise((resolve) =>
      setTimeout(resolve, POLL_MS[Math.min(attempt, POLL_MS.length - 1)]),
    );
    const headers = headersOf(work.workspace);
    const answer = await call(media.getUpload, { params: { id }, headers }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && !goesOn(error.status)) throw error;
        return null;
      },
    );
    if (!answer) continue;
    const { state, file, refusal, is_known } = answer;
    if (state === 'refused') return refuse(key, refusal ?? '');
    if (state !== 'done' || !file) continue;
    forget(id);
    works.get(key)?.release?.();
    set(key, { state: 'done', file, isKnown: is_known });
    void queryClient.invalidateQueries({ queryKey: keys.media });
    work.start.onDone?.(file);
    if (file.kind === 'video' && !file.links.thumbnail) await addPoster(file, headers);
    return;
  }
}

/** A video is shown by one of its pictures, which a browser can make. */
async function addPoster({ id, links }: MediaFile, headers: Record<string, string>) {
  const bytes = await makePoster(links.original).catch(() => null);
  if (!bytes) return;
  await call(media.putPoster, { params: { id: String(id) }, bytes, headers }).catch(
    () => undefined,
  );
  void queryClient.invalidateQueries({ queryKey: keys.media });
}

/** The sentence below the bar of an upload. */
export function sentenceOf({
  state,
  sent,
  size,
  refusal,
  file,
  isKnown,
  name,
}: UploadEntry): string {
  const percent = `${percentOf({ sent, size })}%`;
  const parts = `${formatBytes(sent)} of ${formatBytes(size)}`;
  switch (state) {
    case 'waiting':
      return 'Queued.';
    case 'sending':
      return parts;
    case 'lost':
      return `No connection. It resumes automatically from ${percent}.`;
    case 'again':
      return `The connection was lost. Going on from ${percent}, ${parts}.`;
    case 'reading':
      return 'Processing…';
    case 'paused':
      return `Choose ${name} again to go on from ${percent}.`;
    case 'refused':
      return refusal ?? 'It was refused.';
    case 'done':
      if (isKnown) return `Already in the library: ${file?.name}.`;
      return file && !file.alt && file.kind !== 'document'
        ? 'Done. It has no alt text yet.'
        : 'Done.';
  }
}

export const percentOf = ({ sent, size }: Pick<UploadEntry, 'sent' | 'size'>) =>
  size ? Math.floor((sent / size) * 100) : 0;

const idOf = (url: string) => url.split('/').filter(Boolean).at(-1) ?? '';

/* What a reload would forget: kept for the person who is signed in. */

type Stored = {
  id: string;
  name: string;
  size: number;
  lastModified: number;
  workspace: number | undefined;
  folder: number | undefined;
  replaces: number | undefined;
};

/** Whether an interrupted upload was of this file, for the same purpose. */
const isSame = (
  stored: Stored,
  { file, name, start, workspace }: Pick<Work, 'file' | 'start' | 'workspace'> & { name: string },
) =>
  stored.name === name &&
  stored.size === file.size &&
  stored.lastModified === file.lastModified &&
  stored.workspace === workspace &&
  stored.folder === start.folder &&
  stored.replaces === start.replaces;

const keyOfPerson = () => `${STORED}-${useAuth.getState().user?.id ?? ''}`;

function readStored(): Stored[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOfPerson()) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function store(stored: Stored[]) {
  try {
    localStorage.setItem(keyOfPerson(), JSON.stringify(stored));
  } catch {
    // A full storage: after a reload they begin anew.
  }
}

const remember = (stored: Stored) =>
  store([...readStored().filter(({ id }) => id !== stored.id), stored]);
const forget = (gone: string) => store(readStored().filter(({ id }) => id !== gone));
