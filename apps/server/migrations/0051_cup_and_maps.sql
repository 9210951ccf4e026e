-- The optic cup is measured if a person has drawn it.
alter table analysis_correction
  add column cup_category_id integer references category on delete set null;

-- Maps of probabilities by name, as keys of the store.
alter table analysis_result
  add column maps jsonb not null default '{}';
