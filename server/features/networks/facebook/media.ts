import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { SendMedia } from '../adapter.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { NetworkError } from '../failures.ts';
import type { GraphApi } from '../meta/graph.ts';
import { formFile, multipart } from '../multipart.ts';
import { after } from '../times.ts';

/** Files on their way to Facebook: pictures are unpublished there, videos lack their last call. */

/** Pictures that no post has are forgotten after a day. */
export const UPLOADED_SECONDS = 20 * 60 * 60;
const CHUNK_BYTES = 8 * 1024 * 1024;
const { name, media: rules } = networks.facebook;

export const Id = z.object({ id: z.string() });
export const Uploaded = z.object({ id: z.string(), session: z.string().optional() });
const Started = z.object({ video_id: z.string(), upload_session_id: z.string() });
const Transferred = z.object({ start_offset: z.coerce.string() });

/** @param page the path of the page */
export async function uploadPhoto(file: SendMedia, page: string, api: GraphApi) {
  const fields = { published: 'false', ...(file.alt && { alt_text_custom: file.alt }) };
  const form = multipart(fields, await formFile('source', file, rules));
  const { id } = api.parse(Id, await api.call(`${page}/photos`, { method: 'POST', form }));
  return { id, until: after(api.clock, UPLOADED_SECONDS) };
}

/** @param page the path of the page */
export async function uploadVideo(file: SendMedia, page: string, api: GraphApi) {
  const path = `${page}/videos`;
  const start = { upload_phase: 'start', file_size: String(file.size) };
  const begun = await api.call(path, { method: 'POST', fields: start });
  const { video_id: id, upload_session_id } = api.parse(Started, begun);
  let offset = 0;
  for await (const bytes of inChunks(file.chunks(), CHUNK_BYTES)) {
    const form = multipart(
      { upload_phase: 'transfer', upload_session_id, start_offset: String(offset) },
      {
        field: 'video_file_chunk',
        name: file.name,
        type: 'application/octet-stream',
        size: bytes.length,
        body: bodyOf(bytes),
      },
    );
    const response = await api.call(path, { method: 'POST', form });
    offset += bytes.length;
    if (Number(api.parse(Transferred, response).start_offset) !== offset)
      throw new NetworkError('transient', 'offset', `${name} has lost a part of the video`);
  }
  return { id, session: upload_session_id, until: after(api.clock, UPLOADED_SECONDS) };
}
