import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { listVoices } from '#contract/assistant/voices.ts';
import { listFolders } from '#contract/content/folders.ts';
import { listItems } from '#contract/content/items.ts';
import { getThread } from '#contract/content/threads.ts';
import type { AppError } from '../errors.ts';
import { type Caller, cursorOf, NOTICE } from './tool.ts';
import { getPost, listFoldersTool } from './tools/posts.ts';
import { mayCall } from './tools.ts';

/** Posts, folders and the brand voice, to read into a conversation. */

const JSON_TYPE = 'application/json';
const PAGE = 50;
const POST = 'postfolio://posts/{id}';
const FOLDERS = 'postfolio://folders';
const VOICES = 'postfolio://voices';

const contents = (uri: URL, value: object) => ({
  contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
});

/** What fails is an error of the protocol here, in the words of the API: a resource has no other. */
const failing =
  (explain: (error: unknown) => AppError, uri?: URL) =>
  (error: unknown): never => {
    const { status, message } = explain(error);
    if (uri && status === 404) throw new ResourceNotFoundError(uri.href);
    const { InternalError, InvalidParams } = ProtocolErrorCode;
    throw new ProtocolError(status >= 500 ? InternalError : InvalidParams, message);
  };

/** @param explain what a failure is called, which is logged where it is ours */
export function registerResources(
  server: McpServer,
  caller: Caller,
  explain: (error: unknown) => AppError,
): void {
  const { person, call } = caller;
  const reading = async (uri: URL, work: () => Promise<object>) =>
    contents(uri, await work().catch(failing(explain, uri)));
  const fixed: { uri: string; name: string; title: string; description: string }[] = [];
  const add = (
    uri: string,
    about: { name: string; title: string; description: string },
    read: () => Promise<object>,
  ) => {
    fixed.push({ uri, ...about });
    server.registerResource(about.name, uri, { ...about, mimeType: JSON_TYPE }, (at) =>
      reading(at, read),
    );
  };
  if (mayCall(person, listFolders))
    add(
      FOLDERS,
      { name: 'folders', title: 'Folders', description: 'The folders of the workspace.' },
      () => listFoldersTool.run(caller, { limit: 2000 } as never),
    );
  if (mayCall(person, listVoices))
    add(
      VOICES,
      {
        name: 'voices',
        title: 'Brand voice',
        description: 'How this workspace writes, for each of its voices.',
      },
      async () => ({ notice: NOTICE, voices: await call(listVoices, {}) }),
    );
  if (!mayCall(person, getThread)) return;
  server.registerResource(
    'post',
    new ResourceTemplate(POST, { list: undefined }),
    { title: 'A post', description: 'A post or thread with its texts.', mimeType: JSON_TYPE },
    (uri, { id }) =>
      reading(uri, () =>
        getPost.run(caller, { post_id: id, from_part: 0, comments: false } as never),
      ),
  );
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const cursor = params?.cursor;
    const query = { posts: 'true' as const, page_size: String(PAGE), cursor };
    const { results, next } = await call(listItems, { query }).catch(failing(explain));
    const nextCursor = cursorOf(next);
    return {
      resources: [
        ...(cursor === undefined ? fixed : []).map((about) => ({ ...about, mimeType: JSON_TYPE })),
        ...results.map(({ id, title, status }) => ({
          ...{ uri: POST.replace('{id}', String(id)), name: `post ${id}`, title },
          ...{ description: `A post: ${status}`, mimeType: JSON_TYPE },
        })),
      ],
      ...(nextCursor !== null && { nextCursor }),
      // Titles are what people wrote.
      _meta: { notice: NOTICE },
    };
  });
}
