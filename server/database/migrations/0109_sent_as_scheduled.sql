-- A person has chosen the text that was scheduled: what is nowhere yet does not take the present one.
alter table publications add column as_scheduled boolean not null default false;
