-- When the user of the stream last did something on the image.
alter table presence add column active_at timestamptz not null default now();
