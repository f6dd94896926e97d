import type { TestApp } from './app.ts';
import { practice } from './networks/practice.ts';
import { publisherOn } from './publishing.ts';

/** A member with a practice channel, who writes posts in one go. */
export async function poster(app: TestApp) {
  const me = await publisherOn(app, practice);
  const create = (
    fields: object,
    query: '' | `?dry_run=${string}` = '',
    headers: Record<string, string> = {},
    token = me.token,
  ) =>
    app.request(`/api/posts/${query}` as '/api/posts/', {
      ...{ method: 'POST', token, headers },
      body: { folder: me.folder, ...fields },
    });
  const count = async () => (await me.call('/api/posts/')).body.count;
  const key = async (fields: object): Promise<string> => {
    const { status, body } = await me.call('/api/keys/', 'POST', { name: 'A script', ...fields });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.secret;
  };
  return { ...me, create, count, key };
}
