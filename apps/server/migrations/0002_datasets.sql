create extension if not exists pg_trgm;

-- 'img_9.png' before 'img_10.png': every run of digits padded to 20.
create function natural_key(name text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(lower(name), '(\d+)', '00000000000000000000\1', 'g'),
    '\d*(\d{20})(?!\d)', '\1', 'g');

create table dataset (
  id integer generated always as identity primary key,
  -- Also the name of its folder, so it is unique among the deleted ones too, which can be restored.
  name text not null,
  owner_id integer references app_user on delete set null,
  annotate_url text not null default '',
  default_annotation_metadata jsonb not null default '{}',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by integer references app_user on delete set null
);
create unique index dataset_name on dataset (lower(name));
create index dataset_owner on dataset (owner_id);
create index dataset_deleted on dataset (deleted_at desc) where deleted_at is not null;

create table dataset_member (
  dataset_id integer not null references dataset on delete cascade,
  user_id integer not null references app_user on delete cascade,
  added_at timestamptz not null default now(),
  primary key (dataset_id, user_id)
);
create index dataset_member_user on dataset_member (user_id);

create table category (
  id integer generated always as identity primary key,
  name text not null,
  supercategory text not null default '',
  color text not null,
  metadata jsonb not null default '{}',
  keypoint_labels text[] not null default '{}',
  keypoint_edges jsonb not null default '[]',
  keypoint_colors text[] not null default '{}',
  creator_id integer references app_user on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by integer references app_user on delete set null
);
create unique index category_name on category (coalesce(creator_id, 0), lower(name)) where deleted_at is null;
create index category_deleted on category (deleted_at desc) where deleted_at is not null;

create table dataset_category (
  dataset_id integer not null references dataset on delete cascade,
  category_id integer not null references category on delete cascade,
  primary key (dataset_id, category_id)
);
create index dataset_category_category on dataset_category (category_id);

create table image (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  -- '' at the top of the dataset, else 'a/b'.
  folder text not null default '',
  file_name text not null,
  path text not null generated always as (case folder when '' then file_name else folder || '/' || file_name end) stored,
  name_key text not null generated always as (natural_key(file_name)) stored,
  path_key text not null generated always as (natural_key(case folder when '' then file_name else folder || '/' || file_name end)) stored,
  sha256 bytea not null,
  size bigint not null,
  media_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  patient_name text not null default '',
  patient_id text not null default '',
  patient_sex text not null default '',
  patient_age text not null default '',
  patient_birth_date date,
  study_date date,
  acquired_at timestamptz,
  laterality text check (laterality in ('R', 'L', 'B', 'U')),
  laterality_source text not null default '',
  study_uid text not null default '',
  series_uid text not null default '',
  instance_uid text not null default '',
  metadata jsonb not null default '{}',
  dicom_meta jsonb not null default '{}',
  mics_meta jsonb not null default '{}',
  mics_state text not null default 'Unselected'
    check (mics_state in ('Unselected', 'Unreferred', 'Referred', 'Finished', 'FinishedTransmit')),
  prediction_status text not null default '',
  predicted boolean not null default false,
  -- Kept by trigger; annotations in the undo list do not count.
  annotation_count integer not null default 0,
  annotating_ms bigint not null default 0,
  missing_at timestamptz,
  created_at timestamptz not null default now(),
  created_by integer references app_user on delete set null,
  deleted_at timestamptz,
  deleted_by integer references app_user on delete set null
);
-- Deleted images keep their name and content, so that restoring one never meets another.
create unique index image_path on image (dataset_id, path);
create unique index image_content on image (dataset_id, sha256);
create index image_by_id on image (dataset_id, id) where deleted_at is null;
create index image_by_name on image (dataset_id, name_key, id) where deleted_at is null;
create index image_by_path on image (dataset_id, path_key, id) where deleted_at is null;
create index image_by_folder on image (dataset_id, folder) where deleted_at is null and folder <> '';
create index image_by_patient_name on image (dataset_id, patient_name, id) where deleted_at is null;
create index image_by_patient_id on image (dataset_id, patient_id, id) where deleted_at is null;
create index image_by_study on image (dataset_id, study_date, id) where deleted_at is null;
create index image_by_state on image (dataset_id, mics_state) where deleted_at is null;
create index image_annotated on image (dataset_id) where deleted_at is null and annotation_count > 0;
create index image_file_name_contains on image using gin (file_name gin_trgm_ops);
create index image_patient_name_contains on image using gin (patient_name gin_trgm_ops);
create index image_instance on image (instance_uid) where instance_uid <> '';
create index image_deleted on image (deleted_at desc) where deleted_at is not null;

-- Who has an image open in the annotator: one row for each open live stream, kept fresh by it.
create table presence (
  stream_id uuid primary key,
  image_id integer not null references image on delete cascade,
  user_id integer references app_user on delete cascade,
  username text not null,
  seen_at timestamptz not null
);
create index presence_image on presence (image_id);
