import { STATUSES } from '#contract/content/workflow.ts';
import type { PostWithPublications } from '#contract/publishing/composite-posts.ts';
import { among, atMost, type Given, idOf, numberOf, oneOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { folderOf } from '../folders.ts';
import { readText } from '../input.ts';
import { print, printFields, printJson, say, timeOf } from '../output.ts';
import { FOLDER_OPTION, NEW_POST_OPTIONS, STATUS_OPTION, TEXT_OPTIONS } from '../post-options.ts';
import { printPosts, printPublications } from '../print-posts.ts';
import { API_OPTIONS, access } from '../session.ts';

/** Commands that show posts, and change those that are there. */

const PAGE = 100;
const MAX_POSTS = 1000;

async function list(given: Given) {
  atMost(given, 0);
  const { api } = access(given);
  const status = given.all('status').map((word) => among('status', word, STATUSES));
  const limit = numberOf(given, 'limit', 1, MAX_POSTS) ?? 20;
  const folder = given.text('folder') && String((await folderOf(api, given)).id);
  const posts: PostWithPublications[] = [];
  let cursor: string | undefined;
  do {
    const { results, next } = await api.call('GET /api/posts/', {
      query: {
        ...(status.length && { status }),
        ...(folder && { folder }),
        ...(cursor && { cursor }),
        page_size: String(Math.min(limit - posts.length, PAGE)),
      },
    });
    posts.push(...results);
    cursor = next
      ? (new URL(next, 'http://localhost').searchParams.get('cursor') ?? undefined)
      : undefined;
    // A page without posts is the last one, whatever it says.
    if (!results.length) break;
  } while (cursor && posts.length < limit);
  if (given.has('json')) return printJson(posts);
  printPosts(posts);
}

function printPost({ parts, publications, ...post }: PostWithPublications) {
  printFields({
    id: post.id,
    title: post.title,
    status: post.status,
    tags: post.tags.join(', '),
    version: post.version,
    created: timeOf(post.created_at),
    changed: timeOf(post.updated_at),
    files: parts.flatMap(({ media }) => media.map(({ file }) => file)).join(', '),
  });
  for (const [at, { text }] of parts.entries()) {
    print(parts.length > 1 ? `\n--- ${at + 1} of ${parts.length}` : '');
    print(text);
  }
  if (publications.length) print('');
  if (publications.length) printPublications(publications);
}

async function show(given: Given) {
  atMost(given, 1);
  const id = idOf(given.words[0], 'a post');
  const post = await access(given).api.call('GET /api/posts/:id/', { params: { id } });
  if (given.has('json')) return printJson(post);
  printPost(post);
}

async function edit(given: Given) {
  atMost(given, 2);
  const id = idOf(given.words[0], 'a post');
  const { api } = access(given);
  const [title, version] = [given.text('title'), numberOf(given, 'version', 1, 999_999_999)];
  const status = oneOf(given, 'status', STATUSES);
  const folder = given.text('folder') && (await folderOf(api, given)).id;
  const isText = given.words[1] !== undefined || given.text('file') !== undefined;
  // What is piped in is a text, where nothing else is to be changed.
  const isOther = title !== undefined || status !== undefined || Boolean(folder);
  const parts = isText || !isOther ? await readText(given, given.words[1]) : undefined;
  const [first, ...others] = parts ?? [];
  const post = await api.call('PUT /api/posts/:id/', {
    params: { id },
    body: {
      ...(parts && (others.length ? { parts } : { text: first as string })),
      ...(title !== undefined && { title }),
      ...(status !== undefined && { status }),
      ...(folder && { folder }),
      ...(version !== undefined && { version }),
    },
  });
  if (given.has('json')) return printJson(post);
  printPosts([post]);
}

async function remove(given: Given) {
  atMost(given, 1);
  const id = idOf(given.words[0], 'a post');
  await access(given).api.call('DELETE /api/posts/:id/', { params: { id } });
  if (given.has('json')) return printJson(null);
  say(`Post ${id} is in the trash.`);
}

export const postCommands: Command[] = [
  {
    name: 'posts list',
    summary: 'List posts, the newest first',
    options: {
      ...API_OPTIONS,
      status: {
        ...STATUS_OPTION,
        multiple: true,
        about: `${STATUS_OPTION.about}; several are possible`,
      },
      folder: FOLDER_OPTION,
      limit: { value: 'NUMBER', about: `how many, ${MAX_POSTS} at most; else 20` },
    },
    run: list,
  },
  {
    name: 'posts show',
    takes: 'POST',
    summary: 'Show a post with its texts and where it is published',
    options: API_OPTIONS,
    run: show,
  },
  {
    name: 'posts edit',
    takes: 'POST [TEXT]',
    summary: 'Change the text, the title, the status or the folder of a post',
    more: ['Standard input is the text where nothing else is to be changed, or where TEXT is -.'],
    options: {
      ...API_OPTIONS,
      ...TEXT_OPTIONS,
      title: NEW_POST_OPTIONS.title,
      status: STATUS_OPTION,
      folder: { value: 'FOLDER', about: 'move it to a folder, by its name or id' },
      version: {
        value: 'NUMBER',
        about: 'the version that you read: where it has another one by now, nothing is saved',
      },
    },
    run: edit,
  },
  {
    name: 'posts delete',
    takes: 'POST',
    summary: 'Move a post to the trash; what waits to be published is cancelled',
    options: API_OPTIONS,
    run: remove,
  },
];
