create table task (
  id integer generated always as identity primary key,
  kind text not null,
  name text not null,
  group_name text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  progress real not null default 0,
  payload jsonb not null,
  result jsonb,
  warnings integer not null default 0,
  errors integer not null default 0,
  -- The queue's job that works on it.
  job_id uuid,
  creator_id integer references app_user on delete set null,
  dataset_id integer references dataset on delete cascade,
  image_id integer references image on delete cascade,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index task_dataset on task (dataset_id, id desc);
-- One at a time of a kind for an image, and for a dataset as a whole, also in a race.
create unique index task_open_image on task (kind, image_id)
  where status in ('queued', 'running') and image_id is not null;
create unique index task_open_dataset on task (kind, dataset_id)
  where status in ('queued', 'running') and image_id is null;

create table task_log (
  id bigint generated always as identity primary key,
  task_id integer not null references task on delete cascade,
  at timestamptz not null,
  level text not null check (level in ('INFO', 'WARNING', 'ERROR')),
  text text not null
);
create index task_log_task on task_log (task_id, id);

create table analysis_result (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  task_id integer references task on delete set null,
  kind text not null,
  name text not null,
  model_name text not null,
  model_version text not null,
  -- The image's content that was analysed: a result for other bytes is stale.
  image_sha256 bytea not null,
  width integer not null,
  height integer not null,
  -- Key of the picture in the file store; null where the result is numbers only.
  picture text,
  numbers jsonb not null,
  created_at timestamptz not null,
  replaced_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by integer references app_user on delete set null
);
create unique index analysis_result_current on analysis_result (image_id, kind) where replaced_at is null;

create table export (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  task_id integer references task on delete set null,
  format text not null,
  tags text[] not null,
  file text not null,
  size bigint not null,
  image_count integer not null,
  annotation_count integer not null,
  created_at timestamptz not null,
  created_by integer references app_user on delete set null
);
create index export_dataset on export (dataset_id, id desc);

-- FHIR messages, one row for each version that was generated for an image.
create table report (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  version integer not null,
  bundle jsonb not null,
  result_ids integer[] not null,
  issues jsonb not null default '[]',
  generated_at timestamptz not null,
  generated_by integer references app_user on delete set null,
  unique (image_id, version)
);

-- What must reach the hospital: written with the change that it tells of, sent by a worker.
create table outbox (
  id bigint generated always as identity primary key,
  destination text not null,
  message_key text not null,
  order_key text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (destination, message_key)
);
create index outbox_waiting on outbox (next_attempt_at) where state = 'waiting';
