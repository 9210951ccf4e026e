-- An administrator has set another password for an existing account, which must be changed before anything
-- else, whatever the rule for passwords.
alter table app_user add column must_change_password boolean not null default false;

-- One-time links by which people choose a new password. A new link replaces the former one.
create table password_link (
  user_id integer primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
