-- Storage that is nearly full, and peers that cannot be reached: one row while it lasts, so that
-- administrators get one mail, also if several processes notice it.
create table outage (
  kind text not null check (kind in ('storage', 'peer')),
  -- Host and port of a peer; empty for the storage.
  subject text not null,
  since timestamptz not null,
  last_seen_at timestamptz not null,
  noticed_at timestamptz,
  primary key (kind, subject)
);
