import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { TEXT_FIELDS, type TextFields } from '#contract/items.ts';
import type { Status } from '#contract/workflow.ts';
import {
  bareItemColumns,
  itemColumns,
  TEXT_COLUMNS,
  textColumns,
  typedTextColumns,
} from '../../../database/item-columns.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';
import type { DB } from '../../../database/types.ts';
import type { ItemRow, PostRow } from './rows.ts';

/** The actor: null for a job. */
type Author = { workspaceId: number; userId: number | null; ip: string | null };

type WrittenItem = Selectable<DB['items']>;

/** Plain SQL as a CTE. */
const part =
  <Row = object>(text: RawBuilder<unknown>) =>
  () =>
    sql<Row>`(${text})`;

/** The source of derived rows, for each item of the CTE `item`: `rows` is the FROM clause. */
type Rows = {
  rows: RawBuilder<unknown>;
  action: Expression<unknown>;
  changes: Expression<unknown>;
};

/** Inserts a version of each item. */
const keepVersions = (bind: Bind<Author>, { rows, action }: Omit<Rows, 'changes'>) => sql`
  insert into item_versions (item_id, version, action, user_id, description, status,
    ${textColumns()}, is_head)
  select item.id, item.version, ${action}, ${bind('userId')}::bigint, item.description, item.status,
    ${textColumns((name) => `item.${name}`)}, item.position = 0
  ${rows}`;

/** The changes in the audit entry of an item that was created (`after`) or deleted (`before`). */
const wholeItem = (known: 'before' | 'after') => {
  const pair = (column: string) =>
    known === 'before'
      ? sql`jsonb_build_object('before', ${sql.ref(`item.${column}`)}, 'after', null)`
      : sql`jsonb_build_object('before', null, 'after', ${sql.ref(`item.${column}`)})`;
  return sql`jsonb_build_object(
    'folder', ${pair('folder_id')}, 'status', ${pair('status')}, 'content', ${pair('content')})`;
};

/** Inserts an audit entry for each item. */
const keepEntries = (bind: Bind<Author>, { rows, action, changes }: Rows) => sql`
  insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item,
    ip_address, changes)
  select ${bind('workspaceId')}::bigint, ${bind('userId')}::bigint, ${action}, 'item', item.id,
    item.id, ${bind('ip')}::inet, ${changes}
  ${rows}`;

/** Inserts transitions for the posts of the CTE `post` whose former status is not null. */
const keepTransitions = (
  bind: Bind<Author>,
  former: RawBuilder<unknown>,
  comment: RawBuilder<unknown>,
) => sql`
  insert into transitions (workspace_id, post_id, from_state, target_state, comment, state, user_id)
  select ${bind('workspaceId')}::bigint, id, ${former}, status, ${comment},
    case status when 'review' then 'pending' else 'done' end, ${bind('userId')}::bigint
  from post where ${former} is not null
  returning id`;

type NewPost = {
  folder: number;
  status: Status;
  description: string | null;
  isThread: boolean;
};

/** The text of an item; `media` as JSON. */
type Text = Omit<TextFields, 'media'> & { media: string };

/** Inserts a post of one item, with its first version and audit entry: the most frequent write. */
export const insertPost = statement<Author & NewPost & Text>()('posts.insert', (_db, bind) => {
  const author = bind as unknown as Bind<Author>;
  const text = sql.join(TEXT_FIELDS.map((name) => bind(name, TEXT_COLUMNS[name].type)));
  const kept = { rows: sql`from item`, action: sql`'create'`, changes: wholeItem('after') };
  return builder
    .with(
      'post',
      part(sql`
        insert into posts (workspace_id, folder_id, created_by, status, is_thread, root_id)
        values (${bind('workspaceId')}, ${bind('folder')}, ${bind('userId')}, ${bind('status')},
          ${bind('isThread')}, nextval('items_id_seq'))
        returning *`),
    )
    .with(
      'item',
      part<WrittenItem>(sql`
        insert into items (id, workspace_id, post_id, folder_id, status, is_thread, root_id,
          created_by, description, ${textColumns()})
        select root_id, workspace_id, id, folder_id, status, is_thread, root_id, created_by,
          ${bind('description', 'text')}, ${text}
        from post
        returning *`),
    )
    .with('versions', part(keepVersions(author, kept)))
    .with('entries', part(keepEntries(author, kept)))
    .with('transition', part(keepTransitions(author, sql`nullif('draft', status)`, sql`null`)))
    .selectFrom('item as items')
    .select(bareItemColumns);
});

/** The fields of rows (rows.ts) that a change of one item without a transition has. */
type SavedPost = Pick<PostRow, 'folder' | 'isThread' | 'root' | 'size'> & { postVersion: number };
type SavedItem = Pick<
  ItemRow,
  'id' | 'post' | 'position' | 'version' | 'describes' | 'description' | 'hasText'
> & { action: string; entry: string | null; changes: string };

const savedText = (bind: Bind<SavedItem & Text>) => sql`
  description = case when ${bind('describes', 'boolean')}
    then ${bind('description', 'text')} else items.description end,
  ${sql.join(
    TEXT_FIELDS.map(
      (name) => sql`${sql.ref(name)} = case when ${bind('hasText', 'boolean')}
        then ${bind(name, TEXT_COLUMNS[name].type)} else items.${sql.ref(name)} end`,
    ),
  )},
  version = ${bind('version', 'integer')}, updated_at = now()`;

/** The version and the audit entry of the saved item, and the item as the API returns it. */
const withSaved = (bind: Bind<Author & SavedItem & Text>) => {
  const author = bind as unknown as Bind<Author>;
  const rows = sql`from item`;
  const entry = bind('entry', 'text');
  return {
    versions: part(keepVersions(author, { rows, action: bind('action', 'text') })),
    entries: part(
      keepEntries(author, {
        rows: sql`${rows} where ${entry} is not null`,
        action: entry,
        changes: bind('changes', 'jsonb'),
      }),
    ),
  };
};

/**
 * Writes the change of one item that no transition belongs to, as `writePosts` does, in half the
 * time.
 */
export const saveItem = statement<Author & SavedPost & SavedItem & Text>()(
  'posts.save',
  (_db, bind) => {
    const saved = bind as unknown as Bind<Author & SavedItem & Text>;
    const { versions, entries } = withSaved(saved);
    return builder
      .with(
        'post',
        part(sql`
        update posts set folder_id = ${bind('folder')}, version = ${bind('postVersion')},
          is_thread = ${bind('isThread')}, root_id = ${bind('root')}, size = ${bind('size')},
          updated_at = now(), deleted_at = null
        where workspace_id = ${bind('workspaceId')} and id = ${bind('post')}`),
      )
      .with(
        'item',
        part<WrittenItem>(sql`
        update items set position = ${bind('position')}, folder_id = ${bind('folder')},
          is_thread = ${bind('isThread')}, root_id = ${bind('root')}, size = ${bind('size')},
          trashed = false, ${savedText(saved)}
        where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
        returning *`),
      )
      .with('versions', versions)
      .with('entries', entries)
      .selectFrom('item as items')
      .select(itemColumns);
  },
);

/**
 * Writes the text of a single draft that was read without a lock, and returns it without what others
 * have added, which was read. Writes nothing where it has
 * changed since then, or where an operation that needs the lock of its workspace is under way:
 * saves share the lock.
 */
export const saveDraft = statement<Author & SavedItem & Text>()('posts.save_draft', (_db, bind) => {
  const { versions, entries } = withSaved(bind);
  return builder
    .with(
      'item',
      part<WrittenItem>(sql`
        update items set ${savedText(bind)}
        where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
          and post_id = ${bind('post')} and version = ${bind('version', 'integer')} - 1
          and status = 'draft' and not is_thread and not trashed
          and (select pg_try_advisory_xact_lock_shared(
            hashtextextended('folders', ${bind('workspaceId', 'bigint')})))
        returning *`),
    )
    .with(
      'post',
      part(sql`
        update posts set version = item.version, updated_at = now() from item
        where posts.workspace_id = item.workspace_id and posts.id = item.post_id`),
    )
    .with('versions', versions)
    .with('entries', entries)
    .selectFrom('item as items')
    .select(bareItemColumns);
});

/**
 * The ids of a CTE, as an array: what is joined to many by hash is read by its key nevertheless, and
 * not from the beginning to the end.
 */
const idsIn = (cte: 'post' | 'given') => sql`array(select id from ${sql.table(cte)})`;

/**
 * Writes posts and items with their versions, audit entries and transitions. One statement, because
 * a post and its items must be consistent at the end of each. `posts`, `items`: JSON, lists of
 * PostRow and ItemRow (rows.ts). Returns the written items, with the id of the transition where one
 * post created or decided one.
 */
export const writePosts = statement<Author & { posts: string; items: string }>()(
  'posts.write',
  (_db, bind) => {
    const author = bind as unknown as Bind<Author>;
    const written = textColumns((name) => {
      const { none } = TEXT_COLUMNS[name];
      const copied = none
        ? `when given."withTags" then source.${name} else ${none}`
        : `else source.${name}`;
      return `case when source.id is null then given.${name} ${copied} end`;
    });
    const kept = textColumns(
      (name) => `${name} = case when given."hasText" then given.${name} else items.${name} end`,
    );
    const given = (name: 'action' | 'entry') =>
      sql`from item join given on given.id = item.id where ${sql.ref(`given.${name}`)} is not null`;
    return builder
      .with(
        (name) => name('post').materialized(),
        part(sql`
        select id, "isNew" as is_new, folder, status, version, "isThread" as is_thread, root, size,
          trash, former, comment, decision, inherits, withdraws
        from json_to_recordset(${bind('posts', 'json')}) as post(
          id bigint, "isNew" boolean, folder bigint, status text, version integer,
          "isThread" boolean, root bigint, size integer, trash boolean, former text, comment text,
          decision text, inherits bigint, withdraws boolean)`),
      )
      .with(
        (name) => name('given').materialized(),
        part(sql`
        select *, "isNew" as is_new
        from json_to_recordset(${bind('items', 'json')}) as given(
          id bigint, "isNew" boolean, post bigint, position integer, version integer,
          action text, entry text, changes jsonb, describes boolean, description text,
          "copyOf" bigint, suffix text, "withTags" boolean, "hasText" boolean,
          ${typedTextColumns})`),
      )
      .with(
        'new_post',
        // The post of an item that leaves a thread belongs to the author of the item.
        part(sql`
        insert into posts (id, workspace_id, folder_id, created_by, status, version, is_thread,
          root_id, size, deleted_at)
        select post.id, ${bind('workspaceId')}, post.folder,
          case when source.id is null then ${bind('userId', 'bigint')} else source.created_by end,
          post.status, post.version, post.is_thread, post.root, post.size,
          case when post.trash then now() end
        from post left join items source on source.id = post.root
          and source.workspace_id = ${bind('workspaceId')}
        where post.is_new`),
      )
      .with(
        'known_post',
        part(sql`
        update posts set
          folder_id = case when post.size = 0 then posts.folder_id else post.folder end,
          status = post.status, version = post.version, is_thread = post.is_thread,
          root_id = post.root, size = post.size, updated_at = now(),
          deleted_at = case when post.trash then now() end
        from post where not post.is_new and posts.workspace_id = ${bind('workspaceId')}
          and posts.id = post.id and posts.id = any(${idsIn('post')})`),
      )
      .with(
        'new_item',
        part<WrittenItem>(sql`
        insert into items (id, workspace_id, post_id, position, folder_id, status, is_thread,
          root_id, size, has_activity, created_by, version, description, ${textColumns()})
        select given.id, ${bind('workspaceId')}, given.post, given.position, post.folder,
          post.status, post.is_thread, post.root, post.size, not post.is_new, ${bind('userId')},
          given.version,
          coalesce(given.description, source.title || given.suffix), ${written}
        from given join post on post.id = given.post
          left join items source on source.id = given."copyOf"
            and source.workspace_id = ${bind('workspaceId')}
        where given.is_new returning *`),
      )
      .with(
        'known_item',
        part<WrittenItem>(sql`
        update items set post_id = given.post, position = given.position, folder_id = post.folder,
          status = post.status, is_thread = post.is_thread, root_id = post.root, size = post.size,
          trashed = post.trash, version = given.version,
          description = case when given.describes then given.description else items.description end,
          ${kept},
          updated_at = case when given.action is null then items.updated_at else now() end
        from given join post on post.id = given.post
        where not given.is_new and items.workspace_id = ${bind('workspaceId')}
          and items.id = given.id and items.id = any(${idsIn('given')})
        returning items.*`),
      )
      .with(
        'item',
        part<WrittenItem>(sql`select * from new_item union all select * from known_item`),
      )
      .with(
        'versions',
        part(keepVersions(author, { rows: given('action'), action: sql`given.action` })),
      )
      .with(
        'entries',
        part(
          keepEntries(author, {
            rows: given('entry'),
            action: sql`given.entry`,
            changes: sql`case given.entry
              when 'create' then ${wholeItem('after')}
              when 'delete' then ${wholeItem('before')}
              else given.changes end`,
          }),
        ),
      )
      .with(
        'withdrawn',
        part(sql`
        update transitions set state = 'done' from post
        where post.withdraws and transitions.post_id = post.id and transitions.state = 'pending'`),
      )
      .with(
        'decided',
        part(sql`
        update transitions set state = post.decision, decided_by = ${bind('userId', 'bigint')},
          decided_at = now(), decision_comment = post.comment,
          approved_hash = case post.decision when 'approved' then post_text_hash(post.id) end
        from post where post.decision is not null and transitions.post_id = post.id
          and transitions.state = 'pending'
        returning transitions.id`),
      )
      .with('transition', part<{ id: number }>(keepTransitions(author, sql`former`, sql`comment`)))
      .with(
        'inherited',
        part(sql`
        insert into transitions (workspace_id, post_id, from_state, target_state, comment, state,
          user_id, created_at)
        select workspace_id, post.id, from_state, target_state, transitions.comment, 'pending',
          user_id, created_at
        from post join transitions on transitions.post_id = post.inherits
          and transitions.state = 'pending'`),
      )
      .selectFrom('item as items')
      .select([
        ...itemColumns,
        sql<number | null>`(
          select min(id) from (select id from transition union all select id from decided) written
        )`.as('transition'),
      ])
      .orderBy('items.id');
  },
);

/**
 * Sets the planner for many rows until the end of the transaction, or resets it. Without
 * statistics, or for a JSON list, the planner assumes few rows: it then plans each foreign-key
 * check again and chooses nested loops, which takes minutes instead of a second.
 */
export const planFor = statement<{
  nestloop: 'on' | 'off';
  cache: 'auto' | 'force_generic_plan';
}>()(
  null,
  (_db, bind) => sql<object>`
    select set_config('enable_nestloop', ${bind('nestloop')}, true),
      set_config('plan_cache_mode', ${bind('cache')}, true)`,
);
export const MANY = { nestloop: 'off', cache: 'force_generic_plan' } as const;
export const FEW = { nestloop: 'on', cache: 'auto' } as const;

/**
 * Stores the hash of the approved text of these posts. An approval is also of what was scheduled
 * before it: from now on the approved text is the scheduled one, so that it is not sent once the
 * approval is taken back. What was begun keeps its text.
 */
export const keepApproved = statement<{ workspaceId: number; ids: number[] }>()(
  'posts.keep_approved',
  (_db, bind) => sql<object>`
    with approved as (
      update posts set approved_hash = post_text_hash(id)
      where workspace_id = ${bind('workspaceId')} and id = any(${bind('ids', 'bigint[]')})
      returning id, version, approved_hash as hash
    ), scheduled as (
      update publications set approved = true, version = approved.version, text_hash = hash,
        text = post_parts(post_id)
      from approved where post_id = approved.id and state = 'scheduled'
        and workspace_id = ${bind('workspaceId')}
    )
    update publications set approved = true
    from approved where post_id = approved.id and state in ('publishing', 'stopped')
      and text_hash = hash and workspace_id = ${bind('workspaceId')}`,
);
