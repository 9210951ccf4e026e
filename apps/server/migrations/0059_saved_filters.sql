-- Queries of a dataset's list that people have named, each for themselves. Null: of visitors to a server
-- without login, who share them.
create table saved_filter (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  user_id integer references app_user on delete cascade,
  name text not null,
  query jsonb not null
);
create unique index saved_filter_name on saved_filter (dataset_id, user_id, name) nulls not distinct;
create index saved_filter_user on saved_filter (user_id);
