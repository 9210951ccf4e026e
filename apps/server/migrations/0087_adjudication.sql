-- How readers agree on the images of an assignment, and what was settled (contract/adjudication.ts).
alter table assignment
  -- Whether adjudicators see letters instead of the names of readers.
  add column hides_readers boolean not null default false,
  -- By field, up to which difference of numbers readers agree.
  add column tolerances jsonb not null default '{}',
  -- Least Dice coefficient of outlines that agree.
  add column least_dice double precision not null default 0.8,
  -- The assignment whose final grades are the answers by which readers of a training set are scored.
  add column key_of integer references assignment on delete set null,
  -- The share of right answers with which a reader passes.
  add column pass_share double precision;

create table assignment_adjudicator (
  assignment_id integer not null references assignment on delete cascade,
  user_id integer not null references app_user on delete cascade,
  primary key (assignment_id, user_id)
);

-- The second reading of an image by the same reader, which comes unannounced.
alter table assignment_item add column round integer not null default 1;
alter table assignment_item drop constraint assignment_item_reader_id_source_image_id_key;
alter table assignment_item
  add constraint assignment_item_reading unique (reader_id, source_image_id, round);

-- An image of an assignment, as all its readers see it.
create table assignment_image (
  id integer generated always as identity primary key,
  assignment_id integer not null references assignment on delete cascade,
  source_image_id integer not null references image on delete cascade,
  state text not null default 'reading' check (state in ('reading', 'agreed', 'differs', 'settled')),
  -- Rises with each change, so that nobody settles what they have not seen.
  revision integer not null default 1,
  -- Keys of the fields in which the readers differ.
  differing text[] not null default '{}',
  outlines_differ boolean not null default false,
  is_referred boolean not null default false,
  -- The reader whose outlines are final; null: none, or those that the adjudicator drew.
  outlines_of integer references assignment_reader on delete set null,
  -- The adjudicator who drew the final outlines in the source image.
  outlines_by integer references app_user on delete set null,
  note text not null default '',
  changed_at timestamptz,
  unique (assignment_id, source_image_id)
);
create index assignment_image_state on assignment_image (assignment_id, state);
create index assignment_image_source on assignment_image (source_image_id);
insert into assignment_image (assignment_id, source_image_id)
  select distinct reader.assignment_id, item.source_image_id
  from assignment_item as item join assignment_reader as reader on reader.id = item.reader_id;

-- Each change of a final grade; the last one of an image and key stands, null being none.
create table final_grade (
  id integer generated always as identity primary key,
  assignment_image_id integer not null references assignment_image on delete cascade,
  key text not null,
  version integer not null,
  value jsonb,
  -- Whether all readers gave it, the adjudicator took it from readers or gave another, it follows
  -- from others, or it was withdrawn because a case was handed back.
  basis text not null check (basis in ('unanimous', 'reader', 'adjudicator', 'computed', 'withdrawn')),
  at timestamptz not null,
  by_id integer references app_user on delete set null,
  by_name text not null,
  note text not null default ''
);
create index final_grade_current on final_grade (assignment_image_id, key, id desc);

-- How far the outlines of two readers agree, measured when the last of them submits.
create table outline_agreement (
  assignment_image_id integer not null references assignment_image on delete cascade,
  category_id integer not null references category on delete cascade,
  reader_a integer not null references assignment_reader on delete cascade,
  reader_b integer not null references assignment_reader on delete cascade,
  dice double precision not null,
  -- Pixels; null if one of them drew nothing.
  mean_distance double precision,
  distance_95 double precision,
  primary key (assignment_image_id, category_id, reader_a, reader_b)
);
