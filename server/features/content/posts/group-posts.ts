import type { Status } from '#contract/content/workflow.ts';
import type { PartRef, Post } from './post.ts';

type Row = {
  id: number;
  post: number;
  folder: number | null;
  status: Status;
  description: string | null;
  is_thread: boolean;
  version: number;
};

/**
 * Groups rows, which are ordered by post and position. A post has the version of its first item.
 */
export function groupPosts<R extends Row, P extends PartRef>(
  rows: readonly R[],
  partOf: (row: R) => P,
) {
  const posts: (Omit<Post<P>, 'folder'> & { folder: R['folder']; parts: P[] })[] = [];
  for (const row of rows) {
    const last = posts.at(-1);
    if (last?.id === row.post) last.parts.push(partOf(row));
    else {
      const { post: id, folder, status, description, version, is_thread: isThread } = row;
      posts.push({ id, folder, status, description, version, isThread, parts: [partOf(row)] });
    }
  }
  return posts;
}
