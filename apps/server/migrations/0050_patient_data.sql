-- What people have stated of an image's patient and scale, beside what its file says.
create table image_statement (
  image_id integer not null references image on delete cascade,
  field text not null,
  value jsonb not null,
  -- The columns of the image that the statement replaced, as they were before the first one.
  filed jsonb not null,
  stated_by integer references app_user on delete set null,
  -- As they were called at that time.
  stated_by_name text not null,
  stated_at timestamptz not null,
  primary key (image_id, field)
);
