-- The language that a text is written in, as a BCP 47 tag.

alter table items add column language text check (length(language) between 2 and 35);
alter table item_versions add column language text;
