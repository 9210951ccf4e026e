-- SHA-256 of a DICOM file's data set, which is all that follows the file meta group; null where it
-- was not computed yet.
alter table image add column data_sha256 bytea;

-- Of the images of a dataset that claim to be the same DICOM instance one counts, which is null
-- here; the others wait for a person's choice or were set aside.
alter table image add column twin text check (twin in ('undecided', 'set_aside'));

update image set twin = 'undecided'
from (
  select id, row_number() over (
    partition by dataset_id, instance_uid order by deleted_at is not null, id) as place
  from image where instance_uid <> '') as namesake
where namesake.id = image.id and namesake.place > 1;

create unique index image_counted_instance on image (dataset_id, instance_uid)
  where instance_uid <> '' and twin is null;
create index image_twin on image (dataset_id, instance_uid) where twin is not null;

-- Whoever adds an image of an instance holds this until the end of the transaction.
create function lock_instance(dataset integer, uid text) returns void language sql volatile
  return pg_advisory_xact_lock(hashtextextended(dataset::text || ' ' || uid, 37));

-- Whatever way an image comes: the first of an instance counts, a later one waits for a choice. One
-- in the undo list does not count against those that are there.
create function mark_twin() returns trigger language plpgsql as $$
begin
  if new.twin is not null then return new; end if;
  perform lock_instance(new.dataset_id, new.instance_uid);
  if exists (select from image where dataset_id = new.dataset_id
    and instance_uid = new.instance_uid and id <> new.id and twin is null and deleted_at is null)
  then
    new.twin := 'undecided';
  else
    update image set twin = 'undecided' where dataset_id = new.dataset_id
      and instance_uid = new.instance_uid and id <> new.id and twin is null;
  end if;
  return new;
end $$;
create trigger image_mark_twin_inserted before insert on image
  for each row when (new.instance_uid <> '') execute function mark_twin();
create trigger image_mark_twin_named before update of instance_uid on image
  for each row when (new.instance_uid <> '' and new.instance_uid <> old.instance_uid)
  execute function mark_twin();
