-- The ticket of a send: the text that was asked about, and the approvals by which it leaves. Without one, nothing is sent.
create table clearances (
  id bigint generated always as identity primary key,
  publication_id bigint not null references publications on delete cascade,
  text_hash bytea not null,
  -- At most the latest ten.
  approvals bigint[] not null check (approvals <> '{}'),
  at timestamptz not null default now(),
  unique (publication_id, id)
);

-- It is of the text that the publication is sent with, and each approval is of that, and stands.
create function check_clearance() returns trigger language plpgsql as $$
begin
  if not exists (select from publications where id = new.publication_id and text_hash = new.text_hash)
    or exists (select from unnest(new.approvals) given where not exists (
      select from approvals join publications on publications.id = new.publication_id
      where approvals.id = given and approvals.text_hash = new.text_hash and approvals.ended_at is null
        and (approvals.publication_id = publications.id
          or approvals.publication_id is null and approvals.post_id = publications.post_id)))
  then raise exception 'a clearance of publication % names no approval of its text that stands', new.publication_id
    using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger clearances_are_true before insert on clearances for each row execute function check_clearance();

alter table publication_attempts add column clearance_id bigint,
  add foreign key (publication_id, clearance_id) references clearances (publication_id, id);
-- What was sent before has none, also where a backup of that time is restored. 'copied' stands for what another server may have sent.
do $$ begin
  execute format('alter table publication_attempts add constraint sends_are_cleared check (step <> ''send''
    or clearance_id is not null or coalesce(code, '''') = ''copied'' or began_at < %L)', now());
end $$;
