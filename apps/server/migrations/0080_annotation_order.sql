-- People change the order of an image's annotations, so the history keeps the place before a change.
alter table annotation_history
  add column position double precision;
