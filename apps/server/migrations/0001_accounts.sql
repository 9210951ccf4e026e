create table app_user (
  id integer generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_.-]{1,64}$'),
  name text not null default '',
  group_name text not null default '',
  password_hash text not null,
  is_admin boolean not null default false,
  subscription_expiration date not null default '2999-01-01',
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  -- The row stays as the author of what the user made; the name is free again.
  deleted_at timestamptz
);
create unique index app_user_username on app_user (lower(username)) where deleted_at is null;

create table session (
  token_hash bytea primary key,
  user_id integer not null references app_user on delete cascade,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  -- Idle end, moved by every renewal, and the end that nothing moves.
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index session_owner on session (user_id);
create index session_expiry on session (expires_at);

-- Failed sign-ins, counted per account and per address ('user:kim', 'address:10.0.0.7').
create table sign_in_failure (
  subject text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer,
  username text not null,
  address text not null,
  action text not null,
  object_type text not null,
  object_id bigint,
  dataset_id integer,
  outcome integer not null,
  detail jsonb not null default '{}',
  -- The chain: each sealed row bears the hash of itself and of the one sealed before it.
  seal_number bigint unique,
  hash bytea
);
create index audit_event_at on audit_event (at desc);
create index audit_event_user on audit_event (user_id, at desc);
create index audit_event_object on audit_event (object_type, object_id, at desc);
create index audit_event_dataset on audit_event (dataset_id, at desc);
create index audit_event_unsealed on audit_event (id) where hash is null;

-- Append-only: a row may be sealed once, and removed only when its time of retention is over.
create function keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null
    and (to_jsonb(old) - '{seal_number,hash}'::text[]) = (to_jsonb(new) - '{seal_number,hash}'::text[]) then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('fovea.audit_retention', true) = 'over' then
    return old;
  end if;
  raise exception 'the audit trail is append-only';
end $$;
create trigger audit_event_kept before update or delete on audit_event
  for each row execute function keep_audit_event();

-- Where the chain begins, once its oldest rows are past their time of retention.
create table audit_anchor (
  only_one boolean primary key default true check (only_one),
  seal_number bigint not null,
  hash bytea not null
);

-- Settings of the whole installation; secrets are encrypted before they come here.
create table setting (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by integer references app_user on delete set null
);
