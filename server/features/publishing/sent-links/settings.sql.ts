import { sql } from 'kysely';
import type { LinkRules } from '#contract/publishing/sent-links.ts';
import { statement } from '../../../database/statement.ts';

/** What a workspace wants of the links of its posts. */

export type Stored = Omit<LinkRules, 'base'> & { site_hosts: readonly string[] };

const columns = sql`counts, hosts, to_json(left_out) as left_out, adds_utm, utm, site_hosts`;

export const findSettings = statement<{ workspaceId: number }>()(
  'links.find_settings',
  (_db, bind) => sql<Stored>`
    select ${columns} from link_settings where workspace_id = ${bind('workspaceId')}`,
);

export const setSettings = statement<{
  workspaceId: number;
  counts: boolean;
  hosts: string[] | null;
  left_out: number[];
  adds_utm: boolean;
  utm: string;
  site_hosts: string[];
}>()(
  'links.set_settings',
  (_db, bind) => sql<object>`
    insert into link_settings (workspace_id, counts, hosts, left_out, adds_utm, utm, site_hosts)
    values (${bind('workspaceId', 'bigint')}, ${bind('counts', 'boolean')}, ${bind('hosts', 'text[]')},
      ${bind('left_out', 'bigint[]')}, ${bind('adds_utm', 'boolean')}, ${bind('utm', 'jsonb')},
      ${bind('site_hosts', 'text[]')})
    on conflict (workspace_id) do update set counts = excluded.counts, hosts = excluded.hosts,
      left_out = excluded.left_out, adds_utm = excluded.adds_utm, utm = excluded.utm,
      site_hosts = excluded.site_hosts`,
);

export const findSecret = statement<{ workspaceId: number }>()(
  'links.find_site_secret',
  (_db, bind) => sql<{ created_at: string }>`
    select created_at from site_secrets where workspace_id = ${bind('workspaceId')}`,
);

/**
 * What the placeholders and fixed variables of a post stand for (migration 0124): as kept with its
 * publication, where one is named. `campaign`: the folder at the top of its own.
 */
export const findNames = statement<{
  workspaceId: number;
  post: number | null;
  publication: number | null;
}>()(
  'links.find_names',
  (_db, bind) => sql<{
    zone: string;
    workspace: string;
    author: string | null;
    folder: string | null;
    campaign: string | null;
  }>`
    select time_zone as zone, names ->> 'workspace' as workspace, names ->> 'author' as author,
      names ->> 'folder' as folder, names ->> 'campaign' as campaign
    from workspaces cross join lateral (
      select coalesce(
        (select names from publications where publications.id = ${bind('publication', 'bigint')}
          and publications.workspace_id = workspaces.id),
        post_names(workspaces.id, ${bind('post', 'bigint')})) as names
    ) known
    where workspaces.id = ${bind('workspaceId', 'bigint')}`,
);

/** Links that are not there yet; no row for a code that is taken. */
export const insertLinks = statement<{ workspaceId: number; publication: number; links: string }>()(
  'links.insert_of_publication',
  (_db, bind) => sql<object>`
    insert into tracked_links (workspace_id, code, target, address, is_manual, publication_id)
    select ${bind('workspaceId', 'bigint')}, code, target, address, false, ${bind('publication', 'bigint')}
    from jsonb_to_recordset(${bind('links', 'jsonb')}) as link (code text, target text, address text)
    on conflict do nothing`,
);

export const listOfPublication = statement<{ publication: number }>()(
  'links.list_of_publication',
  (_db, bind) => sql<{ address: string; code: string }>`
    select address, code from tracked_links where publication_id = ${bind('publication', 'bigint')}`,
);

export const findDue = statement<{ publication: number }>()(
  'links.find_due',
  (_db, bind) => sql<{ post: number | null; due_at: string; handle: string }>`
    select post_id as post, due_at, channels.handle
    from publications join channels on channels.id = publications.channel_id
    where publications.id = ${bind('publication', 'bigint')}`,
);
