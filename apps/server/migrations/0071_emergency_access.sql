-- Emergency access: somebody with this right reaches, for some hours and with a stated reason, the
-- datasets that have photographs of a patient. Owners are told.
alter table app_user add column has_emergency_access boolean not null default false;

create table emergency_access (
  id integer primary key generated always as identity,
  user_id integer not null references app_user,
  dataset_id integer not null references dataset on delete cascade,
  patient_id text not null,
  reason text not null,
  begun_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the dataset's owner confirmed having seen it.
  seen_at timestamptz
);
create index emergency_access_user on emergency_access (user_id, ends_at);
create index emergency_access_dataset on emergency_access (dataset_id) where seen_at is null;
