-- Who wrote the words of a reply, by themselves or by a rule: where nobody approves their own words, it is none of these who does.
alter table afterwards add column worded_by bigint[] not null default '{}';
update afterwards set worded_by = array[created_by] where kind = 'reply' and created_by is not null
  and state in ('proposed', 'waiting');
