import type { FastifyInstance } from 'fastify';
import * as media from '#contract/media/media.ts';
import { type Person, requireCapability } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { serveFiles } from './files.routes.ts';
import * as library from './library.ts';
import { issuePass } from './links.ts';
import * as uploads from './uploads.ts';

const TUS = { 'tus-resumable': media.TUS_VERSION } as const;
const BYTES_TYPE = 'application/offset+octet-stream';

export function mediaRoutes(app: FastifyInstance, context: AppContext & { storage: Storage }) {
  const { bind, database } = context;
  bind(media.listMedia, ({ person, query }) => library.list(context, person, query));
  bind(media.getMediaUsage, ({ person }) => library.usage(context, person));
  bind(media.getMediaPass, ({ person }) => {
    const { prefix, expiresAt } = issuePass(context, person.workspaceId);
    return { prefix, expires_at: expiresAt.toISOString() };
  });
  bind(media.getMedia, ({ person, params }) => library.get(context, person, params.id));
  bind(media.listMediaUses, ({ person, params }) => library.uses(context, person, params.id));
  bind(media.updateMedia, ({ person, params, body }) =>
    library.update(context, person, params.id, body),
  );
  bind(media.changeMedia, ({ person, body }) => library.change(context, person, body));
  bind(media.postMedia, async ({ person, query, header, bytes }) => {
    const announced = Number(header('content-length') ?? 0);
    requireReplacing(person, query.replaces);
    const { id } = await uploads.post(context, person, query, bytes(), announced);
    return requireVisible(person, await library.get(context, person, id));
  });
  bind(media.convertMedia, ({ person, params }) =>
    library.requestConversion(context, person, params.id),
  );
  bind(media.putPoster, async ({ person, params, bytes }) => {
    const picture = await uploads.readAll(bytes(), media.MAX_POSTER_BYTES);
    return library.setPoster(context, person, params.id, picture);
  });

  bind(media.createUpload, async ({ person, header, setHeader }) => {
    const size = wholeNumber('Upload-Length', header('upload-length'), 1);
    const named = uploads.readMetadata(header('upload-metadata') ?? '');
    requireReplacing(person, named.replaces);
    const id = await uploads.begin(context, person, size, named);
    tell(setHeader, {
      location: context.config.basePath + media.getUpload.path.replace(':id', id),
    });
    return { id };
  });
  bind(media.headUpload, async ({ person, params, setHeader }) => {
    const { received, size } = await uploads.find(database, { ...person, ...params });
    tell(setHeader, { 'upload-offset': received, 'upload-length': size });
  });
  bind(media.patchUpload, async ({ person, params, header, setHeader, bytes }) => {
    const upload = await uploads.find(database, { ...person, ...params });
    if (header('content-type') !== BYTES_TYPE)
      throw new AppError('unsupported_media_type', 415, `A chunk must be sent as ${BYTES_TYPE}.`);
    const offset = wholeNumber('Upload-Offset', header('upload-offset'), 0);
    const { received, isWhole } = await uploads.append(context, upload, offset, bytes());
    tell(setHeader, { 'upload-offset': received });
    if (!isWhole) return;
    // Its client asks what became of it.
    const one = { id: params.id, userId: person.userId };
    void uploads.finish(context, one).catch((err) => context.log.error({ err }, 'upload'));
  });
  bind(media.getUpload, async ({ person, params }) => {
    const { state, received, size, refusal, is_known, file } = await uploads.find(database, {
      ...person,
      ...params,
    });
    const row = file === null ? null : await library.get(context, person, file);
    return { state, received, size, refusal, is_known, file: row };
  });
  bind(media.deleteUpload, async ({ person, params, setHeader }) => {
    await uploads.cancel(context, { ...person, ...params });
    tell(setHeader);
  });
  serveFiles(app, context);
}

/** What is uploaded again is the file that is there: in some folder. */
function requireVisible<File extends { folder: number | null }>({ key }: Person, file: File): File {
  if (!key?.folders || key.folders.includes(file.folder ?? 0)) return file;
  const detail = 'The library has this file in a folder that this key is not for.';
  throw new AppError('stale', 409, detail);
}

/** Posts show another file then, in whatever folder, and those that are scheduled as well. */
function requireReplacing(person: Person, replaces: number | null | undefined) {
  if (replaces == null || !person.key) return;
  requireCapability(person, 'decide', 'publish');
  if (person.key.folders)
    throw new AppError(
      'key_refused',
      403,
      'This key is for some folders only, and posts of others may have the file.',
    );
}

function tell(
  setHeader: (name: string, value: string | number) => void,
  headers: Record<string, string | number> = {},
) {
  for (const [name, value] of Object.entries({ ...TUS, ...headers })) setHeader(name, value);
}

function wholeNumber(name: string, text: string | undefined, least: number): number {
  if (text !== undefined && /^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw invalid({
    non_field_errors: [`Expected the header ${name}, a whole number from ${least}.`],
  });
}
