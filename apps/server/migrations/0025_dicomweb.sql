-- Studies, series and objects as DICOMweb asks for them.
create index image_dicom on image (dataset_id, study_uid, series_uid, instance_uid)
  where deleted_at is null;
-- Images that came as no DICOM and have not been given UIDs yet.
create index image_without_uids on image (dataset_id, id)
  where instance_uid = '' and deleted_at is null;

-- What programs sign in with instead of a password, kept only as a hash.
create table access_token (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_token_user on access_token (user_id);
