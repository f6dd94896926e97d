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

Object.assign(process.env, {
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
