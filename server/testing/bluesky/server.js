// A server of Bluesky with accounts, for tests: prints its URL, and that of its directory of DIDs,
// as JSON when it is ready. What it fetches from https://app.postfolio-tests.org comes from the URL on its
// standard input: a server without a certificate.
// usage: node server.js <folder> <port>
import { createServer } from 'node:http';
import { join } from 'node:path';
import { envToCfg, envToSecrets, PDS, readEnv } from '@atproto/pds';
import { formatDidDoc, normalizeOp } from '@did-plc/lib';

const [folder, port] = process.argv.slice(2);

/** A directory of did:plc: the last operation of each DID. */
const operations = new Map();
const directory = createServer((request, response) => {
  const did = decodeURIComponent(request.url ?? '').split('/')[1] ?? '';
  const reply = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method === 'POST') {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      operations.set(did, JSON.parse(text));
      reply(200, {});
    });
    return;
  }
  const operation = operations.get(did);
  if (!operation) return reply(404, { message: `DID not registered: ${did}` });
  const data = { did, ...normalizeOp(operation) };
  reply(200, request.url?.endsWith('/data') ? data : formatDidDoc(data));
});
await new Promise((resolve) => directory.listen(0, '127.0.0.1', resolve));

/**
 * What counts what readers do, and is asked by servers on behalf of their accounts: replies as they are in the
 * repository, and as many likes as a text has words.
 */
const REPO = `http://127.0.0.1:${port}/xrpc/com.atproto.repo`;
const read = async (method, params) => {
  const response = await fetch(`${REPO}.${method}?${new URLSearchParams(params)}`);
  return response.ok ? response.json() : undefined;
};
const POSTS = 'app.bsky.feed.post';
async function counted(uri) {
  const [, , repo, collection, rkey] = uri.split('/');
  const record = await read('getRecord', { repo, collection, rkey });
  if (!record) return [];
  const { records } = await read('listRecords', { repo, collection: POSTS, limit: '100' });
  const replies = records.filter(({ value }) => value.reply?.parent.uri === uri);
  const likeCount = record.value.text.split(/\s+/).length;
  const counts = { likeCount, repostCount: 2, quoteCount: 1, bookmarkCount: 1 };
  return [{ uri, cid: record.cid, record: record.value, replyCount: replies.length, ...counts }];
}
const view = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://view.invalid');
  const reply = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (!request.headers.authorization?.startsWith('Bearer '))
    return reply(401, { error: 'AuthMissing', message: 'Authentication Required' });
  const answer = async () => {
    if (pathname === '/xrpc/app.bsky.actor.getProfile') {
      const did = searchParams.get('actor');
      const { records } = await read('listRecords', { repo: did, collection: POSTS, limit: '100' });
      return reply(200, { did, handle: 'a.test', followersCount: 12, postsCount: records.length });
    }
    if (pathname === '/xrpc/app.bsky.actor.searchActorsTypeahead') {
      const [q, limit] = [searchParams.get('q'), Number(searchParams.get('limit'))];
      if (!q || !(limit >= 1 && limit <= 100))
        return reply(400, { error: 'InvalidRequest', message: 'Error: Params must have "q"' });
      // It knows the accounts of this server, by their whole handles.
      const url = `http://127.0.0.1:${port}/xrpc/com.atproto.identity.resolveHandle?handle=${q}`;
      const found = await fetch(url);
      const actors = found.ok
        ? [{ did: (await found.json()).did, handle: q, displayName: `${q.slice(0, 4)} {<b>}` }]
        : [];
      return reply(200, { actors: actors });
    }
    const uris = searchParams.getAll('uris');
    if (pathname !== '/xrpc/app.bsky.feed.getPosts' || uris.length > 25)
      return reply(400, {
        error: 'InvalidRequest',
        message: 'Error: uris must not have more than 25 elements',
      });
    reply(200, { posts: (await Promise.all(uris.map(counted))).flat() });
  };
  answer().catch(() => response.destroy());
});
await new Promise((resolve) => view.listen(0, '127.0.0.1', resolve));

Object.assign(process.env, {
  PDS_BSKY_APP_VIEW_URL: `http://127.0.0.1:${view.address().port}`,
  PDS_BSKY_APP_VIEW_DID: 'did:web:view.test',
  // It is on this machine.
  PDS_DISABLE_SSRF_PROTECTION: 'true',
  // It is a part of the URL that it gives its accounts.
  PDS_PORT: port,
  PDS_HOSTNAME: 'localhost',
  PDS_DEV_MODE: 'true',
  PDS_DATA_DIRECTORY: folder,
  PDS_BLOBSTORE_DISK_LOCATION: join(folder, 'blobs'),
  PDS_DID_PLC_URL: `http://127.0.0.1:${directory.address().port}`,
  PDS_JWT_SECRET: 'only for tests',
  PDS_ADMIN_PASSWORD: 'only for tests',
  PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX: '11'.repeat(32),
  PDS_INVITE_REQUIRED: 'false',
  PDS_SERVICE_HANDLE_DOMAINS: '.test',
  LOG_ENABLED: 'false',
});
const env = readEnv();
const pds = await PDS.create(envToCfg(env), envToSecrets(env));
const server = await pds.start();
let app = '';
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  return origin === 'https://app.postfolio-tests.org'
    ? realFetch(app + pathname)
    : realFetch(input, init);
};
console.log(
  JSON.stringify({
    url: `http://127.0.0.1:${server.address().port}`,
    directory: `http://127.0.0.1:${directory.address().port}`,
  }),
);
process.on('SIGTERM', () => process.exit(0));
process.stdin
  .setEncoding('utf8')
  .on('data', (line) => {
    app = line.trim();
  })
  .on('end', () => process.exit(0));
