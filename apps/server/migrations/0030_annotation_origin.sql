-- How an annotation came to be: contract/annotations.ts. What was there before counts as drawn by a person.
alter table annotation
  add column origin jsonb not null default '{"kind": "manual", "algorithms": []}';
alter table annotation_history
  add column origin jsonb not null default '{"kind": "manual", "algorithms": []}';
