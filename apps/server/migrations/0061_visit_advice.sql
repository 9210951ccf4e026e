-- Next steps that clinicians write for a patient after a confirmation: a row for each version.
-- Names are kept as they were: a version stands when its author's account is gone.
create table visit_advice (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  text text not null,
  based_on jsonb not null,
  author_id integer references app_user on delete set null,
  author_username text not null,
  author_name text not null,
  written_at timestamptz not null
);
create index visit_advice_image on visit_advice (image_id, id desc);
