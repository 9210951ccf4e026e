create table annotation (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  category_id integer not null references category,
  -- Polygons with holes in 1/100 pixel; the format is packages/geometry/encoding.ts.
  geometry bytea not null,
  area double precision not null,
  box_x double precision not null,
  box_y double precision not null,
  box_width double precision not null,
  box_height double precision not null,
  keypoints real[] not null default '{}',
  is_box boolean not null default false,
  is_crowd boolean not null default false,
  color text,
  metadata jsonb not null default '{}',
  creator_id integer references app_user on delete set null,
  revision integer not null default 1,
  -- The ids of the attempts that created it and that changed it last, so that a retry is harmless.
  created_save_id uuid,
  changed_save_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by integer references app_user on delete set null,
  deleted_at timestamptz,
  deleted_by integer references app_user on delete set null,
  -- True where it went with its category and comes back with it.
  deleted_with_category boolean not null default false
);
create unique index annotation_created_save on annotation (created_save_id) where created_save_id is not null;
create index annotation_image on annotation (image_id, id) where deleted_at is null;
create index annotation_category on annotation (category_id, image_id) where deleted_at is null;
create index annotation_deleted on annotation (deleted_at desc) where deleted_at is not null;

-- What an annotation was before each change.
create table annotation_history (
  annotation_id integer not null references annotation on delete cascade,
  revision integer not null,
  changed_at timestamptz not null,
  changed_by integer references app_user on delete set null,
  category_id integer not null,
  geometry bytea not null,
  keypoints real[] not null,
  is_box boolean not null,
  color text,
  metadata jsonb not null,
  primary key (annotation_id, revision)
);

create function count_annotations() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    update image set annotation_count = annotation_count - 1 where id = old.image_id;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    update image set annotation_count = annotation_count + 1 where id = new.image_id;
  end if;
  return null;
end $$;
create trigger annotation_counted_insert_delete after insert or delete on annotation
  for each row execute function count_annotations();
create trigger annotation_counted_update after update of deleted_at, image_id on annotation
  for each row when (old.deleted_at is distinct from new.deleted_at or old.image_id <> new.image_id)
  execute function count_annotations();
