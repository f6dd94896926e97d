-- Who acted, with the rights that they had then. A row is never changed: other rights end it, and begin another.
-- It has no names, and outlives what it is of.
create table principals (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  -- former_key: a key by its secret before it was rolled.
  kind text not null check (kind in ('member', 'service', 'key', 'former_key', 'app', 'rule', 'feed', 'incoming')),
  subject_id bigint not null,
  -- As whom it acts; null where nobody does, or they were erased.
  person_id bigint references users on delete set null,
  -- What bounds its rights, beside its own: as whom it acts, and who was shown its secret.
  through bigint references principals,
  maker bigint references principals,
  approves boolean not null,
  -- The channels that it publishes on; null: all of them.
  publishes bigint[],
  -- Of a rule: what was saved.
  version integer,
  since timestamptz not null default now(),
  until timestamptz
);
create unique index principals_now on principals (workspace_id, kind, subject_id) where until is null;
create index principals_by_person on principals (person_id) where person_id is not null;
create index principals_by_through on principals (through) where through is not null;
create index principals_by_maker on principals (maker) where maker is not null;

-- Those that there should be. An expired key is still one: nobody can act by it.
create view principals_due as
  with own as (
    select workspace_id, case users.kind when 'service' then 'service' else 'member' end as kind, user_id as subject_id,
      user_id as person_id, null::bigint as acts_as, null::bigint as made_by,
      may_publish(role) as approves, case when not may_publish(role) then '{}'::bigint[] end as publishes, null::integer as version
    from memberships join users on users.id = user_id where closed_at is null
    union all
    select workspace_id, secret.kind, id, user_id, user_id, secret.holder,
      'review' = any(scopes) and not drafts_only and channels is null,
      case when drafts_only or not 'publish' = any(scopes) then '{}' else channels end, null
    from api_keys cross join lateral (
      select kind, coalesce(rolled_by, created_by, 0) as holder
      union all select 'former_key', coalesce(old_by, created_by, 0) where old_lookup is not null) secret
    where revoked_at is null
    union all
    select workspace_id, 'rule', id, maker_id, coalesce(maker_id, 0), null,
      false, case when not may_publish(maker_role) then '{}'::bigint[] end, version
    from rules
    union all select workspace_id, 'feed', id, null, null, null, false, '{}', null from feeds
    union all select workspace_id, 'incoming', id, null, null, null, false, '{}', null from incoming_addresses
  ), persons as (
    select id, workspace_id, subject_id from principals where kind in ('member', 'service') and until is null
  )
  select own.workspace_id, kind, own.subject_id, person_id, through.id as through, maker.id as maker, version,
    -- Bounded by somebody who is no longer there: without rights.
    approves and is_bound as approves, case when is_bound then publishes else '{}' end as publishes
  from own
    left join persons through on through.workspace_id = own.workspace_id and through.subject_id = acts_as
    left join persons maker on maker.workspace_id = own.workspace_id and maker.subject_id = made_by
    cross join lateral (select (acts_as is null or through.id is not null) and (made_by is null or maker.id is not null)
      as is_bound) bounds;

-- Makes the principals of a workspace those that are due: first the persons, and then what they bound.
create function renew_principals(workspace bigint) returns void language plpgsql as $$
declare
  are_persons boolean;
begin
  if not exists (select from workspaces where id = workspace) then return; end if;
  -- Each sees what the one before has committed. It is the last lock that a transaction takes.
  perform pg_advisory_xact_lock(hashtext('principals'), hashint8(workspace));
  foreach are_persons in array array[true, false] loop
    update principals known set until = greatest(clock_timestamp(), since)
    where workspace_id = workspace and until is null and (kind in ('member', 'service')) = are_persons and not exists (
      select from principals_due due where (due.workspace_id, due.kind, due.subject_id) = (workspace, known.kind, known.subject_id)
        and (due.through, due.maker, due.version, due.approves, due.publishes)
          is not distinct from (known.through, known.maker, known.version, known.approves, known.publishes));
    insert into principals (workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version)
    select workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version from principals_due due
    where workspace_id = workspace and (kind in ('member', 'service')) = are_persons and not exists (
      select from principals known where (known.workspace_id, known.kind, known.subject_id) = (workspace, due.kind, due.subject_id)
        and until is null);
  end loop;
end $$;

create function renew_principals_of_row() returns trigger language plpgsql as $$
begin
  perform renew_principals(coalesce(new.workspace_id, old.workspace_id));
  return null;
end $$;
create function renew_principals_of_user() returns trigger language plpgsql as $$
begin
  perform renew_principals(workspace_id) from memberships where user_id = new.id order by workspace_id;
  return null;
end $$;

-- Deferred: what a transaction does, it does with the rights that it began with, and all of its rows are written before it waits.
create constraint trigger memberships_renew_principals after insert or delete or update of role on memberships
  deferrable initially deferred for each row execute function renew_principals_of_row();
create constraint trigger users_renew_principals after update of closed_at, kind on users
  deferrable initially deferred for each row execute function renew_principals_of_user();
create constraint trigger api_keys_renew_principals after insert or delete
    or update of scopes, drafts_only, channels, revoked_at, user_id, created_by, rolled_by, old_by, old_lookup on api_keys
  deferrable initially deferred for each row execute function renew_principals_of_row();
create constraint trigger rules_renew_principals after insert or delete or update of version, maker_id, maker_role on rules
  deferrable initially deferred for each row execute function renew_principals_of_row();
create constraint trigger feeds_renew_principals after insert or delete on feeds
  deferrable initially deferred for each row execute function renew_principals_of_row();
create constraint trigger incoming_addresses_renew_principals after insert or delete on incoming_addresses
  deferrable initially deferred for each row execute function renew_principals_of_row();

-- The rights of principals: those that all have which it is bounded by.
create function rights_of(principal bigint, out approves boolean, out publishes bigint[]) stable language sql
begin atomic
  with recursive bounds as (
    select principals.* from principals where id = principal
    union select principals.* from bounds join principals on principals.id in (bounds.through, bounds.maker)
  )
  select coalesce(bool_and(bounds.approves), false),
    case when count(*) = 0 then '{}' when count(bounds.publishes) > 0 then array(
      select channel from bounds limited cross join lateral unnest(limited.publishes) channel
      group by channel having count(*) = (select count(*) from bounds limited where limited.publishes is not null)
      order by channel) end
  from bounds;
end;

-- All of them at once: a lock for each workspace would be too many. First the persons, and then what they bound.
insert into principals (workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version)
  select workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version
  from principals_due where kind in ('member', 'service');
insert into principals (workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version)
  select workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version
  from principals_due where kind not in ('member', 'service');
