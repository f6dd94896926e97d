import type { Upload } from 'tus-js-client';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import type { MediaFile } from '#contract/media/media.ts';
import * as media from '#contract/media/media.ts';
import type { Workspace } from '#contract/people/members.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { chosenWorkspace } from '#web/api/chosen-workspace.ts';
import { ApiError, call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { workspaceQuery } from '#web/api/workspace.ts';
import { withBase } from '#web/lib/base.ts';
import { heldLocks, hold } from '#web/lib/drafts/lock.ts';
import { forget, isSame, readStored, remember, type UploadFacts } from './interrupted-uploads.ts';
import { makePoster } from './poster.ts';
import { entryOf, isActive, setEntry, useUploads } from './upload-entries.ts';
import { createTransfer, goesOn } from './upload-transfer.ts';

/**
 * Uploads of this tab: they go on while its pages change, and after a lost connection. After a
 * reload the file has to be chosen once more, and goes on where it was.
 */

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
const LATER_MS = 30_000;
const LOCK = 'upload ';
const POLL_MS = [150, 250, 400, 600, 1000];
const UPLOADS = withBase(media.createUpload.path);

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

/** Uploads files; one that was interrupted by a reload goes on. Returns their keys. */
export function upload(files: readonly File[], start: Start = {}): string[] {
  return files.map((file) => {
    const name = start.name ?? file.name;
    const workspace = presentWorkspace();
    const facts = factsOf(name, { file, start, workspace });
    const stored = readStored().find((upload) => isSame(upload, facts));
    const paused = useUploads
      .getState()
      .entries.find((entry) => entry.state === 'paused' && entry.key === stored?.id);
    const key = paused?.key ?? `upload-${++created}-${Date.now().toString(36)}`;
    const url = paused && `${UPLOADS}${paused.key}/`;
    works.set(key, { file, start, workspace, ...(url && { url }) });
    if (paused) setEntry(key, { state: 'waiting', target: start.target });
    else {
      const { target } = start;
      const entry = { key, name, size: file.size, sent: 0, state: 'waiting', target } as const;
      useUploads.setState(({ entries }) => ({ entries: [...entries, entry] }));
    }
    sendNext();
    return key;
  });
}

const factsOf = (
  name: string,
  { file: { size, lastModified }, start: { folder, replaces }, workspace }: Work,
): UploadFacts => ({ name, size, lastModified, workspace, folder, replaces });

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
  setEntry(key, { state: 'refused', refusal });
  sendNext();
}

async function send(key: string) {
  const work = works.get(key);
  const entry = entryOf(key);
  if (!work || !entry) return;
  setEntry(key, { state: 'sending' });
  const { file, start, url, workspace } = work;
  const metadata = {
    name: entry.name,
    ...(start.folder !== undefined && { folder: String(start.folder) }),
    ...(start.replaces !== undefined && { replaces: String(start.replaces) }),
  };
  const transfer = await createTransfer(
    { file, metadata, url, workspace },
    {
      onUrl: (upload, url) => {
        if (!works.has(key)) return void upload.abort(true);
        const id = idOf(url);
        const { release = holdFor(id) } = works.get(key) ?? work;
        works.set(key, { ...work, upload, url, release });
        remember({ id, ...factsOf(entry.name, work) });
      },
      onLost: () => setEntry(key, { state: 'lost' }),
      onProgress: (sent) => {
        const { state } = entryOf(key) ?? {};
        setEntry(key, { sent, state: state === 'lost' || state === 'again' ? 'again' : 'sending' });
      },
      onPaused: (upload) => goOnLater(key, upload),
      onRefused: (reason) => refuse(key, reason),
      onSuccess: () => void finish(key).catch((error: Error) => refuse(key, error.message)),
    },
  );
  // It was cancelled meanwhile.
  if (!works.has(key)) return;
  const release = url ? holdFor(idOf(url)) : undefined;
  works.set(key, { ...work, upload: transfer, ...(release && { release }) });
  transfer.start();
}

/** Goes on for as long as the page is open. */
function goOnLater(key: string, transfer: Upload) {
  setEntry(key, { state: 'lost' });
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

/** What has arrived is read by the server: it may be refused yet. */
async function finish(key: string) {
  const work = works.get(key);
  if (!work?.upload?.url) return;
  const id = idOf(work.upload.url);
  setEntry(key, { state: 'reading', sent: work.file.size });
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
    setEntry(key, { state: 'done', file, isKnown: is_known });
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

const idOf = (url: string) => url.split('/').filter(Boolean).at(-1) ?? '';
