import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { SendMedia } from '../adapter.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { NetworkError, StillProcessing } from '../failures.ts';
import { formFile, multipart } from '../multipart.ts';
import { after, earliest } from '../times.ts';
import type { XApi } from './client.ts';

/** Files on their way to X: pictures in one call, others in chunks. */

/** Uploaded files are forgotten after a day. */
const UPLOADED_SECONDS = 20 * 60 * 60;
const CHUNK_BYTES = 4 * 1024 * 1024;
const PROCESSING_SECONDS = 5;
const MAX_ALT = 1000;

const Processing = z
  .object({ state: z.string(), check_after_secs: z.number().catch(PROCESSING_SECONDS) })
  .optional();
const Upload = z.object({ data: z.object({ id: z.string(), processing_info: Processing }) });
const StoredUpload = z.object({ id: z.string(), processes: z.boolean() });

const CATEGORIES = { picture: 'tweet_image', gif: 'tweet_gif', video: 'tweet_video' } as const;

/** Uploads the files of a part; those that X is at work on are awaited by the queue. */
export async function uploadAll(media: readonly SendMedia[], api: XApi) {
  const ids: string[] = [];
  const kept: { until?: string }[] = [];
  for (const file of media) {
    const made = await file.once(() => upload(file, api));
    kept.push(made);
    const { id, processes } = StoredUpload.parse(made);
    if (processes) await requireProcessed(id, file, api);
    ids.push(id);
  }
  return { ids, until: earliest(api.clock, UPLOADED_SECONDS, kept) };
}

async function upload(file: SendMedia, api: XApi) {
  const isPicture = file.kind === 'picture';
  const made = await (isPicture ? uploadPicture : uploadInChunks)(file, api);
  if (file.alt && file.kind !== 'video') {
    const json = { id: made.id, metadata: { alt_text: { text: cut(file.alt, MAX_ALT) } } };
    await api.call('/2/media/metadata', { method: 'POST', json });
  }
  const processes = made.processing_info !== undefined;
  return { id: made.id, processes, until: after(api.clock, UPLOADED_SECONDS) };
}

async function uploadPicture(file: SendMedia, api: XApi) {
  const form = multipart(
    { media_category: CATEGORIES.picture },
    await formFile('media', file, networks.x.media),
  );
  return api.parse(Upload, await api.call('/2/media/upload', { method: 'POST', form })).data;
}

async function uploadInChunks(file: SendMedia, api: XApi) {
  const kind = file.kind === 'gif' ? 'gif' : 'video';
  const begun = await api.call('/2/media/upload/initialize', {
    method: 'POST',
    json: { media_type: file.type, total_bytes: file.size, media_category: CATEGORIES[kind] },
  });
  const { id } = api.parse(Upload, begun).data;
  const path = `/2/media/upload/${encodeURIComponent(id)}`;
  let segment = 0;
  for await (const bytes of inChunks(file.chunks(), CHUNK_BYTES)) {
    const form = multipart(
      { segment_index: String(segment++) },
      {
        field: 'media',
        name: file.name,
        type: 'application/octet-stream',
        size: bytes.length,
        body: bodyOf(bytes),
      },
    );
    await api.call(`${path}/append`, { method: 'POST', form });
  }
  return api.parse(Upload, await api.call(`${path}/finalize`, { method: 'POST' })).data;
}

async function requireProcessed(id: string, { name }: SendMedia, api: XApi) {
  const params = { command: 'STATUS', media_id: id };
  const response = await api.call('/2/media/upload', { params });
  const { processing_info: info } = api.parse(Upload, response).data;
  if (!info || info.state === 'succeeded') return;
  if (info.state === 'failed')
    throw new NetworkError('rejected', 'processing', `X can’t process ‘${name}’`);
  throw new StillProcessing(info.check_after_secs * 1000);
}
