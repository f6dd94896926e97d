-- A text as people read it: a mention is '@' and its name, also where the text is cut within it.
create function named_mentions(text text) returns text language sql immutable parallel safe
return case when strpos(text, '{{@') = 0 then text
  else regexp_replace(text, '\{\{(@[^{}|]*)(\|[^{}]*)?(\}\}|$)', '\1', 'g') end;
