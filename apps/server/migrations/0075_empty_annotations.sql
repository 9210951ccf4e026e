-- An annotation without area and keypoints is kept, but says nothing of its image, so it does not
-- count. A label of the image as a whole does.
create function has_keypoint(flat real[]) returns boolean language sql immutable parallel safe as $$
  select coalesce(bool_or(value > 0) filter (where place % 3 = 0), false)
  from unnest(flat) with ordinality as each (value, place)
$$;

alter table annotation add column is_empty boolean not null
  generated always as (area = 0 and not has_keypoint(keypoints)) stored;

create or replace function count_new_annotations() returns trigger language plpgsql as $$
begin
  perform add_to_annotation_count(image_id, difference) from (
    select image_id, count(*)::integer as difference from new_rows
    where deleted_at is null and not is_empty group by image_id order by image_id) as counted;
  return null;
end $$;

create or replace function count_removed_annotations() returns trigger language plpgsql as $$
begin
  perform add_to_annotation_count(image_id, difference) from (
    select image_id, -count(*)::integer as difference from old_rows
    where deleted_at is null and not is_empty group by image_id order by image_id) as counted;
  return null;
end $$;

create or replace function count_changed_annotations() returns trigger language plpgsql as $$
begin
  perform add_to_annotation_count(image_id, difference) from (
    select image_id, sum(change)::integer as difference from (
      select image_id, 1 as change from new_rows where deleted_at is null and not is_empty
      union all
      select image_id, -1 from old_rows where deleted_at is null and not is_empty) as changes
    group by image_id having sum(change) <> 0 order by image_id) as counted;
  return null;
end $$;

-- Depend on the column that is defined anew.
drop index image_annotated;
drop index image_by_name;
alter table image
  drop column annotated,
  add column is_labelled boolean not null default false;

update image set annotation_count = annotation_count - empties.number
  from (select image_id, count(*)::integer as number from annotation
    where deleted_at is null and is_empty group by image_id) as empties
  where empties.image_id = image.id;

create function has_label(image_id integer) returns boolean language sql stable as $$
  select exists (select from image_category
    join category on category.id = image_category.category_id
    where image_category.image_id = $1 and category.deleted_at is null)
$$;

update image set is_labelled = true
  where id in (select image_id from image_category) and has_label(id);

alter table image add column annotated boolean not null
  generated always as (annotation_count > 0 or is_labelled) stored;
create index image_annotated on image (dataset_id) where deleted_at is null and annotated;
create index image_by_name on image (dataset_id, name_key, id) include (file_name_lower, annotated) where deleted_at is null;

create function note_labels() returns trigger language plpgsql as $$
begin
  update image set is_labelled = has_label(id)
    where id in (select image_id from changed_rows) and is_labelled <> has_label(id);
  return null;
end $$;
create trigger image_labelled after insert on image_category
  referencing new table as changed_rows for each statement execute function note_labels();
create trigger image_unlabelled after delete on image_category
  referencing old table as changed_rows for each statement execute function note_labels();

-- A deleted category labels nothing until it is restored.
create function note_category_labels() returns trigger language plpgsql as $$
begin
  update image set is_labelled = has_label(id)
    where id in (select image_id from image_category where category_id = new.id)
      and is_labelled <> has_label(id);
  return null;
end $$;
create trigger category_labels after update of deleted_at on category
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function note_category_labels();
