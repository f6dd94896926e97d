import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Limits } from '#contract/networks/rules.ts';
import { cut, displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
  type Connection,
  type Credentials,
  NetworkError,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
} from '../adapter.ts';
import { type ApiRequest, createCaller, type JsonResponse } from '../call.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { fetchLinkCard } from '../link-card.ts';
import {
  after,
  type Installation,
  missingAddress,
  missingSettings,
  originOf,
  renewing,
  required,
} from '../oauth.ts';
import { searchPages, type Wanted } from '../search.ts';
import { comparable, firstLink } from '../text.ts';
import { littleText } from './little-text.ts';

/**
 * LinkedIn: people, and pages where the application may. The posts of a page can be read after an
 * unknown outcome. Those of a person cannot: LinkedIn refuses a repetition, and names the post that
 * is there already. Tokens of most applications cannot be renewed.
 */

const SITE = 'https://www.linkedin.com';
const API = 'https://api.linkedin.com';
/** Files are sent to hosts of it. */
const DOMAIN = 'linkedin.com';
const PERSON_SCOPES = 'openid profile w_member_social';
const PAGE_SCOPES =
  'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin';
const SETTLES_MS = 5000;
const UPLOADED_SECONDS = 20 * 60 * 60;
const PROCESSING_MS = 3000;
/** Parts of a video are held in memory; they have 4 MB. */
const MAX_PART_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 2000;
const CARD_BYTES = 5 * 1024 * 1024;
const MAX_TITLE = 200;
/** For so long a repetition is refused for certain. */
const REPEATED_MS = 60 * 60_000;
/** Clocks differ. */
const SKEW_MS = 60_000;
const PAGE = 100;
const LATEST = 5;
const MAX_PAGES = 50;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().positive().optional(),
});
const Stored = z.object({
  token: z.string(),
  renew_at: z.string(),
  refresh: z.string().optional(),
  expires_at: z.string(),
});
const Urn = z.string().regex(/^urn:li:[a-zA-Z]+:/);
const Upload = z.object({
  value: z.object({ uploadUrl: z.url(), image: Urn.optional(), document: Urn.optional() }),
});
const VideoPart = z.object({ uploadUrl: z.url(), firstByte: z.int(), lastByte: z.int() });
type VideoPart = z.output<typeof VideoPart>;
const VideoUpload = z.object({
  value: z.object({
    video: Urn,
    uploadToken: z.string().catch(''),
    uploadInstructions: z.array(VideoPart),
  }),
});
const Kept = z.object({ urn: z.string() });
const Prepared = z.object({
  files: z.array(z.string()),
  article: z.record(z.string(), z.unknown()).nullable(),
});
/** The last instant that a date can have. */
const MAX_TIME = 8.64e15;

const Post = z.object({
  id: Urn,
  commentary: z.string().catch(''),
  createdAt: z.number().min(0).max(MAX_TIME).catch(0),
});
const Comment = z.object({
  id: z.coerce.string().optional(),
  actor: z.string().optional(),
  commentUrn: z.string().optional(),
  message: z.object({ text: z.string().catch('') }),
});
const Problem = z.object({
  message: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: z.string().catch('') })).catch([]) })
    .optional()
    .catch(undefined),
});

/** A post in a message that says that it is there already. */
const EXISTING = /urn:li:(?:share|ugcPost):\d{1,25}/;

/** Versions live for a year, to the middle of their month. */
const endOf = (version: string) =>
  new Date(Date.UTC(Number(version.slice(0, 4)) + 1, Number(version.slice(4)) - 1, 16));

export function createLinkedIn(installation: Installation): Adapter {
  const { outgoing, config } = installation;
  const { client, pages, version } = config.linkedin;
  const caller = createCaller(outgoing, 'linkedin');
  const { name, media: rules } = networks.linkedin;
  const [site, base] = [originOf(installation, SITE), originOf(installation, API)];

  async function api(path: string, request: ApiRequest): Promise<JsonResponse> {
    const isRest = path.startsWith('/rest/');
    const response = await caller.request(base, path, {
      ...request,
      headers: {
        ...(isRest && { 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' }),
        ...request.headers,
      },
    });
    if (response.status >= 200 && response.status < 300) return response;
    throw errorOf(response, request);
  }

  function errorOf(response: JsonResponse, { publishes = false }: Pick<ApiRequest, 'publishes'>) {
    const { status } = response;
    const problem = Problem.safeParse(response.body).data;
    const error = caller.errorOf(response, problem?.error_description ?? problem?.message, {
      publishes,
    });
    const input = problem?.errorDetails?.inputErrors[0]?.code;
    const code = input ?? problem?.code ?? problem?.error ?? String(status);
    const as = (kind: NetworkError['kind'], text = error.message) =>
      new NetworkError(kind, code, text, { until: error.until });
    if (status === 426)
      return as(
        'operator',
        `${name} has ended version ${version} of its API: set LINKEDIN_VERSION`,
      );
    if (status === 401 && problem) return as('expired');
    // Scopes and roles are given when the account is connected.
    if (status === 403 && problem) return as('reauthorize');
    if (status === 409) return as('transient');
    if (code === 'MEDIA_ASSET_WAITING_UPLOAD') return as('transient');
    if (code === 'MEDIA_ASSET_PROCESSING_FAILED') return as('unprepared');
    return new NetworkError(error.kind, code, error.message, { until: error.until });
  }

  const open = ({ credentials }: Pick<Session, 'credentials'>) => Stored.parse(credentials);

  /** @param former what was there before, where it is not renewed with the token */
  function credentialsOf(response: JsonResponse, former?: z.output<typeof Stored>): Credentials {
    const { access_token, expires_in, refresh_token, refresh_token_expires_in } = caller.parse(
      Token,
      response,
    );
    const refresh = refresh_token ?? former?.refresh;
    const ends = refresh
      ? refresh_token_expires_in
        ? after(refresh_token_expires_in)
        : (former?.expires_at ?? after(expires_in))
      : after(expires_in);
    return {
      token: access_token,
      renew_at: after(expires_in),
      ...(refresh && { refresh }),
      expires_at: ends,
    };
  }

  const tokenCall = async (fields: Record<string, string>, signal: AbortSignal) => {
    const { id, secret } = required(client, 'LINKEDIN_CLIENT_ID');
    const response = await caller.request(site, '/oauth/v2/accessToken', {
      method: 'POST',
      fields: { ...fields, client_id: id, client_secret: secret },
      signal,
    });
    if (response.status === 200) return response;
    throw errorOf(response, {});
  };

  const personOf = (id: string, called: string): Account => ({
    remoteId: `urn:li:person:${id}`,
    server: '',
    handle: displayName(called) || id,
    name: displayName(called) || id,
    url: null,
    // Comments need the application of pages.
    limits: pages ? {} : { choices: { comment: [] } },
  });

  const organizationLimits: Limits = { choices: { visibility: ['PUBLIC'] } };

  async function readPerson(token: string, signal: AbortSignal): Promise<Account> {
    if (pages) {
      const Me = z.object({
        id: z.string(),
        localizedFirstName: z.string().catch(''),
        localizedLastName: z.string().catch(''),
      });
      const me = caller.parse(Me, await api('/v2/me', { token, signal }));
      return personOf(me.id, `${me.localizedFirstName} ${me.localizedLastName}`.trim() || me.id);
    }
    const Me = z.object({ sub: z.string(), name: z.string().catch('') });
    const me = caller.parse(Me, await api('/v2/userinfo', { token, signal }));
    return personOf(me.sub, me.name || me.sub);
  }

  async function readOrganization(
    urn: string,
    token: string,
    signal: AbortSignal,
  ): Promise<Account> {
    const id = urn.split(':').at(-1) ?? '';
    const Organization = z.object({
      localizedName: z.string().catch(''),
      vanityName: z.string().optional().catch(undefined),
    });
    const path = `/rest/organizations/${encodeURIComponent(id)}`;
    const { localizedName, vanityName } = caller.parse(
      Organization,
      await api(path, { token, signal }),
    );
    return {
      remoteId: urn,
      server: '',
      handle: displayName(localizedName) || id,
      name: displayName(localizedName) || id,
      url: `https://www.linkedin.com/company/${encodeURIComponent(vanityName ?? id)}/`,
      limits: organizationLimits,
    };
  }

  async function readPages(token: string, signal: AbortSignal): Promise<Account[]> {
    const Roles = z.object({ elements: z.array(z.object({ organization: Urn })) });
    const accounts = new Map<string, Account>();
    for (const role of ['ADMINISTRATOR', 'CONTENT_ADMIN']) {
      const params = { q: 'roleAssignee', role, state: 'APPROVED' };
      const response = await api('/rest/organizationAcls', { params, token, signal });
      for (const { organization } of caller.parse(Roles, response).elements.slice(0, MAX_PAGES))
        if (!accounts.has(organization))
          accounts.set(organization, await readOrganization(organization, token, signal));
    }
    return [...accounts.values()];
  }

  const isPage = ({ account }: Pick<Session, 'account'>) =>
    account.remoteId.startsWith('urn:li:organization:');

  async function initialize(kind: 'images' | 'documents', session: Session, signal: AbortSignal) {
    const json = { initializeUploadRequest: { owner: session.account.remoteId } };
    const { token } = open(session);
    const request = { method: 'POST' as const, json, token, signal };
    const response = await api(`/rest/${kind}?action=initializeUpload`, request);
    const { uploadUrl, image, document } = caller.parse(Upload, response).value;
    return { uploadUrl, urn: image ?? document ?? '' };
  }

  /** Puts bytes where LinkedIn said; it answers with a tag of them. */
  async function put(
    url: string,
    stream: NonNullable<ApiRequest['stream']>,
    { token, signal }: { token?: string; signal: AbortSignal },
  ): Promise<string> {
    const typed = { type: 'application/octet-stream', ...stream };
    const request = { method: 'PUT' as const, stream: typed, ...(token && { token }), signal };
    const response = await caller.upload(url, request, { bases: [site, base], domain: DOMAIN });
    if (response.status < 200 || response.status >= 300) throw errorOf(response, {});
    return (response.headers.get('etag') ?? '').replaceAll('"', '');
  }

  async function uploadVideo(file: SendMedia, session: Session, signal: AbortSignal) {
    const { token } = open(session);
    const json = {
      initializeUploadRequest: {
        owner: session.account.remoteId,
        fileSizeBytes: file.size,
        uploadCaptions: false,
        uploadThumbnail: false,
      },
    };
    const request = { method: 'POST' as const, json, token, signal };
    const begun = await api('/rest/videos?action=initializeUpload', request);
    const { video, uploadToken, uploadInstructions } = caller.parse(VideoUpload, begun).value;
    const partBytes = partBytesOf(uploadInstructions, file.size);
    if (partBytes === undefined)
      throw new NetworkError(
        'transient',
        'parts',
        `${name} asks for parts that the video doesn’t have`,
      );
    const tags: string[] = [];
    for await (const bytes of inChunks(file.chunks(), partBytes)) {
      const { uploadUrl } = uploadInstructions[tags.length] as VideoPart;
      const body = bodyOf(bytes);
      tags.push(await put(uploadUrl, { size: bytes.length, body }, { signal }));
    }
    const finalizeUploadRequest = { video, uploadToken, uploadedPartIds: tags };
    await api('/rest/videos?action=finalizeUpload', {
      ...request,
      json: { finalizeUploadRequest },
    });
    return video;
  }

  async function upload(file: SendMedia, session: Session, signal: AbortSignal) {
    const until = after(UPLOADED_SECONDS);
    if (file.kind === 'video') return { urn: await uploadVideo(file, session, signal), until };
    const { token } = open(session);
    const kind = file.kind === 'document' ? 'documents' : 'images';
    const { uploadUrl, urn } = await initialize(kind, session, signal);
    const picture = file.kind === 'picture' ? await file.picture(rules) : undefined;
    const body = picture ? bodyOf(picture.bytes) : file.chunks;
    await put(uploadUrl, { size: picture?.bytes.length ?? file.size, body }, { token, signal });
    return { urn, until };
  }

  async function requireVideo(urn: string, file: SendMedia, session: Session, signal: AbortSignal) {
    const Video = z.object({
      status: z.string(),
      processingFailureReason: z.string().optional().catch(undefined),
    });
    const path = `/rest/videos/${encodeURIComponent(urn)}`;
    const response = await api(path, { token: open(session).token, signal });
    const { status, processingFailureReason } = caller.parse(Video, response);
    if (status === 'AVAILABLE') return;
    if (status === 'PROCESSING_FAILED')
      throw new NetworkError(
        'rejected',
        'processing',
        processingFailureReason ?? `${name} can’t process ‘${file.name}’`,
      );
    throw new StillProcessing(PROCESSING_MS);
  }

  /** The card of the first link, which LinkedIn does not make of a text. */
  async function cardOf(text: string, part: SendPart, session: Session, signal: AbortSignal) {
    const link = firstLink(text);
    if (!link) return null;
    const made = await part.once(async () => {
      const card = await fetchLinkCard(outgoing, link, { maxImageBytes: CARD_BYTES, signal });
      const article = {
        source: link,
        title: cut(card?.title || new URL(link).host, MAX_TITLE),
        description: card?.description ?? '',
      };
      const image = card?.image;
      if (!image) return { article, until: after(UPLOADED_SECONDS) };
      const { uploadUrl, urn } = await initialize('images', session, signal);
      const body = bodyOf(image.bytes);
      const { token } = open(session);
      await put(uploadUrl, { size: image.bytes.length, body }, { token, signal });
      return { article: { ...article, thumbnail: urn }, until: after(UPLOADED_SECONDS) };
    });
    return z.record(z.string(), z.unknown()).parse(made.article);
  }

  /** What stands below the text. */
  function contentOf(part: SendPart) {
    const { files, article } = Prepared.parse(part.prepared);
    const { media } = part;
    const [first] = media;
    if (article) return { article };
    if (!first || !files[0]) return undefined;
    if (files.length > 1) {
      const images = files.map((id, index) => ({ id, altText: media[index]?.alt ?? '' }));
      return { multiImage: { images } };
    }
    const title = { title: first.name };
    return {
      media: {
        id: files[0],
        ...(first.kind === 'picture' || first.kind === 'gif' ? { altText: first.alt } : title),
      },
    };
  }

  const commentsPath = (thread: NonNullable<SendPart['thread']>) =>
    `/rest/socialActions/${encodeURIComponent(thread.root.id)}/comments`;

  return {
    network: 'linkedin',
    isRegistered: true,
    ...(client && { version: { setting: 'LINKEDIN_VERSION', version, ends: endOf(version) } }),
    ways: [
      {
        name: 'login',
        label: `Log in at ${name}`,
        by: 'redirect',
        fields: [],
        missing: [
          ...missingSettings(client !== undefined, 'LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'),
          ...missingAddress(config),
        ],
        begin: async (_, { uri, state }) => {
          const query = new URLSearchParams({
            response_type: 'code',
            client_id: required(client, 'LINKEDIN_CLIENT_ID').id,
            redirect_uri: uri,
            state,
            scope: pages ? PAGE_SCOPES : PERSON_SCOPES,
          });
          return { url: `${site}/oauth/v2/authorization?${query}`, attempt: {} };
        },
        complete: async (code, _, { uri, signal }) => {
          const grant = { grant_type: 'authorization_code', code, redirect_uri: uri };
          const credentials = credentialsOf(await tokenCall(grant, signal));
          const { token } = open({ credentials });
          const accounts = [
            await readPerson(token, signal),
            ...(pages ? await readPages(token, signal) : []),
          ];
          return accounts.map((account): Connection => ({ account, credentials }));
        },
      },
    ],

    identify: (session, signal) => {
      const { token } = open(session);
      return isPage(session)
        ? readOrganization(session.account.remoteId, token, signal)
        : readPerson(token, signal);
    },

    renew: {
      /** Most applications cannot renew a token: it ends with the connection. */
      expiry: (credentials) => {
        const { refresh, renew_at } = open({ credentials });
        return refresh === undefined ? null : new Date(renew_at);
      },
      renew: async (session, signal) => {
        const stored = open(session);
        if (stored.refresh === undefined)
          throw new NetworkError('reauthorize', 'ended', `The access to ${name} has ended`);
        const grant = { grant_type: 'refresh_token', refresh_token: stored.refresh };
        return credentialsOf(await renewing(name, tokenCall(grant, signal)), stored);
      },
    },

    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { media, content, thread } = part;
      const files: string[] = [];
      for (const file of media) {
        const { urn } = Kept.parse(await file.once(() => upload(file, session, signal)));
        if (file.kind === 'video') await requireVideo(urn, file, session, signal);
        files.push(urn);
      }
      const article = media.length || thread ? null : await cardOf(content, part, session, signal);
      const until = after(UPLOADED_SECONDS);
      return [{ files, article, ...((files.length || article) && { until }) }];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content, thread, options, repeats, since } = part;
      if (repeats > 0 && !isPage(session) && Date.now() - since.getTime() > 2 * REPEATED_MS)
        throw new NetworkError('unknown', 'late', `It is too late to ask ${name} by a repetition`);
      const { token } = open(session);
      const author = session.account.remoteId;
      const request = { method: 'POST' as const, token, publishes: true, signal };
      if (thread) {
        const json = { actor: author, object: thread.root.id, message: { text: content } };
        const response = await api(commentsPath(thread), { ...request, json });
        const { id, commentUrn } = Comment.partial().catch({}).parse(response.body);
        return [commentOf(commentUrn ?? response.headers.get('x-restli-id') ?? id ?? '', thread)];
      }
      const body = contentOf(part);
      const json = {
        author,
        commentary: littleText(content),
        visibility: options.visibility ?? 'PUBLIC',
        distribution: {
          feedDistribution: 'MAIN_FEED',
          targetEntities: [],
          thirdPartyDistributionChannels: [],
        },
        ...(body && { content: body }),
        lifecycleState: 'PUBLISHED',
        isReshareDisabledByAuthor: false,
      };
      try {
        const response = await api('/rest/posts', { ...request, json });
        const id = response.headers.get('x-restli-id');
        if (id) return [sentOf(id)];
        throw new NetworkError(
          'unknown',
          'shape',
          `${name} responds in a way that isn’t understood`,
        );
      } catch (error) {
        if (!(error instanceof NetworkError) || error.code !== 'DUPLICATE_POST') throw error;
        const existing = EXISTING.exec(error.message)?.[0];
        // The first attempt has succeeded: this is the proof.
        if (repeats > 0 && existing) return [sentOf(existing)];
        throw new NetworkError(
          'rejected',
          error.code,
          `${name} has this text already, and refuses it again for up to two days`,
        );
      }
    },

    find: async ({ content, thread, since }, session, signal) => {
      const isLate = Date.now() - since.getTime() > REPEATED_MS;
      if (!isPage(session)) return thread || isLate ? 'unknowable' : 'repeatable';
      if (thread) {
        const found = await search(commentsPath(thread), {}, Comment, session, signal, {
          matches: ({ actor, message }) =>
            actor === session.account.remoteId && comparable(message.text) === comparable(content),
        });
        if (typeof found === 'string') return found;
        return commentOf(found.commentUrn ?? found.id ?? '', thread);
      }
      const wanted = comparable(littleText(content));
      const isNew = ({ createdAt }: z.output<typeof Post>) =>
        createdAt >= since.getTime() - SKEW_MS;
      const found = await search('/rest/posts', postsOf(session), Post, session, signal, {
        // An older one with the same text is another one.
        matches: (post) => isNew(post) && comparable(post.commentary) === wanted,
        isPast: (post) => !isNew(post),
      });
      return typeof found === 'string' ? found : sentOf(found.id);
    },

    settlesMs: SETTLES_MS,

    remove: async ({ id }, session, signal) => {
      const { token } = open(session);
      const comment = COMMENT.exec(id);
      const path = comment
        ? `/rest/socialActions/${encodeURIComponent(comment[1] ?? '')}/comments/${comment[2]}?${new URLSearchParams({ actor: session.account.remoteId })}`
        : `/rest/posts/${encodeURIComponent(id)}`;
      await api(path, { method: 'DELETE', token, signal }).catch((error: NetworkError) => {
        if (!NOT_THERE.has(error.code)) throw error;
      });
    },

    latest: async (session, signal, count = LATEST) => {
      if (!isPage(session)) return [];
      const params = { ...postsOf(session), count: String(count) };
      const response = await api('/rest/posts', { params, token: open(session).token, signal });
      const { elements } = caller.parse(z.object({ elements: z.array(Post) }), response);
      return elements.map(({ id, commentary, createdAt }) => ({
        ...sentOf(id),
        content: plain(commentary),
        created_at: new Date(createdAt).toISOString(),
      }));
    },
  };

  /** Looks for an entry of a list, which ends with a page that is shorter than asked for. */
  function search<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
    session: Session,
    signal: AbortSignal,
    wanted: Wanted<z.output<Schema>>,
  ) {
    const { token } = open(session);
    const Page = z.object({ elements: z.array(schema) });
    return searchPages(async (start: number | undefined) => {
      const params = { ...query, count: String(PAGE), ...(start && { start: String(start) }) };
      const { elements } = caller.parse(Page, await api(path, { params, token, signal }));
      return {
        entries: elements,
        next: elements.length < PAGE ? undefined : (start ?? 0) + PAGE,
      };
    }, wanted);
  }
}

const postsOf = ({ account }: Session) => ({
  q: 'author',
  author: account.remoteId,
  sortBy: 'CREATED',
});

/**
 * The size of the parts of a video: all have the same, and together they are the file. The last one
 * may end with the file or after it: LinkedIn names 4 MB for a smaller file. Undefined where they
 * are not the file.
 */
function partBytesOf(parts: readonly VideoPart[], fileBytes: number): number | undefined {
  const bytes = (parts[0]?.lastByte ?? -1) + 1;
  if (bytes < 1 || bytes > MAX_PART_BYTES || parts.length > MAX_PARTS) return undefined;
  const count = Math.ceil(fileBytes / bytes);
  const isWhole = parts.every(
    ({ firstByte, lastByte }, index) =>
      firstByte === index * bytes &&
      (lastByte === firstByte + bytes - 1 || (index === count - 1 && lastByte === fileBytes - 1)),
  );
  return isWhole && parts.length === count ? bytes : undefined;
}

const NOT_THERE = new Set(['404', 'NOT_FOUND', 'RESOURCE_NOT_FOUND']);
const COMMENT = /^urn:li:comment:\((urn:li:[a-zA-Z]+:\d{1,25}),(\d{1,25})\)$/;

const sentOf = (id: string): Sent => ({
  id,
  url: `https://www.linkedin.com/feed/update/${encodeURIComponent(id)}/`,
});

const commentOf = (id: string, { root }: NonNullable<SendPart['thread']>): Sent => ({
  id: id.startsWith('urn:') ? id : `urn:li:comment:(${root.id},${id})`,
  url: root.url,
});

/** A text of LinkedIn as a person reads it. */
const plain = (commentary: string) =>
  commentary
    .replaceAll(/\{hashtag\|\\#\|((?:\\.|[^\\{}|]){1,300})\}/g, '#$1')
    .replaceAll(/\\(.)/gs, '$1');
