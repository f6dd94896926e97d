import { type RawBuilder, sql } from 'kysely';
import { TEXT_FIELDS } from '#contract/content/items.ts';
import { TEXT_COLUMNS, textColumns } from '../../../database/fragments/item-columns.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { type ActsAs, principalOf } from '../../../database/fragments/principal.ts';
import type { Bind } from '../../../database/statement.ts';
import { contentLock } from './content-lock.sql.ts';
import type { ItemRow, PostRow } from './rows.ts';

/** The parts of the statement that writes posts (write.sql.ts). */

/** What a statement may have to do. */
export type Need =
  /** Several rows are given as JSON. The fields of one post with one item are parameters. */
  | 'lists'
  /** It takes the ids of a new post and of its item. */
  | 'ids'
  /** It writes only what is still as it was read. */
  | 'guard'
  | 'newPost'
  | 'knownPost'
  | 'newItem'
  | 'knownItem'
  | 'copy'
  | 'text'
  | 'version'
  /** Words of others come in. */
  | 'words'
  | 'entry'
  | 'withdrawal'
  | 'decision'
  | 'transition'
  | 'inheritance';

/** The actor: null for a job. */
export type Author = {
  workspaceId: number;
  userId: number | null;
  ip: string | null;
  /** The key by which they act. */
  apiKey: number | null;
  /** Whether that key may not publish, or only on some channels. */
  isLimited: boolean;
  /** Whether they act with fewer rights than they have: they are an author all the same. */
  isNarrowed: boolean;
} & ActsAs;

type Text = RawBuilder<unknown>;
/** A CTE. */
type Part = { name: string; text: Text; isMaterialized?: boolean };

type Building = {
  bind: Bind<Author & Record<string, unknown>>;
  has: (need: Need) => boolean;
};

export const POST_COLUMNS: Record<keyof PostRow, string> = {
  id: 'bigint',
  isNew: 'boolean',
  folder: 'bigint',
  status: 'text',
  version: 'integer',
  isThread: 'boolean',
  root: 'bigint',
  size: 'integer',
  trash: 'boolean',
  former: 'text',
  comment: 'text',
  decision: 'text',
  inherits: 'bigint',
  withdraws: 'boolean',
};

export const ITEM_COLUMNS = {
  id: 'bigint',
  isNew: 'boolean',
  post: 'bigint',
  position: 'integer',
  version: 'integer',
  action: 'text',
  entry: 'text',
  changes: 'jsonb',
  describes: 'boolean',
  description: 'text',
  copyOf: 'bigint',
  suffix: 'text',
  withTags: 'boolean',
  hasText: 'boolean',
  wordsOf: 'bigint[]',
  principals: 'bigint[]',
  restored: 'integer',
  ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, TEXT_COLUMNS[name].type])),
} as Record<keyof ItemRow, string>;

/** What reads these columns; all others are always read. */
const READ_BY: Record<string, Need> = {
  former: 'transition',
  decision: 'decision',
  inherits: 'inheritance',
  withdraws: 'withdrawal',
  changes: 'entry',
  copyOf: 'copy',
  suffix: 'copy',
  withTags: 'copy',
  hasText: 'text',
  wordsOf: 'words',
  principals: 'words',
  restored: 'words',
};

/** The CTEs of a statement; `item` has the written items. */
export const partsOf = (building: Building): Part[] => [
  ...givenParts(building),
  ...itemParts(building),
  ...postParts(building),
  ...recordParts(building),
  ...transitionParts(building),
];

/** The given rows: of parameters, or of lists. */
function givenParts({ bind, has }: Building): Part[] {
  const taken: Record<string, Text> = {
    'posts.id': sql`nextval('posts_id_seq')`,
    'posts.root': sql`nextval('items_id_seq')`,
    'items.id': sql`(select root from post)`,
    'items.post': sql`(select id from post)`,
  };
  const rows = (table: 'posts' | 'items', columns: Record<string, string>) => {
    const all = Object.entries(columns).filter(([name]) => {
      const need = READ_BY[name];
      return need === undefined || has(need);
    });
    if (has('lists')) {
      const typed = all.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`);
      return sql`select * from json_to_recordset(${bind(table, 'json')}) as given(${sql.join(typed)})`;
    }
    const values = all.map(([name, type]) => {
      const key = `${table}.${name}`;
      return sql`${(has('ids') && taken[key]) || bind(key, type)} as ${sql.id(name)}`;
    });
    return sql`select ${sql.join(values)}`;
  };
  const isMaterialized = has('lists') || has('ids');
  return [
    { name: 'post', text: rows('posts', POST_COLUMNS), isMaterialized },
    { name: 'given', text: rows('items', ITEM_COLUMNS), isMaterialized },
  ];
}

/**
 * Whether a row is one of a CTE. Ids of lists are an array: what is joined to many by hash is read by
 * its key nevertheless, and not from the beginning to the end.
 */
const isOneOf = ({ has }: Building, table: 'posts' | 'items', cte: 'post' | 'given') => {
  const [id, known] = [sql.ref(`${table}.id`), sql.table(cte)];
  return has('lists')
    ? sql`${id} = ${known}.id and ${id} = any(array(select id from ${known}))`
    : sql`${id} = ${known}.id`;
};

/** Joins the item that a new row is made of. */
const source = ({ bind }: Building, id: string) => sql`
  left join items source on source.id = ${sql.ref(id)}
    and source.workspace_id = ${bind('workspaceId')}`;

function postParts(building: Building): Part[] {
  const { bind, has } = building;
  const nothing = sql``;
  // The post of an item that leaves a thread belongs to the author of the item.
  const isOfKnown = has('knownItem');
  const author = isOfKnown
    ? sql`case when source.id is null then ${bind('userId', 'bigint')} else source.created_by end`
    : bind('userId', 'bigint');
  const newPost = sql`
    insert into posts (id, workspace_id, folder_id, created_by, status, version, is_thread, root_id,
      size, deleted_at)
    select post.id, ${bind('workspaceId')}, post.folder, ${author}, post.status, post.version,
      post."isThread", post.root, post.size, case when post.trash then now() end
    from post ${isOfKnown ? source(building, 'post.root') : nothing}
    where post."isNew"`;
  const knownPost = sql`
    update posts set
      folder_id = case when post.size = 0 then posts.folder_id else post.folder end,
      status = post.status, version = post.version, is_thread = post."isThread",
      root_id = post.root, size = post.size, updated_at = now(),
      deleted_at = case when post.trash then coalesce(posts.deleted_at, now()) end
    from post where not post."isNew" and posts.workspace_id = ${bind('workspaceId')}
      and ${isOneOf(building, 'posts', 'post')}
      ${has('guard') ? sql`and exists (select from known_item)` : nothing}`;
  return [
    ...(has('newPost') ? [{ name: 'new_post', text: newPost }] : []),
    ...(has('knownPost') ? [{ name: 'known_post', text: knownPost }] : []),
  ];
}

function itemParts(building: Building): Part[] {
  const { bind, has } = building;
  const nothing = sql``;
  const texts = textColumns((name) => {
    if (!has('copy')) return `given.${name}`;
    const { none } = TEXT_COLUMNS[name];
    const copied = none
      ? `when given."withTags" then source.${name} else ${none}`
      : `else source.${name}`;
    return `case when source.id is null then given.${name} ${copied} end`;
  });
  const description = has('copy')
    ? sql`coalesce(given.description, source.title || given.suffix)`
    : sql`given.description`;
  const newItem = sql`
    insert into items (id, workspace_id, post_id, position, folder_id, status, is_thread, root_id,
      size, has_activity, created_by, version, steered_by_key, description, ${textColumns()})
    select given.id, ${bind('workspaceId')}, given.post, given.position, post.folder, post.status,
      post."isThread", post.root, post.size, not post."isNew", ${bind('userId')}, given.version,
      ${bind('isLimited', 'boolean')}, ${description}, ${texts}
    from given join post on post.id = given.post
      ${has('copy') ? source(building, 'given.copyOf') : nothing}
    where given."isNew" returning *`;
  const changedTexts = textColumns(
    (name) => `${name} = case when given."hasText" then given.${name} else items.${name} end`,
  );
  const isAsRead = sql`
    and items.version = given.version - 1 and items.trashed = post.trash and ${isLive()}
    and items.status = post.status and items.is_thread = post."isThread"
    and takes_unlocked_save(${contentLock(bind)}, items.post_id)`;
  const knownItem = sql`
    update items set post_id = given.post, position = given.position, folder_id = post.folder,
      status = post.status, is_thread = post."isThread", root_id = post.root, size = post.size,
      trashed = post.trash, version = given.version, steered_by_key = ${bind('isLimited', 'boolean')}
        or items.steered_by_key and not (${bind('userId', 'bigint')} is not null
          and items.status <> post.status and post.status in ('approved', 'published')),
      description = case when given.describes then given.description else items.description end,
      ${has('text') ? sql`${changedTexts},` : nothing}
      updated_at = case when given.action is null then items.updated_at else now() end
    from given join post on post.id = given.post
    where not given."isNew" and items.workspace_id = ${bind('workspaceId')}
      and ${isOneOf(building, 'items', 'given')} ${has('guard') ? isAsRead : nothing}
    returning items.*`;
  // Without items nothing is updated.
  const isKnown = has('knownItem') || !has('newItem');
  const parts = [
    ...(has('newItem') ? [{ name: 'new_item', text: newItem }] : []),
    ...(isKnown ? [{ name: 'known_item', text: knownItem }] : []),
  ];
  const written = parts.map(({ name }) => sql`select * from ${sql.table(name)}`);
  return [...parts, { name: 'item', text: sql.join(written, sql` union all `) }];
}

/** The changes in the audit entry of an item that was created (`after`) or deleted (`before`). */
const wholeItem = (known: 'before' | 'after') => {
  const pair = (column: string) =>
    known === 'before'
      ? sql`jsonb_build_object('before', ${sql.ref(`item.${column}`)}, 'after', null)`
      : sql`jsonb_build_object('before', null, 'after', ${sql.ref(`item.${column}`)})`;
  return sql`jsonb_build_object(
    'folder', ${pair('folder_id')}, 'status', ${pair('status')}, 'content', ${pair('content')})`;
};

/** Versions and audit entries. */
function recordParts({ bind, has }: Building): Part[] {
  const writer = sql`case when ${bind('isNarrowed', 'boolean')} then array(
    select known.id from principals known where known.workspace_id = ${bind('workspaceId', 'bigint')}
      and known.until is null and known.kind in ('member', 'service')
      and known.subject_id = ${bind('userId', 'bigint')}) else '{}' end`;
  const carried = has('words')
    ? sql`nullif(array(select distinct unnest(${writer} || coalesce(given.principals, '{}')
        || case when given."wordsOf" is null then '{}' else words_of(given."wordsOf") end)), '{}')`
    : sql`nullif(${writer}, '{}')`;
  const written = (column: 'action' | 'entry') =>
    sql`from item join given on given.id = item.id where ${sql.ref(`given.${column}`)} is not null`;
  const versions = sql`
    insert into item_versions (item_id, version, action, user_id, description, status,
      ${textColumns()}, is_head, restored, principal_id, carried)
    select item.id, item.version, given.action, ${bind('userId', 'bigint')}, item.description,
      item.status, ${textColumns((name) => `item.${name}`)}, item.position = 0,
      ${has('words') ? sql`given.restored` : sql`null`}, ${principalOf(bind)}, ${carried}
    ${written('action')}`;
  const entries = sql`
    insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item,
      ip_address, api_key_id, changes)
    select ${bind('workspaceId', 'bigint')}, ${bind('userId', 'bigint')}, given.entry, 'item',
      item.id, item.id, ${bind('ip', 'inet')}, ${bind('apiKey', 'bigint')},
      case given.entry
        when 'create' then ${wholeItem('after')}
        when 'delete' then ${wholeItem('before')}
        else given.changes end
    ${written('entry')}`;
  return [
    ...(has('version') ? [{ name: 'versions', text: versions }] : []),
    ...(has('entry') ? [{ name: 'entries', text: entries }] : []),
  ];
}

function transitionParts({ bind, has }: Building): Part[] {
  const userId = bind('userId', 'bigint');
  const withdrawn = sql`
    update transitions set state = 'done' from post
    where post.withdraws and transitions.post_id = post.id and transitions.state = 'pending'`;
  const decided = sql`
    update transitions set state = post.decision, decided_by = ${userId}, decided_at = now(),
      decision_comment = post.comment,
      approved_hash = case post.decision when 'approved' then post_text_hash(post.id) end
    from post where post.decision is not null and transitions.post_id = post.id
      and transitions.state = 'pending'
    returning transitions.id`;
  const transition = sql`
    insert into transitions (workspace_id, post_id, from_state, target_state, comment, state,
      user_id, by_schedule)
    select ${bind('workspaceId', 'bigint')}, id, former, status, comment,
      case status when 'review' then 'pending' else 'done' end, ${userId}, ${userId} is null
    from post where former is not null
    returning id`;
  const inherited = sql`
    insert into transitions (workspace_id, post_id, from_state, target_state, comment, state,
      user_id, created_at)
    select workspace_id, post.id, from_state, target_state, transitions.comment, 'pending',
      user_id, created_at
    from post join transitions on transitions.post_id = post.inherits
      and transitions.state = 'pending'`;
  return [
    ...(has('withdrawal') ? [{ name: 'withdrawn', text: withdrawn }] : []),
    ...(has('decision') ? [{ name: 'decided', text: decided }] : []),
    ...(has('transition') ? [{ name: 'transition', text: transition }] : []),
    ...(has('inheritance') ? [{ name: 'inherited', text: inherited }] : []),
  ];
}
