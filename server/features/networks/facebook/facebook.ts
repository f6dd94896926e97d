import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
  NetworkError,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
  WebAddress,
} from '../adapter.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { createGraph } from '../graph.ts';
import { formFile, multipart } from '../multipart.ts';
import { after, type Installation, missingAddress, missingSettings } from '../oauth.ts';
import { beginAtPages, GRAPH, managedPages } from '../pages.ts';
import { comparable, firstLink } from '../text.ts';

/**
 * Pages of Facebook. Pictures are uploaded unpublished, videos in chunks whose last call publishes
 * them. After an unknown outcome the latest posts of the page are read. Their tokens have no end.
 */

const SCOPES = [
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'business_management',
];
const SETTLES_MS = 5000;
/** Pictures that no post has are forgotten after a day. */
const UPLOADED_SECONDS = 20 * 60 * 60;
const CHUNK_BYTES = 8 * 1024 * 1024;
const SKEW_SECONDS = 60;
const PAGE = '100';
const POST_FIELDS = 'id,message,created_time,permalink_url';
const LATEST = 5;
const PROCESSING_MS = 3000;
/** A post that is there already, and pictures that a post has already. */
const DUPLICATE = /^(506|\d+\.1366051)(\.|$)/;

const Stored = z.object({ token: z.string() });
const Id = z.object({ id: z.string() });
const Kept = z.object({ id: z.string(), session: z.string().optional() });
const Prepared = z.object({
  photos: z.array(z.string()),
  video: Kept.nullable(),
  link: z.string().nullable(),
});
const Page = z.object({ id: z.string(), name: z.string().catch(''), link: WebAddress.optional() });
const Post = z.object({
  id: z.string(),
  message: z.string().catch(''),
  created_time: z.string().catch(''),
  permalink_url: WebAddress,
});
const VideoState = z.object({
  status: z.object({ publishing_phase: z.object({ status: z.string() }) }),
});
const Transferred = z.object({ start_offset: z.coerce.string() });
const Started = z.object({ video_id: z.string(), upload_session_id: z.string() });

export function createFacebook(installation: Installation): Adapter {
  const { config } = installation;
  const { client } = config.facebook;
  const graph = createGraph(installation, 'facebook');
  const { name, media: rules } = networks.facebook;

  const tokenOf = ({ credentials }: Session) => Stored.parse(credentials).token;
  const call = (
    path: string,
    request: Omit<Parameters<typeof graph.call>[2], 'token'>,
    session: Session,
  ) => graph.call(GRAPH, `/${config.graphVersion}${path}`, { ...request, token: tokenOf(session) });
  const pageOf = ({ account }: Session) => `/${encodeURIComponent(account.remoteId)}`;
  const postsPath = (session: Session) => `${pageOf(session)}/published_posts`;

  const accountOf = ({ id, name: called, link }: z.output<typeof Page>): Account => ({
    remoteId: id,
    server: '',
    handle: displayName(called) || id,
    name: displayName(called) || id,
    url: link ?? `https://www.facebook.com/${encodeURIComponent(id)}`,
    limits: {},
  });

  async function uploadPhoto(file: SendMedia, session: Session, signal: AbortSignal) {
    const fields = { published: 'false', ...(file.alt && { alt_text_custom: file.alt }) };
    const form = multipart(fields, await formFile('source', file, rules));
    const request = { method: 'POST' as const, form, signal };
    const { id } = graph.parse(Id, await call(`${pageOf(session)}/photos`, request, session));
    return { id, until: after(UPLOADED_SECONDS) };
  }

  async function uploadVideo(file: SendMedia, session: Session, signal: AbortSignal) {
    const path = `${pageOf(session)}/videos`;
    const start = { upload_phase: 'start', file_size: String(file.size) };
    const begun = await call(path, { method: 'POST', fields: start, signal }, session);
    const { video_id: id, upload_session_id } = graph.parse(Started, begun);
    let offset = 0;
    for await (const bytes of inChunks(file.chunks(), CHUNK_BYTES)) {
      const body = bodyOf(bytes);
      const form = multipart(
        { upload_phase: 'transfer', upload_session_id, start_offset: String(offset) },
        {
          field: 'video_file_chunk',
          name: file.name,
          type: 'application/octet-stream',
          size: bytes.length,
          body,
        },
      );
      const response = await call(path, { method: 'POST', form, signal }, session);
      offset += bytes.length;
      if (Number(graph.parse(Transferred, response).start_offset) !== offset)
        throw new NetworkError('transient', 'offset', `${name} has lost a part of the video`);
    }
    return { id, session: upload_session_id, until: after(UPLOADED_SECONDS) };
  }

  async function find(
    part: SendPart,
    session: Session,
    signal: AbortSignal,
  ): Promise<Sent | 'absent' | 'unknowable'> {
    const { content, thread, since } = part;
    const video = thread ? null : Prepared.parse(part.prepared).video;
    if (video) return findVideo(video.id, session, signal);

    const from = Math.floor(since.getTime() / 1000) - SKEW_SECONDS;
    const path = thread ? `/${encodeURIComponent(thread.root.id)}/comments` : postsPath(session);
    const params = { fields: POST_FIELDS, since: String(from), limit: PAGE };
    const request = { params, token: tokenOf(session), signal };
    const found = await graph.search(GRAPH, `/${config.graphVersion}${path}`, Post, request, {
      matches: ({ message, created_time }) =>
        comparable(message) === comparable(content) && !(Date.parse(created_time) < from * 1000),
    });
    return typeof found === 'string' ? found : sentOf(found.id, found.permalink_url);
  }

  /** A video that was finished is listed once it is processed; its phases say it before. */
  async function findVideo(id: string, session: Session, signal: AbortSignal) {
    const params = { fields: 'status' };
    const response = await call(`/${encodeURIComponent(id)}`, { params, signal }, session);
    const { publishing_phase: phase } = graph.parse(VideoState, response).status;
    if (phase.status === 'complete') return sentOf(id);
    if (phase.status === 'in_progress') throw new StillProcessing(PROCESSING_MS);
    return 'absent' as const;
  }

  return {
    network: 'facebook',
    isRegistered: true,
    ways: [
      {
        name: 'login',
        label: `Log in at ${name}`,
        by: 'redirect',
        fields: [],
        missing: [
          ...missingSettings(client !== undefined, 'FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'),
          ...missingAddress(config),
        ],
        begin: beginAtPages(installation, SCOPES),
        complete: async (code, _, { uri, signal }) =>
          (await managedPages(installation, graph, { code, uri, signal })).map((page) => ({
            account: accountOf(page),
            credentials: { token: page.access_token },
          })),
      },
    ],

    identify: async (session, signal) => {
      const params = { fields: 'id,name,link' };
      const response = await call(pageOf(session), { params, signal }, session);
      return accountOf(graph.parse(Page, response));
    },

    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { media, content, thread } = part;
      const [first] = media;
      if (first?.kind === 'video') {
        const video = Kept.parse(await first.once(() => uploadVideo(first, session, signal)));
        return [{ photos: [], video, link: null, until: after(UPLOADED_SECONDS) }];
      }
      const photos: string[] = [];
      for (const file of media)
        photos.push(Kept.parse(await file.once(() => uploadPhoto(file, session, signal))).id);
      // The card of a page takes the place of pictures.
      const link = media.length || thread ? null : (firstLink(content) ?? null);
      return [
        { photos, video: null, link, ...(media.length && { until: after(UPLOADED_SECONDS) }) },
      ];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content: message, thread } = part;
      const { photos, video, link } = Prepared.parse(part.prepared);
      const publish = (path: string, fields: Record<string, string | undefined>) =>
        call(path, { method: 'POST', fields, publishes: true, signal }, session).catch(
          (error: unknown) => {
            const isDuplicate = error instanceof NetworkError && DUPLICATE.test(error.code);
            // It may refuse this because the first attempt has succeeded.
            if (!isDuplicate || part.repeats === 0) throw error;
            throw new NetworkError('unknown', error.code, error.message);
          },
        );
      const publishes = { publishes: true };
      if (thread) {
        const response = await publish(`/${encodeURIComponent(thread.root.id)}/comments`, {
          message,
        });
        return [sentOf(graph.parse(Id, response, publishes).id)];
      }
      if (video) {
        await publish(`${pageOf(session)}/videos`, {
          upload_phase: 'finish',
          upload_session_id: video.session,
          description: message,
        });
        return [sentOf(video.id)];
      }
      const attached = photos.map((id, index) => [
        `attached_media[${index}]`,
        JSON.stringify({ media_fbid: id }),
      ]);
      const response = await publish(`${pageOf(session)}/feed`, {
        message,
        link: link ?? undefined,
        ...Object.fromEntries(attached),
      });
      return [sentOf(graph.parse(Id, response, publishes).id)];
    },

    find,

    settlesMs: SETTLES_MS,

    remove: async ({ id }, session, signal) => {
      const request = { method: 'DELETE' as const, signal };
      await call(`/${encodeURIComponent(id)}`, request, session).catch((error: unknown) => {
        // It is not there any more.
        if (!(error instanceof NetworkError) || !/^100(\.|$)/.test(error.code)) throw error;
      });
    },

    latest: async (session, signal, count = LATEST) => {
      const params = { fields: POST_FIELDS, limit: String(count) };
      const response = await call(postsPath(session), { params, signal }, session);
      const { data } = graph.parse(z.object({ data: z.array(Post) }), response);
      return data.map(({ id, permalink_url, message, created_time }) => ({
        ...sentOf(id, permalink_url),
        content: message,
        created_at: created_time,
      }));
    },
  };
}

const sentOf = (id: string, url: string | null = null): Sent => ({
  id,
  url: url ?? `https://www.facebook.com/${encodeURIComponent(id)}`,
});
