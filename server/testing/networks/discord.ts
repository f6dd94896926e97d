import { type FakeReply, type FakeRequest, startFake, unknownField } from './fake.ts';
import type { Fault } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/** The API of Discord: webhooks, which read nothing, and a bot with a nonce. */

const BOT = `Mtest.${'b'.repeat(40)}`;
const EPOCH = 1_420_070_400_000n;
const FIELDS = [
  'content',
  'allowed_mentions',
  'attachments',
  'flags',
  'nonce',
  'enforce_nonce',
  'message_reference',
];

type Message = {
  id: string;
  channel: string;
  content: string;
  parent: string | null;
  nonce: string | undefined;
  flags: number;
  files: { name: string; alt: string; size: number }[];
  timestamp: string;
};

const failure = (status: number, code: number, message: string): FakeReply => ({
  status,
  body: { code, message },
});

const replies = (fault: Fault) => {
  switch (fault) {
    case 'rate_limit':
      return {
        status: 429,
        body: { message: 'You are being rate limited.', retry_after: 0.9, global: false },
      };
    case 'expired':
    case 'revoked':
      return { status: 401, body: { code: 50_027, message: 'Invalid Webhook Token' } };
    case 'refuse':
      return { status: 400, body: { code: 50_035, message: 'Invalid Form Body' } };
    default:
      return { status: 502, body: { code: 0, message: 'Bad Gateway' } };
  }
};

export async function startDiscord({ way = 'webhook' }: { way?: 'webhook' | 'bot' } = {}) {
  const webhooks = new Map<string, { token: string; channel: string }>();
  const channels = new Map<string, string>();
  const messages: Message[] = [];
  let last = 0n;
  let accounts = 0;

  const snowflake = () => {
    const next = (BigInt(Date.now()) - EPOCH) << 22n;
    last = next > last ? next : last + 1n;
    return String(last);
  };
  const shown = ({ id, channel, content, nonce, timestamp }: Message) => ({
    id,
    channel_id: channel,
    content,
    timestamp,
    author: { id: '1' },
    ...(nonce && { nonce }),
  });

  function create(request: FakeRequest, channel: string, isBot: boolean): FakeReply {
    const { body, files } = request;
    const given = body.payload_json ? JSON.parse(body.payload_json) : body;
    const unknown = unknownField(given, FIELDS);
    if (unknown || (!isBot && (given.nonce || given.message_reference)))
      return failure(400, 50_035, `Invalid Form Body: ${unknown}`);
    if ([...(given.content ?? '')].length > 2000 || (!given.content && !files.length))
      return failure(400, 50_035, 'Invalid Form Body');
    if (!request.headers['user-agent']) return failure(403, 40_333, 'internal network error');
    if (files.some(({ size }) => size > 10 * 1024 * 1024))
      return failure(413, 40_005, 'Request entity too large');
    const same =
      given.enforce_nonce &&
      messages.find((message) => message.channel === channel && message.nonce === given.nonce);
    if (same) return { status: 200, body: shown(same) };
    const parent = given.message_reference?.message_id ?? null;
    if (parent && !messages.some(({ id }) => id === parent))
      return failure(400, 50_035, 'Unknown message');
    const message = {
      id: snowflake(),
      channel,
      content: given.content ?? '',
      parent,
      nonce: given.nonce,
      flags: given.flags ?? 0,
      files: files.map(({ size }, index) => ({
        name: given.attachments[index].filename,
        alt: given.attachments[index].description ?? '',
        size,
      })),
      timestamp: new Date().toISOString(),
    };
    messages.push(message);
    return { status: 200, body: shown(message) };
  }

  function remove(id: string | undefined): FakeReply {
    const index = messages.findIndex((message) => message.id === id);
    if (index < 0) return failure(404, 10_008, 'Unknown Message');
    messages.splice(index, 1);
    return { status: 204 };
  }

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { method, path, params, headers } = request;
    const [, id = '', token, message] =
      /^\/api\/v10\/webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+))?$/.exec(path) ?? [];
    const webhook = webhooks.get(id);
    if (token && !webhook) return failure(404, 10_015, 'Unknown Webhook');
    if (webhook) {
      if (webhook.token !== token) return failure(401, 50_027, 'Invalid Webhook Token');
      if (message) return remove(message);
      if (method === 'GET')
        return {
          status: 200,
          body: {
            id,
            name: 'Harbour news',
            avatar: 'a_1269e74af4df7417b13759eae50c83dc',
            channel_id: webhook.channel,
            guild_id: '12345678',
          },
        };
      const made = create(request, webhook.channel, false);
      // Without `wait` errors are swallowed, and nothing comes back.
      return params.get('wait') === 'true' ? made : { status: 204 };
    }
    if (headers.authorization !== `Bot ${BOT}`) return failure(401, 0, '401: Unauthorized');
    const [, channel = '', rest, one] =
      /^\/api\/v10\/channels\/(\d+)(\/messages)?(?:\/(\d+))?$/.exec(path) ?? [];
    const name = channels.get(channel);
    if (!name) return failure(404, 10_003, 'Unknown Channel');
    if (!rest) return { status: 200, body: { id: channel, type: 0, name, guild_id: '12345678' } };
    if (one) return remove(one);
    if (method === 'POST') return create(request, channel, true);
    const after = BigInt(params.get('after') ?? 0);
    const found = messages.filter((each) => each.channel === channel && BigInt(each.id) > after);
    const limit = Number(params.get('limit') ?? 50);
    // After a message, the next ones; else the latest.
    const page = params.has('after') ? found.slice(0, limit) : found.slice(-limit);
    return { status: 200, body: page.toReversed().map(shown) };
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) => method === 'POST' && /\/(webhooks|channels)\//.test(path),
    replies,
  );
  const known = new Map<number, { fields: Record<string, string>; channel: string }>();
  /** A channel with a webhook, and a bot in it. */
  function addChannel() {
    const number = String(++accounts).padStart(4, '0');
    const channel = `777${number}`;
    const [id, token] = [`888${number}`, `${'w'.repeat(60)}${number}`];
    channels.set(channel, `news-${number}`);
    webhooks.set(id, { token, channel });
    const fields: Record<string, string> =
      way === 'bot'
        ? { bot: BOT, channel }
        : { webhook: `${proxy.url}/api/webhooks/${id}/${token}` };
    return { fields, channel };
  }
  const network: TestNetwork = {
    name: 'discord',
    renews: false,
    atomic: false,
    asked: way === 'bot',
    pictures: way === 'webhook',
    lists: way === 'bot',
    connect: async (call) => {
      const added = addChannel();
      const { status, body } = await call('/api/channels/', 'POST', {
        network: 'discord',
        way,
        fields: added.fields,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      known.set(body.id, added);
      return body.id;
    },
    reconnect: (call, channel) =>
      call(`/api/channels/${channel}/reconnect/`, 'POST', {
        way,
        fields: known.get(channel)?.fields,
      }),
    posts: async (_call, channel) =>
      messages
        .filter((message) => message.channel === known.get(channel)?.channel)
        .map(({ id, content, parent, files }) => ({ id, content, parent, files: files.length })),
    fail: async (_call, _channel, ...faults) => proxy.fail(...faults),
    chaos: proxy.chaos,
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    list: messages,
    webhooks,
    addChannel,
    environment: {},
    addresses: { 'https://discord.com': proxy.url, 'https://cdn.discordapp.com': proxy.url },
  };
}
