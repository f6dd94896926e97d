import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { PICTURE, readPicture } from './fake.ts';
import { type Fault, startFaultProxy } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/**
 * A server that speaks the API of Mastodon, where the real one cannot be installed: apps, OAuth with
 * PKCE, accounts, statuses that are threads, and its rules.
 */

type Status = {
  id: string;
  account: string;
  in_reply_to_id: string | null;
  text: string;
  visibility: string;
  language: string | null;
  spoiler_text: string;
  sensitive: boolean;
  created_at: string;
  media: string[];
  /** The status that it boosts. */
  reblog?: string;
};

/** A file that was uploaded; `asked`: how often the server was asked whether it is processed. */
type Media = {
  id: string;
  description: string;
  focus: string;
  type: string;
  bytes: Buffer;
  asked: number;
};

type Options = {
  /** How often a file is not processed yet when the server is asked. */
  processing: number;
  /** Waits before a file that was received is stored; throws where the upload fails. */
  uploading: () => Promise<unknown>;
  /** What happens with an Idempotency-Key: repeated as of some versions, or not known at all. */
  keys: 'honoured' | 'repeated_is_500' | 'ignored';
  maxCharacters: number;
  /** Of all accounts; undefined for one of the server itself. */
  picture: string | null | undefined;
  /** Whether it gives several statuses at once, as servers do from 4.3 on. */
  reads: 'together' | 'singly';
  /** Whether it allows the deletion of a status. */
  deletes: (status: Status) => boolean;
};

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const replies = (fault: Fault) => {
  switch (fault) {
    case 'rate_limit':
      return {
        status: 429,
        headers: { 'x-ratelimit-reset': new Date(Date.now() + 1000).toISOString() },
        body: { error: 'Too many requests' },
      };
    case 'revoked':
    case 'expired':
      return { status: 401, body: { error: 'The access token was revoked' } };
    case 'refuse':
      return { status: 422, body: { error: 'Validation failed: Text is not nice.' } };
    default:
      return { status: 503, body: { error: 'Remote data could not be fetched' } };
  }
};

export async function startMastodon(given: Partial<Options> = {}) {
  const options: Options = {
    keys: 'honoured',
    maxCharacters: 500,
    processing: 0,
    uploading: async () => {},
    picture: undefined,
    reads: 'together',
    deletes: () => true,
    ...given,
  };
  const clients = new Map<string, { secret: string; redirectUri: string }>();
  const codes = new Map<string, { client: string; challenge: string; account: string }>();
  const tokens = new Map<string, string>();
  const accounts: string[] = ['eve'];
  const statuses: Status[] = [];
  const keys = new Map<string, Status>();
  const media: Media[] = [];
  /** Who logs in next. */
  let person = 'eve';
  let ids = 1000;

  const render = (status: Status) => ({
    ...status,
    url: `${proxy.url}/@${status.account}/${status.id}`,
    account: { id: String(accounts.indexOf(status.account) + 1) },
    content: `<p>${escapeHtml(status.text).replaceAll('\n', '<br />')}</p>`,
    replies_count: statuses.filter(({ in_reply_to_id }) => in_reply_to_id === status.id).length,
    favourites_count: 3,
    reblogs_count: 2,
    // Servers count quotes from 4.5 on.
    ...(options.reads === 'together' && { quotes_count: 1 }),
  });

  async function handle(
    incoming: IncomingMessage,
  ): Promise<{ status: number; body: unknown; location?: string }> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake.invalid');
    const { method } = incoming;
    const bytes = await buffer(incoming);
    const isForm = incoming.headers['content-type']?.startsWith('multipart/');
    const body = bytes.length && !isForm ? JSON.parse(bytes.toString()) : {};
    const account = tokens.get(incoming.headers.authorization?.replace('Bearer ', '') ?? '');
    if (pathname === '/api/v2/instance')
      return {
        status: 200,
        body: {
          domain: 'fake.example',
          title: 'A fake server',
          configuration: {
            statuses: { max_characters: options.maxCharacters, characters_reserved_per_url: 23 },
          },
        },
      };
    if (pathname === '/api/v1/apps') {
      const id = randomUUID();
      clients.set(id, { secret: randomUUID(), redirectUri: body.redirect_uris });
      return { status: 200, body: { client_id: id, client_secret: clients.get(id)?.secret } };
    }
    if (pathname === '/oauth/authorize') {
      const client = searchParams.get('client_id') ?? '';
      const redirect = searchParams.get('redirect_uri') ?? '';
      if (clients.get(client)?.redirectUri !== redirect)
        return { status: 400, body: { error: 'invalid_client' } };
      const code = randomUUID();
      const challenge = searchParams.get('code_challenge') ?? '';
      codes.set(code, { client, challenge, account: person });
      const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
      return { status: 302, body: {}, location: `${redirect}?${query}` };
    }
    if (pathname === '/oauth/token') {
      const known = codes.get(body.code);
      codes.delete(body.code);
      const challenge = createHash('sha256')
        .update(body.code_verifier ?? '')
        .digest('base64url');
      if (
        !known ||
        known.challenge !== challenge ||
        clients.get(known.client)?.secret !== body.client_secret
      )
        return { status: 400, body: { error: 'invalid_grant' } };
      const token = randomUUID();
      tokens.set(token, known.account);
      return { status: 200, body: { access_token: token, token_type: 'Bearer' } };
    }
    if (!account) return { status: 401, body: { error: 'The access token is invalid' } };
    if (pathname === '/api/v1/accounts/verify_credentials')
      return {
        status: 200,
        body: {
          id: String(accounts.indexOf(account) + 1),
          username: account,
          display_name: `${account} of Mastodon`,
          followers_count: 12,
          statuses_count: statuses.filter((status) => status.account === account).length,
          url: `${proxy.url}/@${account}`,
          avatar: `${proxy.url}${PICTURE}?animated`,
          avatar_static: options.picture === undefined ? proxy.url + PICTURE : options.picture,
        },
      };
    if (method === 'GET' && pathname === '/api/v1/accounts/search') {
      const [text, limit] = [searchParams.get('q') ?? '', Number(searchParams.get('limit'))];
      if (text === '' || !(limit >= 1 && limit <= 80))
        return { status: 400, body: { error: 'param is missing or the value is empty: q' } };
      // A server that looks elsewhere for an unknown handle takes its time.
      if (searchParams.get('resolve') === 'true')
        return { status: 503, body: { error: 'Timeout' } };
      const found = [...accounts, 'grace@other.example']
        .filter((acct) => acct.startsWith(text.toLowerCase()))
        .map((acct) => ({ id: acct, acct, display_name: acct === 'eve' ? '' : `${acct} <b>` }));
      return { status: 200, body: found.slice(0, limit) };
    }
    if (method === 'POST' && pathname === '/api/v2/media') {
      await options.uploading();
      const type = incoming.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(bytes), {
        headers: { 'content-type': type },
      }).formData();
      const file = form.get('file') as File;
      const one = {
        id: String(++ids),
        description: String(form.get('description') ?? ''),
        focus: String(form.get('focus') ?? ''),
        type: file.type,
        bytes: Buffer.from(await file.arrayBuffer()),
        asked: 0,
      };
      media.push(one);
      const isReady = options.processing === 0;
      return { status: isReady ? 200 : 202, body: { id: one.id, url: isReady ? 'x' : null } };
    }
    const file = /^\/api\/v1\/media\/(\d+)$/.exec(pathname)?.[1];
    if (file) {
      const one = media.find(({ id }) => id === file);
      if (!one) return { status: 404, body: { error: 'Record not found' } };
      return { status: ++one.asked > options.processing ? 200 : 206, body: { id: one.id } };
    }
    if (method === 'POST' && pathname === '/api/v1/statuses') {
      const key = incoming.headers['idempotency-key'] as string | undefined;
      const known = key && options.keys !== 'ignored' ? keys.get(key) : undefined;
      if (known && options.keys === 'repeated_is_500')
        return { status: 500, body: { error: 'Internal Server Error' } };
      if (known) return { status: 200, body: render(known) };
      const parent = body.in_reply_to_id ?? null;
      if (parent && !statuses.some(({ id }) => id === parent))
        return { status: 404, body: { error: 'Record not found' } };
      if ([...body.status].length > options.maxCharacters)
        return { status: 422, body: { error: 'Validation failed: Text character limit exceeded' } };
      const wanted: string[] = body.media_ids ?? [];
      const found = wanted.flatMap((id) => media.find((entry) => entry.id === id) ?? []);
      if (found.length < wanted.length)
        return { status: 422, body: { error: `Media ${wanted} not found or already attached` } };
      if (found.some(({ asked }) => asked < options.processing))
        return {
          status: 422,
          body: { error: 'Cannot attach files that have not finished processing. Try again!' },
        };
      const status: Status = {
        media: wanted,
        id: String(++ids),
        account,
        in_reply_to_id: parent,
        text: body.status,
        visibility: body.visibility ?? 'public',
        language: body.language ?? null,
        spoiler_text: body.spoiler_text ?? '',
        sensitive: body.sensitive ?? false,
        created_at: new Date().toISOString(),
      };
      statuses.push(status);
      if (key) keys.set(key, status);
      return { status: 200, body: render(status) };
    }
    if (pathname === '/api/v1/statuses' && options.reads === 'together') {
      const wanted = searchParams.getAll('id[]');
      if (wanted.length > 20) return { status: 422, body: { error: 'Too many ids' } };
      return {
        status: 200,
        body: statuses.filter((status) => wanted.includes(status.id)).map(render),
      };
    }
    const boosted = /^\/api\/v1\/statuses\/(\d+)\/reblog$/.exec(pathname)?.[1];
    if (boosted && method === 'POST') {
      const original = statuses.find((status) => status.id === boosted);
      if (!original || original.visibility === 'direct')
        return { status: 404, body: { error: 'Record not found' } };
      const boost = statuses.find(
        (status) => status.account === account && status.reblog === boosted,
      ) ?? {
        ...original,
        id: String(++ids),
        account,
        in_reply_to_id: null,
        text: '',
        reblog: boosted,
        created_at: new Date().toISOString(),
      };
      if (!statuses.includes(boost)) statuses.push(boost);
      return { status: 200, body: { ...render(boost), reblog: render(original) } };
    }
    const [, id, rest] = /^\/api\/v1\/statuses\/(\d+)(\/source)?$/.exec(pathname) ?? [];
    const index = statuses.findIndex((status) => status.id === id);
    const found = statuses[index];
    if (id && !found) return { status: 404, body: { error: 'Record not found' } };
    if (found && method === 'DELETE' && !options.deletes(found))
      return { status: 403, body: { error: 'This action is not allowed' } };
    if (found && method === 'DELETE') {
      statuses.splice(index, 1);
      // Its boosts go with it.
      for (const boost of statuses.filter(({ reblog }) => reblog === id))
        statuses.splice(statuses.indexOf(boost), 1);
      return { status: 200, body: render(found) };
    }
    if (found && rest)
      return {
        status: 200,
        body: { id, text: found.text, spoiler_text: found.spoiler_text },
      };
    if (found && method === 'GET') return { status: 200, body: render(found) };
    const of = /^\/api\/v1\/accounts\/(\d+)\/statuses$/.exec(pathname)?.[1];
    if (of) {
      const limit = Number(searchParams.get('limit') ?? 20);
      const after = Number(searchParams.get('min_id') ?? 0);
      const before = Number(searchParams.get('max_id') ?? Number.POSITIVE_INFINITY);
      const own = statuses.filter(
        ({ account, id }) =>
          account === accounts[Number(of) - 1] && Number(id) > after && Number(id) < before,
      );
      // The nearest to min_id, or else the latest; the latest first.
      const page = searchParams.has('min_id') ? own.slice(0, limit) : own.slice(-limit);
      return { status: 200, body: page.toReversed().map(render) };
    }
    return { status: 404, body: { error: 'Record not found' } };
  }

  const server = createServer((incoming, response) => {
    const answer = async () => {
      const picture = await readPicture(incoming.url ?? '');
      if (picture) return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
      const { status, body, location } = await handle(incoming);
      return response
        .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
        .end(JSON.stringify(body));
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy = await startFaultProxy(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ({ method, path }) => method === 'POST' && /^\/api\/v1\/statuses(\/\d+\/reblog)?$/.test(path),
    replies,
  );

  const known = new Map<number, string>();
  /** Logs a person in, as their browser does. */
  async function authorize(
    call: Parameters<TestNetwork['connect']>[0],
    account: string,
    channel?: number,
  ) {
    person = account;
    const begun = await call('/api/channels/authorize/', 'POST', {
      network: 'mastodon',
      fields: { server: proxy.url },
      ...(channel && { channel }),
    });
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
    const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location') ?? '');
    return call('/api/channels/complete/', 'POST', Object.fromEntries(searchParams));
  }
  const network: TestNetwork = {
    name: 'mastodon',
    renews: false,
    atomic: false,
    connect: async (call) => {
      const account = `ada${accounts.length}`;
      accounts.push(account);
      const { status, body } = await authorize(call, account);
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, account);
      return body.channels[0].id;
    },
    reconnect: (call, channel) => authorize(call, known.get(channel) ?? '', channel),
    posts: async (_call, channel) =>
      statuses
        .filter(({ account, reblog }) => account === known.get(channel) && !reblog)
        .map(({ id, text, in_reply_to_id }) => ({ id, content: text, parent: in_reply_to_id })),
    reposts: async (_call, channel) =>
      statuses.flatMap(({ account, reblog }) =>
        account === known.get(channel) && reblog ? [reblog] : [],
      ),
    fail: async (_call, _channel, ...faults) => proxy.fail(...faults),
    stop: async () => {
      proxy.stop();
      server.closeAllConnections();
      server.close();
    },
  };
  return {
    ...network,
    chaos: proxy.chaos,
    intercept: proxy.intercept,
    url: proxy.url,
    options,
    statuses,
    media,
    authorize,
    addAccount: (name: string) => void accounts.push(name),
  };
}
