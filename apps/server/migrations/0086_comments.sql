-- Comments on images. A thread is about the image, a place on it (in image pixels) or an annotation,
-- which may have been deleted since.
create table comment_thread (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  pin text not null check (pin in ('image', 'place', 'annotation')),
  x double precision,
  y double precision,
  annotation_id integer references annotation on delete set null,
  resolved_at timestamptz,
  resolved_by integer references app_user on delete set null,
  check ((pin = 'place') = (x is not null and y is not null)),
  check (pin = 'annotation' or annotation_id is null)
);
create index comment_thread_image on comment_thread (image_id);
create index comment_thread_annotation on comment_thread (annotation_id) where annotation_id is not null;

-- The image is also that of the thread: row-level security covers each table by it. Without an author:
-- of somebody at a server without login.
create table image_comment (
  id integer generated always as identity primary key,
  thread_id integer not null references comment_thread on delete cascade,
  image_id integer not null references image on delete cascade,
  author_id integer references app_user on delete set null,
  text text not null,
  at timestamptz not null,
  edited_at timestamptz,
  -- Kept without its text, because later ones follow.
  deleted_at timestamptz,
  save_id uuid not null,
  unique (image_id, save_id)
);
create index image_comment_thread on image_comment (thread_id, id);

-- Whom a comment concerns: people whom it mentions, and those who wrote in its thread before.
create table comment_notice (
  comment_id integer not null references image_comment on delete cascade,
  user_id integer not null references app_user on delete cascade,
  image_id integer not null references image on delete cascade,
  reason text not null check (reason in ('mention', 'answer')),
  read_at timestamptz,
  primary key (comment_id, user_id)
);
create index comment_notice_user on comment_notice (user_id, comment_id desc);
