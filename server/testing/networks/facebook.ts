import { randomUUID } from 'node:crypto';
import {
  consent,
  createTokens,
  type FakeReply,
  type FakeRequest,
  logIn,
  PICTURE,
  startFake,
  unknownField,
} from './fake.ts';
import {
  createContainers,
  failure,
  figureFaults,
  graphFailures,
  insights,
  listPage,
} from './graph.ts';
import type { TestNetwork } from './network.ts';

/**
 * The API of Facebook for pages: pages of a person, unpublished pictures, videos in chunks, comments;
 * and the professional accounts of its pages, on the other road to Instagram.
 */

const CLIENT = { id: 'facebook-client', secret: 'the secret of the facebook client' };
const API = '/v25.0';

type Post = {
  id: string;
  page: string;
  message: string;
  photos: string[];
  video: string | null;
  link: string | null;
  created_time: string;
  comments: { id: string; message: string; created_time: string }[];
};
type Video = { id: string; page: string; size: number; bytes: Buffer[] };

export async function startFacebook() {
  const tokens = createTokens();
  const posts: Post[] = [];
  const photos = new Map<string, { page: string; alt: string; bytes: Buffer }>();
  const videos = new Map<string, Video>();
  const containers = createContainers();
  const shorts = new Map<string, string>();
  const known = new Map<number, string>();
  const options = { sparse: false };
  const figures = figureFaults();
  let ids = 100_000;

  /** Every person manages two pages; the first one has an account beside it. */
  const pagesOf = (person: string) => [`1${person}`, `2${person}`];
  const professionalOf = (page: string) => `178${page}`;
  const hex = (text: string) => BigInt(`0x${Buffer.from(text).toString('hex')}`).toString();

  const pictureOf = (params: URLSearchParams) =>
    params.get('fields')?.includes('picture.type(large)') && {
      picture: {
        data: { url: proxy.url + PICTURE, is_silhouette: false, width: 200, height: 200 },
      },
    };

  const pageTokens = new Map<string, { page: string; person: string }>();
  const tokenOf = (page: string, person: string) => {
    const token = randomUUID();
    pageTokens.set(token, { page, person });
    return token;
  };

  /** Without the permission the answer is empty. */
  function insightsOf(post: Post, metrics: string | null | undefined, person: string) {
    if (!tokens.scopesOf(person).includes('read_insights'))
      return { status: 200, body: { data: [] } };
    const [views, comment] = [10 * post.message.length, post.comments.length];
    return post.video
      ? insights(
          metrics,
          {
            fb_reels_total_plays: views,
            post_video_view_time: 7500,
            post_video_likes_by_reaction_type: { REACTION_LIKE: 2 },
            post_video_social_actions: comment ? { COMMENT: comment } : {},
          },
          figures,
        )
      : insights(
          metrics,
          {
            post_media_view: views,
            post_total_media_view_unique: views - 1,
            post_clicks_by_type: { 'other clicks': 4, 'link clicks': 2 },
            post_reactions_by_type_total: { like: 2, love: 1 },
            post_activity_by_action_type: { like: 3, share: 1, ...(comment && { comment }) },
            post_video_views: 0,
          },
          figures,
        );
  }

  function feed({ body }: FakeRequest, page: string): FakeReply {
    const attached = Object.keys(body).filter((name) => /^attached_media\[\d+\]$/.test(name));
    const unknown = unknownField(body, ['message', 'link', ...attached]);
    if (unknown) return failure(100, `Param ${unknown} is not allowed`);
    const wanted = attached.map((name) => JSON.parse(body[name]).media_fbid as string);
    if (wanted.some((id) => photos.get(id)?.page !== page))
      return failure(100, 'The photos do not exist');
    if (posts.some((post) => wanted.some((id) => post.photos.includes(id))))
      return failure(1, 'The photos were posted already', { subcode: 1366051 });
    const id = `${page}_${++ids}`;
    posts.push({
      id,
      page,
      message: body.message ?? '',
      photos: wanted,
      video: null,
      link: body.link ?? null,
      created_time: new Date().toISOString(),
      comments: [],
    });
    return { status: 200, body: { id } };
  }

  async function video({ body, files }: FakeRequest, page: string): Promise<FakeReply> {
    if (body.upload_phase === 'start') {
      const id = String(++ids);
      videos.set(id, { id, page, size: Number(body.file_size), bytes: [] });
      return {
        status: 200,
        body: { video_id: id, upload_session_id: `s${id}`, start_offset: '0' },
      };
    }
    const one = videos.get(String(body.upload_session_id).slice(1));
    if (!one) return failure(100, 'The session does not exist');
    const sent = one.bytes.reduce((sum, bytes) => sum + bytes.length, 0);
    if (body.upload_phase === 'transfer') {
      if (Number(body.start_offset) !== sent || !files[0])
        return failure(100, 'Chunks come in order');
      one.bytes.push(Buffer.from(await files[0].arrayBuffer()));
      return { status: 200, body: { start_offset: String(sent + files[0].size) } };
    }
    if (sent !== one.size) return failure(100, 'The video is not complete');
    if (posts.some((post) => post.video === one.id))
      return failure(100, 'The video was published already');
    posts.push({
      id: one.id,
      page,
      message: body.description ?? '',
      photos: [],
      video: one.id,
      link: null,
      created_time: new Date().toISOString(),
      comments: [],
    });
    return { status: 200, body: { success: true } };
  }

  const shown = ({ id, message, created_time }: Post) => ({
    id,
    message,
    created_time,
    permalink_url: `https://www.facebook.com/${id}`,
  });

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { method, path, params, body, files } = request;
    if (path === `${API}/dialog/oauth`) {
      if (params.get('client_id') !== CLIENT.id) return { status: 400, body: 'Invalid app id' };
      if (!figures.approved && params.get('scope')?.includes('insights'))
        return { status: 400, body: 'Invalid Scopes: read_insights' };
      return consent(request, 'Facebook', (person) => tokens.issue(request, person));
    }
    if (path === `${API}/oauth/access_token`) {
      if (params.get('client_secret') !== CLIENT.secret) return failure(101, 'Invalid secret');
      if (params.get('grant_type') === 'fb_exchange_token') {
        const person = shorts.get(params.get('fb_exchange_token') ?? '');
        return person
          ? {
              status: 200,
              body: { access_token: tokens.make(person).token, expires_in: 5_184_000 },
            }
          : failure(190, 'Invalid token', { status: 401 });
      }
      const made = tokens.exchange(Object.fromEntries(params));
      if (!made) return failure(100, 'This authorization code has been used');
      const token = randomUUID();
      shorts.set(token, made.person);
      return { status: 200, body: { access_token: token, expires_in: 3600 } };
    }
    const person = tokens.personOf(request.token);
    if (person && path === `${API}/me/accounts`) {
      // A page of one each, to be read on.
      const all = pagesOf(person).map((name, index) => ({
        id: hex(name),
        name: `Page ${name}`,
        access_token: tokenOf(hex(name), person),
        ...pictureOf(params),
        ...(index === 0 && { instagram_business_account: { id: professionalOf(hex(name)) } }),
      }));
      const at = Number(params.get('after') ?? 0);
      const more = at + 1 < all.length;
      return {
        status: 200,
        body: {
          data: all.slice(at, at + 1),
          paging: {
            cursors: { after: String(at + 1) },
            ...(more && { next: 'https://graph.facebook.com/next' }),
          },
        },
      };
    }
    if (person && path === `${API}/me/permissions`) {
      const all = [...tokens.scopesOf(person), ...tokens.declined];
      const data = all.map((permission) => ({
        permission,
        status: tokens.declined.has(permission) ? 'declined' : 'granted',
      }));
      return { status: 200, body: { data } };
    }
    if (person && path === `${API}/me/businesses`) return { status: 200, body: { data: [] } };
    const acting = pageTokens.get(request.token);
    if (!acting)
      return failure(190, 'Error validating access token', { subcode: 467, status: 401 });
    const { page } = acting;
    const base = `${API}/${page}`;
    const own = posts.filter((post) => post.page === page);
    switch (`${method} ${path}`) {
      case `GET ${base}`:
        return {
          status: 200,
          body: { id: page, name: `Page ${page}`, followers_count: 21, ...pictureOf(params) },
        };
      case `POST ${base}/feed`:
        return feed(request, page);
      case `POST ${base}/videos`:
        return video(request, page);
      case `POST ${base}/photos`: {
        if (body.published !== 'false' || !files[0]) return failure(100, 'A photo is needed');
        const id = String(++ids);
        const bytes = Buffer.from(await files[0].arrayBuffer());
        photos.set(id, { page, alt: body.alt_text_custom ?? '', bytes });
        return { status: 200, body: { id } };
      }
      case `GET ${base}/published_posts`: {
        const since = Number(params.get('since') ?? 0) * 1000;
        const entries = own.filter((post) => Date.parse(post.created_time) >= since);
        const [, metrics] = /insights\.metric\((.*)\)/.exec(params.get('fields') ?? '') ?? [];
        if (metrics === undefined) return listPage(entries, params, shown, options);
        const read = new Map(
          entries.flatMap((post) =>
            post.video ? [] : [[post, insightsOf(post, metrics, acting.person)] as const],
          ),
        );
        const refusal = [...read.values()].find(({ status }) => status !== 200);
        if (refusal) return refusal;
        return listPage(
          [...read.keys()],
          params,
          (post) => ({ id: post.id, insights: read.get(post)?.body }),
          { sparse: false },
        );
      }
    }
    const professional = await instagram(request, professionalOf(page));
    if (professional) return professional;
    const [, read] = /^\/v25\.0\/([\d_]+)\/(?:video_)?insights$/.exec(path) ?? [];
    const counted = own.find((post) => post.id === read);
    if (counted) return insightsOf(counted, params.get('metric'), acting.person);
    const [, id, comments] = /^\/v25\.0\/([\d_]+)(\/comments)?$/.exec(path) ?? [];
    const index = posts.findIndex((post) => post.id === id);
    const post = posts[index];
    if (post && comments && method === 'POST') {
      const created_time = new Date().toISOString();
      post.comments.push({ id: `${post.id}_${++ids}`, message: body.message, created_time });
      return { status: 200, body: { id: `${post.id}_${ids}` } };
    }
    if (post && comments) return listPage(post.comments, params, (comment) => comment, options);
    const uploaded = videos.get(id ?? '');
    if (uploaded && method === 'GET') {
      const isOut = posts.some((post) => post.video === uploaded.id);
      const status = isOut ? 'complete' : 'not_started';
      return { status: 200, body: { status: { publishing_phase: { status } } } };
    }
    const commented = posts.find((post) => post.comments.some((comment) => comment.id === id));
    if (commented && method === 'GET') return { status: 200, body: { id, like_count: 1 } };
    if (commented && method === 'DELETE') {
      commented.comments = commented.comments.filter((comment) => comment.id !== id);
      return { status: 200, body: { success: true } };
    }
    if (post && method === 'DELETE') {
      posts.splice(index, 1);
      return { status: 200, body: { success: true } };
    }
    return failure(100, 'Unsupported request. Object does not exist', { subcode: 33 });
  }

  /** What the other road needs: one account, its container, and its post. */
  async function instagram(
    { method, path, params, body }: FakeRequest,
    account: string,
  ): Promise<FakeReply | undefined> {
    const base = `${API}/${account}`;
    switch (`${method} ${path}`) {
      case `GET ${base}`:
        return {
          status: 200,
          body: {
            id: account,
            username: `of_${account}`,
            name: 'A brand',
            ...(params.get('fields')?.includes('profile_picture_url') && {
              profile_picture_url: proxy.url + PICTURE,
            }),
          },
        };
      case `GET ${base}/content_publishing_limit`:
        return { status: 200, body: { data: [{ quota_usage: 0, config: { quota_total: 50 } }] } };
      case `POST ${base}/media`: {
        const one = await containers.add(account, body, body.image_url);
        return one
          ? { status: 200, body: { id: one.id } }
          : failure(9004, 'The media could not be fetched', { subcode: 2207052 });
      }
      case `POST ${base}/media_publish`: {
        const one = containers.get(body.creation_id);
        if (one?.status !== 'FINISHED') return failure(9007, 'Not ready', { subcode: 2207027 });
        one.status = 'PUBLISHED';
        one.post = `9${one.id}`;
        return { status: 200, body: { id: one.post } };
      }
    }
    const one = containers.get(path.slice(API.length + 1));
    return one && { status: 200, body: { id: one.id, status_code: containers.statusOf(one) } };
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) => method === 'POST' && /\/(feed|comments)$/.test(path),
    graphFailures,
  );
  const network: TestNetwork = {
    name: 'facebook',
    renews: false,
    atomic: false,
    connect: async (call) => {
      const person = randomUUID().slice(0, 8);
      const accounts = [hex(`1${person}`)];
      const { status, body } = await logIn(call, 'facebook', person, { accounts });
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, person);
      return body.channels[0].id;
    },
    reconnect: (call, channel) => logIn(call, 'facebook', known.get(channel) ?? '', { channel }),
    posts: async (_call, channel) =>
      posts
        .filter(({ page }) => page === hex(`1${known.get(channel)}`))
        .flatMap((post) => [
          {
            id: post.id,
            content: post.message,
            parent: null,
            files: post.photos.length + (post.video ? 1 : 0),
          },
          ...post.comments.map(({ id, message }) => ({
            id,
            content: message,
            parent: post.id,
            files: 0,
          })),
        ]),
    fail: async (_call, _channel, ...faults) => proxy.fail(...faults),
    chaos: proxy.chaos,
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    options,
    figures,
    declined: tokens.declined,
    list: posts,
    photos,
    videos,
    containers,
    environment: {
      FACEBOOK_CLIENT_ID: CLIENT.id,
      FACEBOOK_CLIENT_SECRET: CLIENT.secret,
      FACEBOOK_FIGURES: 'true',
    },
    addresses: {
      'https://www.facebook.com': proxy.url,
      'https://graph.facebook.com': proxy.url,
    },
  };
}
