-- When the user of the stream last did something on the image.
alter table presence add column active_at timestamptz not null default now();

-- Paths are compared composed: a copy from macOS may write a letter and its accent as two.
create index image_composed_path on image (dataset_id, normalize(path));
