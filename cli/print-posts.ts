import type { PostWithPublications } from '#contract/publishing/composite-posts.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { labelOf } from './channels.ts';
import { printRows, timeOf } from './output.ts';

export const printPublications = (publications: readonly Publication[]) =>
  printRows(
    ['publication', 'channel', 'state', 'time', 'post', 'text'],
    publications.map(({ id, channel, state, due_at, published_at, item, excerpt }) => [
      ...[id, labelOf(channel), state, timeOf(published_at ?? due_at)],
      ...[item, excerpt],
    ]),
  );

export const printPosts = (posts: readonly PostWithPublications[]) =>
  printRows(
    ['id', 'status', 'changed', 'parts', 'on', 'text'],
    posts.map(({ id, status, updated_at, parts, publications, title, text }) => [
      ...[id, status, timeOf(updated_at), parts.length],
      ...[publications.map(({ channel }) => labelOf(channel)).join(' '), title ?? text],
    ]),
  );
