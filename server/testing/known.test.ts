import { expect, test } from 'vitest';
import type { Approval, Known } from '#contract/authority/missing.ts';
import { useApp, workspaceOf } from './app.ts';
import { practice } from './networks/practice.ts';
import { publisherOn } from './publishing.ts';

const app = useApp();

/** Statements of features that know nothing of each other. */
const statementsOf = (file: string): Promise<Record<string, Read>> => import(`../features/${file}`);
type Read = (database: typeof app.database, given: object) => Promise<{ known: Known }[]>;

/** A part that a statement left out would be undefined, and demand nothing. */
test('what is known of a publication, and of a post, has every part', async () => {
  const KEYS: Record<keyof Known, true> = {
    ...{ isDemanded: true, isSame: true, isBegun: true, approvals: true, source: true },
  };
  const OF_APPROVALS: Record<keyof Approval, true> = {
    ...{ id: true, isOfPresent: true, isOfCovered: true, isReviewed: true, ended: true },
  };
  const me = await publisherOn(app, practice);
  const { id: item } = await me.write({ status: 'approved' });
  const path = `/api/content/items/${item}/publications/`;
  const [publication] = (
    await me.call(path, 'POST', { channels: [me.channel], at: '2030-01-01T09:00:00Z' })
  ).body as { id: number }[];
  if (!publication) throw new Error('nothing was scheduled');
  const workspaceId = await workspaceOf(app, me.folder);
  const { rows } = await app.database.query('select post_id from items where id = $1', [item]);
  const ofPublications = await statementsOf('publishing/publications/clearance/clearance.sql.ts');
  const ofPosts = await statementsOf('content/posts/approvals.sql.ts');
  const found = [
    await ofPublications.findKnown?.(app.database, { id: publication.id }),
    await ofPosts.findKnownOfPost?.(app.database, { workspaceId, id: rows[0].post_id }),
  ];
  for (const row of found) {
    const known = row?.[0]?.known as Known;
    expect(Object.keys(known).sort()).toEqual(Object.keys(KEYS).sort());
    expect(known.approvals.length).toBeGreaterThan(0);
    for (const approval of known.approvals)
      expect(Object.keys(approval).sort()).toEqual(Object.keys(OF_APPROVALS).sort());
  }
});
