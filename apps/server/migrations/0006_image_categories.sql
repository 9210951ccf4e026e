-- Categories that an image bears as a whole, beside those of what is drawn on it.
create table image_category (
  image_id integer not null references image on delete cascade,
  category_id integer not null references category on delete cascade,
  primary key (image_id, category_id)
);
create index image_category_category on image_category (category_id);

-- What was noted of an image as a whole before each change.
create table image_history (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  changed_at timestamptz not null,
  changed_by integer references app_user on delete set null,
  metadata jsonb not null,
  category_ids integer[] not null
);
create index image_history_image on image_history (image_id, id);
