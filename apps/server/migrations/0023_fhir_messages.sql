-- FHIR messages of images, as they were made.
create table fhir_message (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  version integer not null,
  -- The analysis that it tells of: its result of kind quality.
  result_id integer not null,
  -- A digest of all that it was made from.
  made_from text not null,
  -- As text, so that it is downloaded as it was made.
  bundle json not null,
  -- What it lacks or doubts, as messages.
  warnings jsonb not null,
  created_at timestamptz not null,
  created_by integer references app_user on delete set null,
  -- On its way to the hospital's server.
  push_state text not null default 'none' check (push_state in ('none', 'waiting', 'sent', 'failed')),
  push_at timestamptz,
  push_failure jsonb,
  unique (image_id, version)
);

-- Ids of resources are derived from it, so that no two installations make the same one.
insert into site_secret (name, value) values ('fhir-site', gen_random_uuid()::text);
