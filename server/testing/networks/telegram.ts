import { type FakeReply, type FakeRequest, startFake } from './fake.ts';
import type { Fault } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/** The Bot API of Telegram, with channels that a bot may post to; nothing of them can be read. */

type Post = {
  id: number;
  chat: number;
  text: string;
  parent: number | null;
  silent: boolean;
  file: { name: string; size: number } | null;
  group: string | null;
};

const failure = (code: number, description: string, parameters?: object) => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
});

const replies = (fault: Fault) => {
  switch (fault) {
    case 'rate_limit':
      return failure(429, 'Too Many Requests: retry after 1', { retry_after: 1 });
    case 'expired':
    case 'revoked':
      return failure(401, 'Unauthorized');
    case 'refuse':
      return failure(400, 'Bad Request: message text is empty');
    default:
      return failure(502, 'Bad Gateway');
  }
};

const FILES: Record<string, string> = {
  sendPhoto: 'photo',
  sendVideo: 'video',
  sendAnimation: 'animation',
  sendDocument: 'document',
};

export async function startTelegram() {
  const bots = new Map<string, number>();
  const chats = new Map<
    string,
    { id: number; title: string; username: string; mayPost: boolean }
  >();
  const posts: Post[] = [];
  let ids = 10;
  let accounts = 0;

  const shown = ({ id, chat }: Post) => ({
    message_id: id,
    chat: { id: chat, username: [...chats.values()].find((entry) => entry.id === chat)?.username },
    date: Math.floor(Date.now() / 1000),
  });
  const ok = (result: unknown): FakeReply => ({ status: 200, body: { ok: true, result } });

  /** What was forwarded: the message by its copy. */
  const forwards = new Map<number, number>();

  async function handle({ path, body, files, method }: FakeRequest): Promise<FakeReply> {
    const [, token = '', name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    const bot = bots.get(token);
    if (method !== 'POST') return failure(404, 'Not Found');
    if (bot === undefined) return failure(401, 'Unauthorized');
    if (name === 'getMe') return ok({ id: bot, is_bot: true, username: `bot${bot}` });
    const chat =
      chats.get(String(body.chat_id)) ??
      [...chats.values()].find(({ id }) => String(id) === String(body.chat_id));
    if (!chat) return failure(400, 'Bad Request: chat not found');
    if (name === 'getChat')
      return ok({ id: chat.id, type: 'channel', title: chat.title, username: chat.username });
    if (name === 'getChatMember')
      return ok({ status: 'administrator', can_post_messages: chat.mayPost });
    if (!chat.mayPost) return failure(403, 'Forbidden: bot is not a member of the channel chat');
    if (name === 'deleteMessage') {
      const index = posts.findIndex(({ id }) => id === Number(body.message_id));
      if (index < 0) return failure(400, 'Bad Request: message to delete not found');
      posts.splice(index, 1);
      return ok(true);
    }
    const reply =
      typeof body.reply_parameters === 'string'
        ? JSON.parse(body.reply_parameters)
        : body.reply_parameters;
    const parent = reply?.message_id ?? null;
    if (parent && !posts.some(({ id }) => id === parent))
      return failure(400, 'Bad Request: message to be replied not found');
    const add = (text: string, file: File | undefined, group: string | null = null): Post => {
      const post = {
        id: ++ids,
        chat: chat.id,
        text,
        parent,
        silent: String(body.disable_notification) === 'true',
        file: file ? { name: file.name, size: file.size } : null,
        group,
      };
      posts.push(post);
      return post;
    };
    if (name === 'forwardMessage') {
      const from = [...chats.values()].find(({ id }) => String(id) === String(body.from_chat_id));
      if (!from) return failure(400, 'Bad Request: chat not found');
      const original = posts.find(
        ({ id, chat }) => id === Number(body.message_id) && chat === from.id,
      );
      if (!original) return failure(400, 'Bad Request: message to forward not found');
      const forwarded = add(original.text, undefined);
      forwards.set(forwarded.id, original.id);
      return ok(shown(forwarded));
    }
    if (name === 'sendMessage') {
      if (!body.text || body.text.length > 4096)
        return failure(400, 'Bad Request: message is too long');
      return ok(shown(add(body.text, undefined)));
    }
    const caption = body.caption ?? '';
    if (caption.length > 1024) return failure(400, 'Bad Request: message caption is too long');
    if (FILES[name]) {
      const [file] = files;
      if (!file) return failure(400, `Bad Request: there is no ${FILES[name]} in the request`);
      return ok(shown(add(caption, file)));
    }
    if (name === 'sendMediaGroup') {
      const group: { media: string; caption?: string }[] = JSON.parse(body.media);
      if (group.length < 2 || group.length > 10 || files.length !== group.length)
        return failure(400, 'Bad Request: wrong number of files');
      const id = String(++ids);
      return ok(group.map(({ caption: text = '' }, index) => shown(add(text, files[index], id))));
    }
    return failure(404, 'Not Found: method not found');
  }

  const proxy = await startFake(
    handle,
    ({ path }) => /\/(send\w+|forwardMessage)$/.test(path),
    replies,
  );
  const known = new Map<number, { token: string; chat: string }>();
  const fieldsOf = ({ token, chat }: { token: string; chat: string }) => ({ token, chat });
  /** A channel with a bot that may post to it. */
  function addChannel() {
    const number = ++accounts;
    const token = `${1_000_000 + number}:${'A'.repeat(30)}${number}`;
    const username = `harbour${number}`;
    bots.set(token, 1_000_000 + number);
    chats.set(`@${username}`, {
      id: -1_001_000_000_000 - number,
      title: `Harbour ${number}`,
      username,
      mayPost: true,
    });
    return { token, chat: `@${username}` };
  }
  const chatOf = (channel: number) => chats.get(known.get(channel)?.chat ?? '');
  const network: TestNetwork = {
    name: 'telegram',
    renews: false,
    atomic: false,
    asked: false,
    lists: false,
    pictures: false,
    connect: async (call) => {
      const added = addChannel();
      const { status, body } = await call('/api/channels/', 'POST', {
        network: 'telegram',
        fields: fieldsOf(added),
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      known.set(body.id, added);
      return body.id;
    },
    reconnect: (call, channel) =>
      call(`/api/channels/${channel}/reconnect/`, 'POST', {
        fields: fieldsOf(known.get(channel) as { token: string; chat: string }),
      }),
    posts: async (_call, channel) => {
      const own = posts.filter(({ chat, id }) => chat === chatOf(channel)?.id && !forwards.has(id));
      return own
        .filter(({ group, id }) => !group || own.find((entry) => entry.group === group)?.id === id)
        .map(({ id, text, parent, file, group }) => ({
          id: String(id),
          content: text,
          parent: parent === null ? null : String(parent),
          files: group ? own.filter((entry) => entry.group === group).length : file ? 1 : 0,
        }));
    },
    reposts: async (_call, channel) =>
      posts.flatMap(({ chat, id }) => {
        const of = forwards.get(id);
        return chat === chatOf(channel)?.id && of !== undefined ? [String(of)] : [];
      }),
    fail: async (_call, _channel, ...faults) => proxy.fail(...faults),
    chaos: proxy.chaos,
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    list: posts,
    chats,
    addChannel,
    environment: {},
    addresses: { 'https://api.telegram.org': proxy.url },
  };
}
