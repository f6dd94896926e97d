import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { type Limits, ON } from '#contract/networks/rules.ts';
import { cut, displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
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
import {
  after,
  type Installation,
  missingAddress,
  missingSettings,
  originOf,
  renewing,
  required,
} from '../oauth.ts';

/**
 * TikTok, by its Content Posting API. All chunks of a video but the last one are uploaded before; the
 * last one publishes it. Pictures are fetched from this server. What becomes of a post is asked for;
 * a lost response to the call that publishes pictures cannot be.
 */

const SITE = 'https://www.tiktok.com';
const API = 'https://open.tiktokapis.com';
const SCOPES = 'user.info.basic,video.publish,video.upload';
const SETTLES_MS = 5000;
const MB = 1024 * 1024;
/** Below this a file is one chunk; the last one holds what is left over. */
const CHUNK_BYTES = 10 * MB;
/** The address of an upload is valid for an hour. */
const UPLOAD_SECONDS = 50 * 60;
const PROCESSING_MS = 3000;
const MAX_TITLE = 90;
const MAX_DESCRIPTION = 4000;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive(),
});
const Stored = z.object({
  token: z.string(),
  renew_at: z.string(),
  refresh: z.string(),
});
const Problem = z.object({
  error: z.union([
    z.object({ code: z.string(), message: z.string().catch(''), log_id: z.string().catch('') }),
    z.string(),
  ]),
  error_description: z.string().optional(),
});
const Creator = z.object({
  data: z.object({
    creator_username: z.string().catch(''),
    creator_nickname: z.string().catch(''),
    privacy_level_options: z.array(z.string().max(100)).max(50),
    comment_disabled: z.boolean().catch(false),
    duet_disabled: z.boolean().catch(false),
    stitch_disabled: z.boolean().catch(false),
    max_video_post_duration_sec: z.number().optional().catch(undefined),
  }),
});
const User = z.object({ data: z.object({ user: z.object({ open_id: z.string() }) }) });
const Begun = z.object({
  data: z.object({ publish_id: z.string(), upload_url: z.url().optional() }),
});
const Status = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().optional().catch(undefined),
    publicaly_available_post_id: z.array(z.coerce.string()).optional().catch(undefined),
  }),
});
/** An upload that lacks its last chunk, which begins at `sent`. */
const Prepared = z.object({ publish: z.string(), url: z.string(), sent: z.number() }).partial();

/** What codes mean, where the status says too little. */
const KINDS: Readonly<Record<string, NetworkError['kind']>> = {
  access_token_invalid: 'expired',
  scope_not_authorized: 'reauthorize',
  scope_permission_missed: 'reauthorize',
  rate_limit_exceeded: 'rate_limited',
  spam_risk_too_many_posts: 'rate_limited',
  spam_risk_too_many_pending_share: 'rate_limited',
  spam_risk_user_banned_from_posting: 'rejected',
  spam_risk: 'rejected',
  reached_active_user_cap: 'operator',
  unaudited_client_can_only_post_to_private_accounts: 'operator',
  url_ownership_unverified: 'operator',
  app_version_check_failed: 'operator',
  privacy_level_option_mismatch: 'rejected',
  invalid_param: 'rejected',
  invalid_params: 'rejected',
  invalid_file_upload: 'rejected',
};
const PAUSE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

export function createTikTok(installation: Installation): Adapter {
  const { outgoing, config, links } = installation;
  const { client } = config.tiktok;
  const caller = createCaller(outgoing, 'tiktok');
  const { name, media: rules } = networks.tiktok;
  const base = originOf(installation, API);

  async function api(path: string, request: ApiRequest): Promise<JsonResponse> {
    const response = await caller.request(base, path, request);
    const problem = Problem.safeParse(response.body).data;
    const code = typeof problem?.error === 'string' ? problem.error : problem?.error.code;
    const isDone = response.status >= 200 && response.status < 300;
    if (isDone && (code === undefined || code === 'ok' || code === '')) return response;
    throw errorOf(response, code, problem, request);
  }

  function errorOf(
    response: JsonResponse,
    code: string | undefined,
    problem: z.output<typeof Problem> | undefined,
    { publishes = false }: Pick<ApiRequest, 'publishes'>,
  ): NetworkError {
    const says =
      typeof problem?.error === 'object' ? problem.error.message : problem?.error_description;
    const error = caller.errorOf(response, says, { publishes });
    if (code === undefined) return error;
    const kind = KINDS[code] ?? error.kind;
    const pause = code.startsWith('spam_risk') ? DAY_MS / 4 : PAUSE_MS;
    const until =
      kind === 'rate_limited' ? (error.until ?? new Date(Date.now() + pause)) : undefined;
    const requestId = typeof problem?.error === 'object' ? problem.error.log_id : '';
    return new NetworkError(kind, code, error.message, { until, ...(requestId && { requestId }) });
  }

  const tokenCall = (fields: Record<string, string>, signal: AbortSignal) => {
    const { id, secret } = required(client, 'TIKTOK_CLIENT_KEY');
    return api('/v2/oauth/token/', {
      method: 'POST',
      fields: { client_key: id, client_secret: secret, ...fields },
      signal,
    });
  };

  function credentialsOf(response: JsonResponse): Credentials {
    const { access_token, expires_in, refresh_token, refresh_expires_in } = caller.parse(
      Token,
      response,
    );
    return {
      token: access_token,
      renew_at: after(expires_in),
      refresh: refresh_token,
      // It is renewed with the token: nobody has to connect again.
      ends_at: after(refresh_expires_in),
    };
  }

  const open = ({ credentials }: Pick<Session, 'credentials'>) => Stored.parse(credentials);

  async function readAccount(token: string, signal: AbortSignal): Promise<Account> {
    const fields = { fields: 'open_id' };
    const { user } = caller.parse(
      User,
      await api('/v2/user/info/', { params: fields, token, signal }),
    ).data;
    const request = { method: 'POST' as const, json: {}, token, signal };
    const creator = caller.parse(
      Creator,
      await api('/v2/post/publish/creator_info/query/', request),
    ).data;
    const { creator_username: username, creator_nickname, max_video_post_duration_sec } = creator;
    const allowed = (isDisabled: boolean) => (isDisabled ? [] : [ON]);
    const limits: Limits = {
      choices: {
        privacy: creator.privacy_level_options,
        comments: allowed(creator.comment_disabled),
        duet: allowed(creator.duet_disabled),
        stitch: allowed(creator.stitch_disabled),
      },
      ...(max_video_post_duration_sec && { seconds: max_video_post_duration_sec }),
      ...(!links && { unreachable: true }),
    };
    return {
      remoteId: user.open_id,
      server: '',
      handle: username ? `@${username}` : creator_nickname,
      name: displayName(creator_nickname) || username,
      url: username ? `${SITE}/@${encodeURIComponent(username)}` : null,
      limits,
    };
  }

  /** Begins the upload of a video, and sends all but its last chunk. */
  async function uploadVideo(
    part: SendPart,
    file: SendMedia,
    session: Session,
    signal: AbortSignal,
  ) {
    const isInbox = part.options.mode === 'inbox';
    const chunks = Math.max(1, Math.floor(file.size / CHUNK_BYTES));
    const json = {
      ...(!isInbox && { post_info: postInfo(part) }),
      source_info: {
        source: 'FILE_UPLOAD',
        video_size: file.size,
        chunk_size: chunks === 1 ? file.size : CHUNK_BYTES,
        total_chunk_count: chunks,
      },
    };
    const path = isInbox ? '/v2/post/publish/inbox/video/init/' : '/v2/post/publish/video/init/';
    const request = { method: 'POST' as const, json, token: open(session).token, signal };
    const { publish_id, upload_url: url } = caller.parse(Begun, await api(path, request)).data;
    if (!url) throw new NetworkError('transient', 'upload', `${name} takes no upload now`);
    let sent = 0;
    if (chunks > 1)
      for await (const bytes of inChunks(file.chunks(), CHUNK_BYTES)) {
        if (sent + CHUNK_BYTES > (chunks - 1) * CHUNK_BYTES) break;
        await putChunk(url, file, { bytes, at: sent, signal, publishes: false });
        sent += bytes.length;
      }
    return { publish: publish_id, url, sent, until: after(UPLOAD_SECONDS) };
  }

  async function putChunk(
    url: string,
    { size, type }: SendMedia,
    {
      bytes,
      at,
      publishes,
      signal,
    }: { bytes: Uint8Array; at: number; publishes: boolean; signal: AbortSignal },
  ) {
    const request = {
      method: 'PUT' as const,
      headers: { 'content-range': `bytes ${at}-${at + bytes.length - 1}/${size}` },
      stream: { size: bytes.length, body: bodyOf(bytes), type },
      publishes,
      signal,
    };
    const response = await caller.upload(url, request, { bases: [base] });
    if (response.status >= 200 && response.status < 300) return;
    // The address has expired: nothing was published.
    if (response.status === 403 || response.status === 404 || response.status === 410)
      throw new NetworkError(
        'unprepared',
        String(response.status),
        `${name} has forgotten the upload`,
      );
    throw caller.errorOf(response, undefined, { publishes });
  }

  return {
    network: 'tiktok',
    isRegistered: true,
    notices: () => (links ? [] : [NO_FILES]),
    ways: [
      {
        name: 'login',
        label: `Log in at ${name}`,
        by: 'redirect',
        fields: [],
        missing: [
          ...missingSettings(client !== undefined, 'TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'),
          ...missingAddress(config),
        ],
        begin: async (_, { uri, state }) => {
          const query = new URLSearchParams({
            client_key: required(client, 'TIKTOK_CLIENT_KEY').id,
            scope: SCOPES,
            response_type: 'code',
            redirect_uri: uri,
            state,
          });
          return {
            url: `${originOf(installation, SITE)}/v2/auth/authorize/?${query}`,
            attempt: {},
          };
        },
        complete: async (code, _, { uri, signal }) => {
          const grant = { grant_type: 'authorization_code', code, redirect_uri: uri };
          const credentials = credentialsOf(await tokenCall(grant, signal));
          return [{ account: await readAccount(open({ credentials }).token, signal), credentials }];
        },
      },
    ],

    identify: (session, signal) => readAccount(open(session).token, signal),

    renew: {
      expiry: (credentials) => new Date(open({ credentials }).renew_at),
      renew: async (session, signal) => {
        const grant = { grant_type: 'refresh_token', refresh_token: open(session).refresh };
        return credentialsOf(await renewing(name, tokenCall(grant, signal)));
      },
    },

    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const [file] = part.media;
      if (!file) throw new NetworkError('rejected', 'media', `${name} needs a picture or a video`);
      // Pictures are fetched once the post is made.
      if (file.kind !== 'video') return [{}];
      const made = await part.once(() => uploadVideo(part, file, session, signal));
      return [{ ...made }];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { media, content, options } = part;
      const [file] = media as [SendMedia];
      const { publish, url, sent = 0 } = Prepared.parse(part.prepared);
      if (publish && url) {
        const rest: Uint8Array[] = [];
        for await (const bytes of file.chunks(sent)) rest.push(bytes);
        const last = { bytes: Buffer.concat(rest), at: sent, publishes: true, signal };
        await putChunk(url, file, last).catch((error: unknown) => {
          // It has arrived before: what has become of it is asked for.
          const isThere = part.repeats > 0 && error instanceof NetworkError;
          if (!isThere || !/^(rejected|unprepared)$/.test(error.kind)) throw error;
        });
        throw new StillProcessing(PROCESSING_MS);
      }
      const photo_images: string[] = [];
      for (const file of media) photo_images.push(await file.link(rules));
      const isInbox = options.mode === 'inbox';
      const [title] = content.split('\n', 1) as [string];
      const json = {
        media_type: 'PHOTO',
        post_mode: isInbox ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
        post_info: {
          ...(isInbox ? {} : photoInfo(part)),
          title: cut(title, MAX_TITLE),
          description: cut(content, MAX_DESCRIPTION),
        },
        source_info: { source: 'PULL_FROM_URL', photo_images, photo_cover_index: 0 },
      };
      const { token } = open(session);
      const request = { method: 'POST' as const, json, token, publishes: true, signal };
      const response = await api('/v2/post/publish/content/init/', request);
      const { publish_id } = caller.parse(Begun, response, { publishes: true }).data;
      // Its state can be asked for from now on.
      await part.keep({ publish: publish_id });
      throw new StillProcessing(PROCESSING_MS);
    },

    find: async (part, session, signal) => {
      const kept = await part.recall();
      const { publish } = Prepared.parse({ ...part.prepared, ...kept });
      // The response that names it was lost.
      if (!publish) return 'unknowable';
      const request = { method: 'POST' as const, json: { publish_id: publish } };
      const { token } = open(session);
      const response = await api('/v2/post/publish/status/fetch/', { ...request, token, signal });
      const {
        status,
        fail_reason,
        publicaly_available_post_id: posts,
      } = caller.parse(Status, response).data;
      const [post] = posts ?? [];
      switch (status) {
        case 'PUBLISH_COMPLETE':
          return { id: post ?? publish, url: post ? `${SITE}/video/${post}` : null };
        case 'SEND_TO_USER_INBOX':
          return { id: publish, url: null };
        case 'FAILED':
          return failureOf(fail_reason ?? 'failed');
        case 'PROCESSING_UPLOAD':
          // The last chunk may not have arrived: then it waits for it.
          if (part.repeats > 0 && part.prepared) return 'repeatable';
          throw new StillProcessing(PROCESSING_MS);
        default:
          throw new StillProcessing(PROCESSING_MS);
      }
    },

    settlesMs: SETTLES_MS,

    /** Its posts cannot be listed without another permission. */
    latest: async (): Promise<(Sent & { content: string; created_at: string })[]> => [],
  };

  /** Why a post was not published after all. */
  function failureOf(reason: string): NetworkError {
    const retried =
      /^(internal|file_format_check_failed_internal|video_pull_failed|photo_pull_failed)$/;
    if (retried.test(reason))
      return new NetworkError('unprepared', reason, `${name} couldn’t process the file`);
    if (/auth_removed/.test(reason))
      return new NetworkError('reauthorize', reason, `${name} doesn’t accept the access any more`);
    const said = reason.replaceAll('_', ' ');
    return new NetworkError('rejected', reason, `${name} refuses this: ${said}`);
  }
}

const NO_FILES =
  'Pictures need an https address that the internet reaches: set PUBLIC_URL, or S3_URL.';

const photoInfo = ({ options }: SendPart) => ({
  privacy_level: options.privacy,
  disable_comment: options.comments !== ON,
  auto_add_music: true,
  brand_content_toggle: options.branded === ON,
  brand_organic_toggle: options.own_brand === ON,
});

const postInfo = ({ content, options }: SendPart) => ({
  title: content,
  privacy_level: options.privacy,
  disable_comment: options.comments !== ON,
  disable_duet: options.duet !== ON,
  disable_stitch: options.stitch !== ON,
  brand_content_toggle: options.branded === ON,
  brand_organic_toggle: options.own_brand === ON,
  is_aigc: options.ai === ON,
});
