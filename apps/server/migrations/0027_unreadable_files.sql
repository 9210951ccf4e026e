-- Files in datasets' folders that could not be read as images, so that a scan does not decode them
-- again while they are as they were. Another version of the product looks at them anew.
create table unreadable_file (
  dataset_id integer not null references dataset on delete cascade,
  path text not null,
  size bigint not null,
  modified_at timestamptz not null,
  version text not null,
  -- What was told of it, a message's key and parameters.
  why jsonb not null,
  primary key (dataset_id, path)
);
