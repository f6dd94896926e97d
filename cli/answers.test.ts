import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendJson, sendPage, startAnswering } from '../server/testing/answering.ts';
import { atTerminal } from '../server/testing/cli.ts';

/** What servers and proxies answer that no Postfolio would, or not now. */

type Answer = Parameters<typeof startAnswering>[0];

const asked = async (answer: Answer) =>
  atTerminal({ POSTFOLIO_URL: await startAnswering(answer), POSTFOLIO_KEY: 'pf_x' });

const FOLDERS = { results: [{ id: 1, name: 'F', parent: null }] };
const MADE = { post: null, publications: [], findings: [], proposed: false, because: null };

describe('an answer that is none of the API', () => {
  test.each([
    [['posts', 'list'], {}],
    [['posts', 'show', '1'], {}],
    [['channels'], {}],
    [['whoami'], null],
    [['attention'], 'a text'],
    [['figures'], { rows: 7 }],
  ])('ends %j with a sentence, where it is %j', async (words, body) => {
    const { run } = await asked((_, response) => sendJson(response, body));
    const plain = await run(words);
    expect([plain.code, plain.stdout]).toEqual([1, '']);
    expect(plain.stderr).not.toMatch(/\n\s+at /);
  });

  test('is an error in JSON for --json, however deep it is', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { run } = await asked((request, response) =>
      request.url?.includes('channels') ? response.end(deep) : sendJson(response, {}),
    );
    for (const words of [['channels'], ['posts', 'list']]) {
      const { code, stderr } = await run([...words, '--json']);
      expect([code, JSON.parse(stderr)]).toMatchObject([1, { code: 'failed' }]);
    }
  });

  test.each([502, 503, 504])('and says %i in HTML is asked again', async (status) => {
    let count = 0;
    const { run } = await asked((_, response) =>
      ++count === 1 ? sendPage(response, status) : sendJson(response, []),
    );
    const { code, stderr } = await run(['channels', '--json']);
    expect([code, stderr, count]).toEqual([0, '', 2]);
  });

  test('and stays in HTML is named by its status', async () => {
    const { run } = await asked((_, response) => sendPage(response, 404));
    const { code, stderr } = await run(['channels']);
    expect([code, stderr]).toEqual([
      1,
      'The server answered 404 without JSON. Is it the address of a Postfolio?\n',
    ]);
  });

  test('and has no end of pages, ends', async () => {
    let pages = 0;
    const { run } = await asked((_, response) => {
      pages++;
      sendJson(response, { results: [], next: '/api/posts/?cursor=a', count: 0 });
    });
    expect((await run(['posts', 'list'])).code).toBe(0);
    expect(pages).toBe(1);
  });
});

describe('a request whose first one still runs', () => {
  const creating = async (seconds: string, times: number) => {
    let count = 0;
    const shell = await asked((request, response) => {
      if (request.url?.includes('folders')) return sendJson(response, FOLDERS);
      if (++count > times) return sendJson(response, MADE, 201);
      const said = { code: 'in_progress', detail: 'The first request with this key still runs.' };
      return sendJson(response, said, 409, { 'retry-after': seconds });
    });
    return shell.run(['posts', 'create', 'x']);
  };

  test('is waited for', async () => {
    expect((await creating('1', 5)).code).toBe(0);
  });

  test('is no refusal of a check, where that takes too long', async () => {
    const { code, stderr } = await creating('3600', 1);
    expect([code, stderr]).toEqual([1, expect.stringContaining('It may have been done')]);
  });
});

describe('an upload in chunks', () => {
  const SIZE = 26 * 1024 * 1024;

  /** @param patch answers a chunk in place of taking it, or says that it does not */
  async function uploading(
    patch: (response: ServerResponse, received: number, request: IncomingMessage) => unknown,
  ) {
    let [received, patches] = [0, 0];
    const { run, home } = await asked((request, response, body) => {
      if (request.method === 'POST') return sendJson(response, { id: 'abc' }, 201);
      const headers = () => ({ 'upload-offset': String(received) });
      if (request.method === 'HEAD') return response.writeHead(200, headers()).end();
      if (request.method === 'PATCH') {
        patches++;
        if (patch(response, received, request)) return response;
        received += body.length;
        return response.writeHead(204, headers()).end();
      }
      return sendJson(response, {
        ...{ state: 'done', refusal: null },
        file: { id: 1, kind: 'image', size: received, name: 'x' },
      });
    });
    const file = join(home, 'large.bin');
    writeFileSync(file, Buffer.alloc(SIZE));
    const { code, stderr } = await run(['media', 'upload', file]);
    return { code, stderr, received, patches };
  }

  test('goes on after pages of a proxy', async () => {
    let bad = 2;
    const ended = await uploading((response, received) =>
      received > 0 && bad-- > 0 ? sendPage(response, 502) : undefined,
    );
    expect(ended).toMatchObject({ code: 0, stderr: '', received: SIZE });
  });

  test('waits as long as the server asks', async () => {
    let since = 0;
    const ended = await uploading((response) => {
      since ||= Date.now();
      if (Date.now() - since > 11_000) return undefined;
      return sendJson(response, { code: 'throttled', detail: 'Many' }, 429, {
        'retry-after': '12',
      });
    });
    expect(ended).toMatchObject({ code: 0, stderr: '', received: SIZE, patches: 8 });
  });

  test('ends at once where it is refused', async () => {
    const ended = await uploading((response) =>
      sendJson(response, { code: 'too_large', detail: 'Too large.' }, 413),
    );
    expect(ended).toMatchObject({ code: 5, stderr: 'Too large.\n', patches: 1 });
  });

  test.each([[undefined], ['0'], ['-4'], ['x'], ['99999999999']])(
    'ends where the server says that %s bytes have arrived',
    async (offset) => {
      const ended = await uploading((response) =>
        response.writeHead(204, offset === undefined ? {} : { 'upload-offset': offset }).end(),
      );
      expect(ended).toMatchObject({
        ...{ code: 1, patches: 1 },
        stderr: expect.stringContaining('how much has arrived'),
      });
    },
  );
});

test('a handle that no account has is refused, also where a network is called so', async () => {
  const posted: string[] = [];
  const { run } = await asked((request, response, body) => {
    if (request.method === 'POST') posted.push(body.toString());
    const channel = { id: 7, network: 'x', handle: '@ada', name: 'Ada', state: 'connected' };
    return sendJson(
      response,
      request.url?.includes('channels') ? [{ ...channel, server: null }] : FOLDERS,
    );
  });
  const { code, stderr } = await run(['publish', '-c', '@x', 'For the account @x']);
  expect([code, posted]).toEqual([2, []]);
  expect(stderr).toContain('names no account');
});
