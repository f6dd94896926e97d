-- A conversion whose process was killed twice was 'under way' for ever. One that does run says how it ends.
update media_files set conversion = 'failed' where conversion = 'under way';
