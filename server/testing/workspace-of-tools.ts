import { type TestApp, writer } from './app.ts';

/** A workspace with what each tool of agents can be called with. */
export async function workspaceOfTools(app: TestApp) {
  const me = await writer(app);
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, me.token);
  const { body: other } = await app.post('/api/channels/', { network: 'practice' }, me.token);
  const { body: folder } = await app.post('/api/content/folders/', { name: 'Mine' }, me.token);
  const { id } = await me.write();
  const at = { channels: [channel.id], at: '2030-01-01T09:00:00Z' };
  const path = `/api/content/items/${id}/publications/` as '/api/content/items/:id/publications/';
  const { body: made } = await app.post(path, at, me.token);
  const { id: draft, version } = await me.write();
  const { id: ready } = await me.write();
  const file = await fetch(`${app.base}/api/media/?name=a.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}` },
    body: '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n',
  });
  const { id: file_id } = (await file.json()) as { id: number };
  const publication_id = made[0]?.id;
  const publishing = { post_id: draft, channel_ids: [channel.id], at: '2030-02-01T09:00' };
  /** Arguments with which an owner can call each tool. */
  const given: Record<string, object> = {
    search_posts: {},
    get_post: { post_id: draft },
    list_folders: {},
    list_channels: {},
    check_text: { post_id: draft, channel_ids: [channel.id] },
    create_draft: { folder_id: me.folder, text: 'New' },
    update_draft: { post_id: draft, version, text: 'Changed' },
    create_thread: { folder_id: me.folder, parts: [{ text: 'New' }] },
    attach_media: { post_id: draft, files: [{ file_id }] },
    describe_media: { file_id, alt: 'Changed' },
    submit_for_review: { post_id: draft },
    comment: { post_id: draft, text: 'A comment' },
    list_publications: { post_id: id, channel_id: channel.id },
    propose_publication: publishing,
    schedule_publication: { ...publishing, post_id: ready },
    cancel_publication: { publication_id },
    move_publication: { publication_id, at: '2030-02-01T10:00' },
    needs_attention: {},
    get_figures: { post_id: id },
    best_times: { channel_id: channel.id },
  };
  return { ...me, channel: channel.id, other: other.id, empty: folder.id, draft, id, given };
}
