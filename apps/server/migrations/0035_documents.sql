-- Objects of studies that are no photographs: structured reports, encapsulated PDFs, segmentations.
create table dicom_document (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  kind text not null check (kind in ('report', 'pdf', 'segmentation')),
  sop_class_uid text not null check (sop_class_uid <> ''),
  study_uid text not null check (study_uid <> ''),
  series_uid text not null check (series_uid <> ''),
  instance_uid text not null check (instance_uid <> ''),
  patient_id text not null,
  patient_name text not null,
  study_date date,
  dicom_meta jsonb not null,
  -- The very bytes that came, and where they are in the file store.
  sha256 bytea not null,
  size bigint not null,
  file text not null,
  received_at timestamptz not null,
  created_by integer references app_user on delete set null,
  unique (dataset_id, sha256)
);
create index dicom_document_study on dicom_document (dataset_id, study_uid, series_uid, instance_uid);

-- What an object became that is no image.
alter table dicom_arrival add column document_id integer references dicom_document on delete set null;
