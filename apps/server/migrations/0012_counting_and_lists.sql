-- Counted once for each statement and image, not for each annotation: an import adds hundreds at
-- once. In the order of ids, so that two who count the same images do not wait for each other.
drop trigger annotation_counted_insert_delete on annotation;
drop trigger annotation_counted_update on annotation;
drop function count_annotations();

create function add_to_annotation_count(counted_id integer, difference integer) returns void
  language sql as $$
  update image set annotation_count = annotation_count + difference where id = counted_id
$$;

create function count_new_annotations() returns trigger language plpgsql as $$
begin
  perform add_to_annotation_count(image_id, difference) from (
    select image_id, count(*)::integer as difference from new_rows
    where deleted_at is null group by image_id order by image_id) as counted;
  return null;
end $$;
create trigger annotation_counted_insert after insert on annotation
  referencing new table as new_rows
  for each statement execute function count_new_annotations();

create function count_removed_annotations() returns trigger language plpgsql as $$
begin
  perform add_to_annotation_count(image_id, difference) from (
    select image_id, -count(*)::integer as difference from old_rows
    where deleted_at is null group by image_id order by image_id) as counted;
  return null;
end $$;
create trigger annotation_counted_delete after delete on annotation
  referencing old table as old_rows
  for each statement execute function count_removed_annotations();

create function count_changed_annotations() returns trigger language plpgsql as $$
begin
  perform add_to_annotation_count(image_id, difference) from (
    select image_id, sum(change)::integer as difference from (
      select image_id, 1 as change from new_rows where deleted_at is null
      union all
      select image_id, -1 from old_rows where deleted_at is null) as changes
    group by image_id having sum(change) <> 0 order by image_id) as counted;
  return null;
end $$;
create trigger annotation_counted_update after update on annotation
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_annotations();

-- Indexes follow this column and not the count, so that one more annotation touches none of them.
-- What is contained in names is looked for in small letters, which ILIKE would make row by row,
-- and composed: a name from macOS may write a letter and its accent, or a Korean syllable, as two.
alter table image
  add column annotated boolean not null generated always as (annotation_count > 0) stored,
  add column file_name_lower text not null generated always as (lower(normalize(file_name))) stored,
  add column patient_name_lower text not null generated always as (lower(normalize(patient_name))) stored;

drop index image_annotated;
create index image_annotated on image (dataset_id) where deleted_at is null and annotated;
-- With what most lists are narrowed by, so that they are counted and paged without the rows.
drop index image_by_name;
create index image_by_name on image (dataset_id, name_key, id) include (file_name_lower, annotated) where deleted_at is null;
drop index image_file_name_contains;
create index image_file_name_contains on image using gin (file_name_lower gin_trgm_ops);
drop index image_patient_name_contains;
create index image_patient_name_contains on image using gin (patient_name_lower gin_trgm_ops);
-- In the order of bytes what lies below a folder is one range.
drop index image_by_folder;
create index image_by_folder on image (dataset_id, folder collate "C") where deleted_at is null and folder <> '';
