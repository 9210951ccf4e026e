-- Reading lists (contract/assignments.ts): which images of a dataset who reads, and by what form.
create table assignment (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  name text not null,
  instructions text not null,
  -- Keys of the fields that are asked for, and whether outlines are.
  field_keys text[] not null,
  asks_outlines boolean not null,
  due_on date,
  is_blinded boolean not null,
  -- Which images were drawn, how they were dealt and in which order they come follows from this number.
  seed integer not null,
  -- How the images were chosen: filter, sample, stratum, readers of each image.
  plan jsonb not null,
  created_at timestamptz not null,
  created_by integer references app_user on delete set null,
  -- Null until every case of a blinded assignment has been copied.
  ready_at timestamptz,
  closed_at timestamptz
);
create index assignment_dataset on assignment (dataset_id, id desc);

-- A reader. Blinded readers have a dataset of their own, with copies of the photographs.
create table assignment_reader (
  id integer generated always as identity primary key,
  assignment_id integer not null references assignment on delete cascade,
  user_id integer not null references app_user on delete cascade,
  dataset_id integer references dataset on delete set null,
  unique (assignment_id, user_id)
);
create index assignment_reader_user on assignment_reader (user_id);
create index assignment_reader_dataset on assignment_reader (dataset_id) where dataset_id is not null;

-- An image that a reader has to read.
create table assignment_item (
  id integer generated always as identity primary key,
  reader_id integer not null references assignment_reader on delete cascade,
  -- From 1, in the reader's order.
  position integer not null,
  source_image_id integer not null references image on delete cascade,
  -- The image that the reader sees: the source itself, or its copy; null until it has been copied.
  image_id integer references image on delete cascade,
  state text not null default 'open' check (state in ('open', 'paused', 'referred', 'submitted')),
  -- Why it was referred or handed back.
  note text not null default '',
  changed_at timestamptz,
  unique (reader_id, position),
  unique (reader_id, source_image_id)
);
create index assignment_item_image on assignment_item (image_id);
create index assignment_item_source on assignment_item (source_image_id);

-- Each change of an item's state.
create table assignment_event (
  id integer generated always as identity primary key,
  item_id integer not null references assignment_item on delete cascade,
  at timestamptz not null,
  by_id integer references app_user on delete set null,
  by_name text not null,
  before text not null,
  after text not null,
  note text not null
);
create index assignment_event_item on assignment_event (item_id, id);

-- The dataset from which a blinded reader's copies come; null for every other dataset.
alter table dataset add column reading_of integer references dataset on delete cascade;
create index dataset_reading on dataset (reading_of) where reading_of is not null;
