-- Fields that a dataset asks for (contract/fields/field.ts), with every version of each.
create table dataset_field (
  dataset_id integer not null references dataset on delete cascade,
  key text not null,
  version integer not null,
  -- Its place among the fields in use; null for an earlier version and for a field that was removed.
  position integer,
  description jsonb not null,
  described_at timestamptz not null,
  described_by text not null,
  primary key (dataset_id, key, version)
);
create unique index dataset_field_in_use on dataset_field (dataset_id, key) where position is not null;

-- A visit is a patient ID and a study date within a dataset; an image without both is a visit of its own.
create function visit_key(image_id integer, patient_id text, study_date date) returns text
  language sql immutable parallel safe
  return case when patient_id <> '' and study_date is not null
    then 'visit:' || (study_date - date '2000-01-01') || ':' || patient_id
    else 'image:' || image_id end;

-- One side of a visit; an image of which the side is not known is an eye of its own.
create function eye_key(image_id integer, patient_id text, study_date date, laterality text) returns text
  language sql immutable parallel safe
  return case when patient_id <> '' and study_date is not null and laterality in ('R', 'L')
    then 'eye:' || laterality || ':' || (study_date - date '2000-01-01') || ':' || patient_id
    else 'image:' || image_id end;

-- The values of one subject: agreed ones, or those of one reader.
create table field_record (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  subject text not null check (subject in ('image', 'eye', 'visit')),
  -- image:ID, eye_key() or visit_key()
  subject_key text not null,
  is_agreed boolean not null,
  -- The reader whose values these are, if they are not the agreed ones.
  author_id integer references app_user on delete set null,
  values jsonb not null,
  -- Of each value the version of its description.
  versions jsonb not null
);
create unique index field_record_agreed on field_record (dataset_id, subject, subject_key) where is_agreed;
create unique index field_record_by_author on field_record (dataset_id, subject, subject_key, author_id) where not is_agreed;

-- Each change of a value; null for no value.
create table field_history (
  id integer generated always as identity primary key,
  record_id integer not null references field_record on delete cascade,
  key text not null,
  before jsonb,
  after jsonb,
  version integer not null,
  changed_at timestamptz not null,
  changed_by integer references app_user on delete set null,
  changed_by_name text not null
);
create index field_history_record on field_history (record_id, id);

-- The agreed values that apply to an image, kept by the triggers below, to list, filter and order by.
alter table image add column fields jsonb not null default '{}';
create index image_fields on image using gin (fields jsonb_path_ops);
create index image_by_visit on image (dataset_id, visit_key(id, patient_id, study_date));

alter table annotation add column fields jsonb not null default '{}';
alter table annotation add column field_versions jsonb not null default '{}';
alter table annotation_history add column fields jsonb not null default '{}';
alter table annotation_history add column field_versions jsonb not null default '{}';

create function fields_of_image(whose image) returns jsonb
  language sql stable
  return (
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}')
    from field_record as record, jsonb_each(record.values) as entry
    where record.dataset_id = (whose).dataset_id and record.is_agreed
      and (record.subject, record.subject_key) in (
        ('image', 'image:' || (whose).id),
        ('eye', eye_key((whose).id, (whose).patient_id, (whose).study_date, (whose).laterality)),
        ('visit', visit_key((whose).id, (whose).patient_id, (whose).study_date))));

create function spread_fields() returns trigger language plpgsql as $$
begin
  update image set fields = fields_of_image(image)
  where image.dataset_id = new.dataset_id
    and case when new.subject_key like 'image:%' then image.id = split_part(new.subject_key, ':', 2)::integer
      when new.subject = 'visit' then visit_key(id, patient_id, study_date) = new.subject_key
      -- By the index of visits.
      else visit_key(id, patient_id, study_date) = 'visit:' || substr(new.subject_key, 7)
        and eye_key(id, patient_id, study_date, laterality) = new.subject_key end;
  return null;
end $$;
create trigger field_record_spread after insert or update on field_record
  for each row when (new.is_agreed) execute function spread_fields();

-- An image that comes to another patient, day or side has the values of that visit and eye. Values of
-- an image that was a visit or an eye of its own go with it, if there are no others.
create function move_fields() returns trigger language plpgsql as $$
begin
  insert into field_record (dataset_id, subject, subject_key, is_agreed, author_id, values, versions)
  select record.dataset_id, record.subject, moved.subject_key, true, null, record.values, record.versions
  from field_record as record
    join (values
      ('eye', eye_key(old.id, old.patient_id, old.study_date, old.laterality),
        eye_key(new.id, new.patient_id, new.study_date, new.laterality)),
      ('visit', visit_key(old.id, old.patient_id, old.study_date),
        visit_key(new.id, new.patient_id, new.study_date))) as moved (subject, former_key, subject_key)
      on moved.subject = record.subject and moved.former_key = record.subject_key
  where record.dataset_id = new.dataset_id and record.is_agreed
    and moved.former_key = 'image:' || new.id and moved.subject_key <> moved.former_key
  on conflict (dataset_id, subject, subject_key) where is_agreed
  do update set values = excluded.values || field_record.values,
    versions = excluded.versions || field_record.versions;
  update image set fields = fields_of_image(image)
  where id = new.id and fields <> fields_of_image(image);
  return null;
end $$;
create function join_fields() returns trigger language plpgsql as $$
begin
  update image set fields = fields_of_image(image)
  where id = new.id and fields <> fields_of_image(image);
  return null;
end $$;
create trigger image_fields_join after insert on image
  for each row when (new.patient_id <> '') execute function join_fields();
create trigger image_fields_move
  after update of patient_id, study_date, laterality on image
  for each row when ((old.patient_id, old.study_date, old.laterality)
    is distinct from (new.patient_id, new.study_date, new.laterality)) execute function move_fields();

-- What a list is ordered by: images without a value first, then those of which it cannot be told, then
-- options in their order and all else by value.
create function field_order(dataset integer, field text, value jsonb) returns jsonb
  language sql stable parallel safe
  return case
    when value is null then '[0, 0]'::jsonb
    when jsonb_typeof(value) = 'object' then '[1, 0]'::jsonb
    else jsonb_build_array(2, coalesce((
      select to_jsonb(option.place)
      from dataset_field,
        jsonb_array_elements(dataset_field.description -> 'options') with ordinality as option (it, place)
      where dataset_id = dataset and dataset_field.key = field and position is not null
        and option.it -> 'value' = value), value)) end;
