-- What exactly stopped a publication, where its reason has several causes: the sentence and the actions follow from it.
alter table publications add column cause text;
