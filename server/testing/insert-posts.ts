/**
 * SQL that creates many posts of one item, without versions or audit entries. `rows` selects
 * workspace_id, folder_id, created_by, content, description and tags.
 */
export const insertPosts = (rows: string) => `
  with given as materialized (
    select nextval('posts_id_seq') as post, nextval('items_id_seq') as item, rows.*
      from (${rows}) rows
  ), post as (
    insert into posts (id, workspace_id, folder_id, created_by, root_id)
    select post, workspace_id, folder_id, created_by, item from given
  )
  insert into items (id, post_id, root_id, workspace_id, folder_id, created_by, content,
    description, tags)
  select item, post, item, workspace_id, folder_id, created_by, content, description, tags
    from given`;
