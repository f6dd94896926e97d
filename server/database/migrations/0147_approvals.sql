-- Who approved which text: of a post, whatever the account, or as it is scheduled for one. A row is never rewritten, only ended, with the reason.
create table approvals (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  -- It outlives its post.
  post_id bigint references posts on delete set null,
  -- Null: of the text of the post, whatever the account.
  publication_id bigint references publications on delete cascade,
  -- 0: nobody knows who.
  principal_id bigint not null,
  because text not null check (because in ('review', 'schedule', 'edit', 'copy', 'upgrade')),
  text_hash bytea not null check (length(text_hash) = 32),
  -- It leans on this one, and ends with it.
  from_approval bigint references approvals on delete cascade,
  at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by bigint,
  ended_because text check (ended_because in ('taken back', 'replaced', 'member removed')),
  check ((ended_at is null) = (ended_because is null))
);
-- Each foreign key needs a full index: the end of a workspace takes minutes without.
create index approvals_by_post on approvals (post_id);
create index approvals_by_publication on approvals (publication_id);
create index approvals_by_source on approvals (from_approval);
create index approvals_by_workspace on approvals (workspace_id);

-- Whether all persons by whom a principal acts are members still.
create function is_still_there(principal bigint) returns boolean stable language sql
begin atomic
  with recursive bounds as (
    select principals.* from principals where id = principal
    union select principals.* from bounds join principals on principals.id in (bounds.through, bounds.maker)
  )
  select count(person_id) > 0 and bool_and(bounds.kind not in ('member', 'service') or exists (
    select from memberships where memberships.workspace_id = bounds.workspace_id and user_id = person_id))
  from bounds;
end;

-- Whether an approval of a text covers a publication. `demanded`: the workspace demands one of the text; that it was scheduled with the text
-- is not enough. Who has changed what was covered vouches for that while they are a member.
create function covers(publication bigint, hash bytea, demanded boolean) returns boolean stable language sql
begin atomic
  select exists (
    select from publications join approvals on approvals.publication_id = publications.id
      or approvals.publication_id is null and approvals.post_id = publications.post_id
    where publications.id = publication and approvals.workspace_id = publications.workspace_id
      and approvals.ended_at is null and approvals.text_hash = hash
      and (not demanded or approvals.publication_id is null or from_approval is not null and because <> 'edit')
      and (because <> 'edit' or is_still_there(principal_id)));
end;

-- What is open, by the rules until now: nothing stops that would have gone out.
insert into approvals (workspace_id, post_id, principal_id, because, text_hash)
  select workspace_id, id, 0, 'upgrade', approved_hash from posts where approved_hash is not null;
insert into approvals (workspace_id, post_id, principal_id, because, text_hash)
  select distinct publications.workspace_id, post_id, 0, 'upgrade', text_hash
  from publications join posts on posts.id = post_id
  where posts.status = 'review' and approval_kept and text_hash is distinct from posts.approved_hash;
-- A copy leans on its source.
update approvals set from_approval = source.id, because = 'copy'
from publications join approvals source on source.post_id = source_id and source.publication_id is null
where approvals.post_id = publications.post_id and source_hash is not null and source_id <> publications.post_id
  and source.text_hash = source_hash;
update approvals set ended_at = now(), ended_because = 'taken back'
from publications
where approvals.post_id = publications.post_id and source_hash is not null and (source_id is null or source_withdrawn)
  and publications.state in ('scheduled', 'publishing', 'stopped') and approvals.text_hash = publications.text_hash;
insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash, from_approval)
  select publications.workspace_id, publications.post_id, publications.id, 0, 'upgrade', publications.text_hash, known.id
  from publications join posts on posts.id = publications.post_id
    left join lateral (select max(id) as id from approvals where approvals.post_id = posts.id and publication_id is null
      and approvals.ended_at is null and approvals.text_hash = publications.text_hash) known on true
  where publications.state in ('scheduled', 'publishing', 'stopped') and publications.text_hash is not null
    -- Not where its approval was taken back, or is of another text by now.
    and not (publications.approved and known.id is null)
    and not coalesce(posts.approved_hash <> publications.text_hash and posts.approved_hash = post_text_hash(posts.id), false);
-- What was changed since by those who could: where a review is demanded, a change covers nothing.
insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash)
  select publications.workspace_id, post_id, publications.id, last.principal_id, 'edit', hash
  from publications join posts on posts.id = post_id join workspaces on workspaces.id = publications.workspace_id
    cross join lateral post_text_hash(posts.id) hash
    cross join lateral (select item_versions.principal_id from item_versions join items on items.id = item_id
      where items.post_id = posts.id order by item_versions.version desc limit 1) last
  where state in ('scheduled', 'publishing', 'stopped') and publications.text_hash <> hash
    and not (prevent_self_approval or only_approved) and not (publications.approved and posts.status in ('review', 'archived'))
    and not publications.withdrawn
    and not exists (select from item_versions join items on items.id = item_id cross join lateral rights_of(principal_id) rights
      where items.post_id = posts.id and item_versions.version > publications.version and publications.channel_id <> all(rights.publishes));
