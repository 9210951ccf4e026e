-- Records of patients who were erased on request. They keep no identity: the patient is named by a pseudonym.
create table patient_erasure (
  id integer generated always as identity primary key,
  -- The site of the administrator; null: of none.
  site_id integer,
  at timestamptz not null,
  by_username text not null,
  reason text not null,
  pseudonym text not null,
  -- Datasets, numbers, digests of files, and other systems that keep copies.
  removed jsonb not null
);
