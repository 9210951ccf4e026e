-- Stations that may send objects unasked, and the dataset that they go to.
create table dicom_sender (
  id integer generated always as identity primary key,
  ae_title text not null,
  -- An address, or a subnet.
  address inet not null,
  dataset_id integer not null references dataset on delete cascade,
  created_at timestamptz not null,
  created_by integer references app_user on delete set null
);
create unique index dicom_sender_station on dicom_sender (ae_title, address);

-- Series that are being retrieved, so that a retrieval goes on where it was.
create table pacs_series (
  task_id integer not null references task on delete cascade,
  series_uid text not null,
  study_uid text not null,
  patient_id text not null,
  -- From where its objects may come, once it was asked for.
  address inet,
  expected integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  failed integer not null default 0,
  primary key (task_id, series_uid)
);
create index pacs_series_running on pacs_series (series_uid) where state = 'running';

-- Objects that came over the network: acknowledged only with their row.
create table dicom_arrival (
  id uuid primary key,
  received_at timestamptz not null,
  ae_title text not null,
  address inet not null,
  sop_class_uid text not null,
  sop_instance_uid text not null,
  study_uid text not null,
  series_uid text not null,
  sha256 bytea not null,
  size bigint not null,
  dataset_id integer not null references dataset on delete cascade,
  -- The retrieval that asked for it; null where it was sent unasked.
  task_id integer references task on delete set null,
  leased_until timestamptz,
  -- When it became an image, or was found not to; why not, as a message.
  settled_at timestamptz,
  image_id integer references image on delete set null,
  is_new boolean not null default false,
  refusal jsonb
);
create index dicom_arrival_waiting on dicom_arrival (received_at) where settled_at is null;
create index dicom_arrival_instance on dicom_arrival (dataset_id, sop_instance_uid);
create index dicom_arrival_task on dicom_arrival (task_id, series_uid);
create index dicom_arrival_refused on dicom_arrival (received_at desc) where refusal is not null;

-- Several patients are retrieved into one dataset at a time; several images are sent from it.
drop index task_open_dataset;
create unique index task_open_dataset on task (kind, dataset_id)
  where status in ('queued', 'running') and image_id is null and kind <> 'retrieve-from-pacs';
create unique index task_open_payload on task (dataset_id, md5(payload::text))
  where status in ('queued', 'running') and kind = 'retrieve-from-pacs';
