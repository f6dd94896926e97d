import { Readable } from 'node:stream';
import type { Attachment } from '#contract/attachments.ts';
import {
  FETCH_SECONDS,
  type GivenFile,
  MAX_FETCHED,
  MAX_FETCHED_BYTES,
} from '#contract/publishing/composite-posts.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import { createFairQueue } from '../../../lib/fair-queue.ts';
import {
  describeFile,
  type Fetched,
  fetchFile,
  type LibraryContext,
  requireAvailable,
  uploadFile,
} from '../../media/media.service.ts';

/** The files that a request names by their addresses (decision 68). */

export type FilesContext = LibraryContext & Pick<AppContext, 'outgoing'>;

/** Files that a person makes this server fetch. */
const FETCHES = { attempts: 60, seconds: 10 * 60 };
/** So many requests at a time keep files in memory; one of each person. */
const inTurn = createFairQueue(4, { waiting: 10 });
const MAX_SHOWN = 100;

const urlOf = (file: GivenFile): string | undefined =>
  typeof file === 'string'
    ? file
    : typeof file === 'object' && 'url' in file
      ? file.url
      : undefined;

/** A file of the library as its post names it; the rest of it is looked up when it is stored. */
const named = (file: GivenFile, id: number): Attachment => {
  const alt = typeof file === 'object' ? file.alt : undefined;
  return { file: id, ...(alt !== undefined && { alt }) } as Attachment;
};

const idOf = (file: GivenFile): number | undefined =>
  typeof file === 'number'
    ? file
    : typeof file === 'object' && 'file' in file
      ? file.file
      : undefined;

/** Files by their addresses. */
export type ByUrl<File> = ReadonlyMap<string, File>;

/**
 * The files of a part as it is stored: those that were taken in, and without them those of the
 * library alone.
 * @throws AppError 400 where one is listed twice
 */
export function storedFiles(
  given: readonly GivenFile[],
  taken: ByUrl<number> = new Map(),
): Attachment[] {
  const files = given.flatMap((file) => {
    const id = idOf(file) ?? taken.get(urlOf(file) ?? '');
    return id === undefined ? [] : [named(file, id)];
  });
  if (new Set(files.map(({ file }) => file)).size < files.length) throw listedTwice();
  return files;
}

/** What the files of a part that are not in the library yet will be. */
export const comingFiles = (given: readonly GivenFile[], coming: ByUrl<Attachment>): Attachment[] =>
  given.flatMap((file) => {
    const found = coming.get(urlOf(file) ?? '');
    if (!found) return [];
    const { alt } = named(file, found.file);
    return [{ ...found, alt: alt ?? found.alt }];
  });

/**
 * Fetches the files that parts name by their addresses, one after another, and hands them on; nothing
 * is kept of them but what `work` keeps.
 * @throws AppError 400 where one cannot be fetched, or they are too many, or too large; 429
 */
export async function withFetched<Result>(
  { outgoing, limits }: FilesContext,
  { person, renewed }: { person: Member; renewed: () => Promise<Member> },
  parts: readonly { media?: readonly GivenFile[] | undefined }[],
  work: (fetched: ByUrl<Fetched>, now: Member) => Promise<Result>,
): Promise<Result> {
  const { userId } = person;
  const urls = new Set(
    parts.flatMap(({ media = [] }) => media.flatMap((file) => urlOf(file) ?? [])),
  );
  if (!urls.size) return work(new Map(), person);
  const refuse = (sentence: string) => invalid({ media: [sentence] });
  if (urls.size > MAX_FETCHED)
    throw refuse(
      `At most ${MAX_FETCHED} files are fetched for a request: upload the others, and name their ids.`,
    );
  return inTurn(`${userId}`, async () => {
    const fetched = new Map<string, Fetched>();
    const until = performance.now() + FETCH_SECONDS * 1000;
    let room = MAX_FETCHED_BYTES;
    for (const url of urls) {
      await limits.count(`fetched files:account:${userId}`, FETCHES);
      const timeoutMs = Math.max(1, Math.round(until - performance.now()));
      const found = await fetchFile(outgoing, url, { maxBytes: room, timeoutMs });
      if ('reason' in found)
        throw refuse(`${cut(url, MAX_SHOWN)} could not be fetched: ${found.reason}.`);
      room -= found.bytes.length;
      fetched.set(url, found);
    }
    requireDistinct(parts, fetched);
    return work(fetched, await renewed());
  });
}

/** @throws AppError 400 where two files of a part are the same bytes, which the library has once */
function requireDistinct(
  parts: readonly { media?: readonly GivenFile[] | undefined }[],
  fetched: ByUrl<Fetched>,
) {
  for (const { media = [] } of parts) {
    const bytes = media.flatMap((file) => fetched.get(urlOf(file) ?? '')?.bytes ?? []);
    if (bytes.some((own, at) => bytes.findIndex((other) => other.equals(own)) < at))
      throw listedTwice();
  }
}

const listedTwice = () => invalid({ media: ['Each file can be listed only once.'] });

/** Says which of the files it is that is refused. */
async function ofUrl<Result>(url: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const [reason] = error instanceof AppError ? ((error.extra.file ?? []) as string[]) : [];
    throw reason === undefined ? error : invalid({ media: [`${cut(url, MAX_SHOWN)}: ${reason}`] });
  }
}

/** @throws AppError 400 where a file would not be taken */
export async function describeFetched(
  context: FilesContext,
  person: Member,
  fetched: ByUrl<Fetched>,
): Promise<ByUrl<Attachment>> {
  const coming = new Map<string, Attachment>();
  for (const [url, file] of fetched) {
    await ofUrl(url, requireAvailable(context.database, person, file.bytes));
    const about = { person: person.userId, alt: '' };
    coming.set(url, await ofUrl(url, describeFile(context, file, about)));
  }
  return coming;
}

/**
 * Takes files into the library. A key that is for some folders finds them in that of the post.
 * @throws AppError 400 where one is not taken; 507 where the workspace is full
 */
export async function takeFetched(
  context: FilesContext,
  person: Member,
  fetched: ByUrl<Fetched>,
  folder: number,
): Promise<ByUrl<number>> {
  const taken = new Map<string, number>();
  for (const [url, { name, bytes }] of fetched) {
    const place = { name, ...(person.key?.folders && { folder }) };
    const content = Readable.from([bytes]);
    const { id } = await ofUrl(url, uploadFile(context, person, place, content, bytes.length));
    taken.set(url, id);
  }
  return taken;
}
