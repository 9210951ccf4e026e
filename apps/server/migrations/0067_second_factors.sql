-- The authenticator app (RFC 6238) of a local account. The secret is sealed.
create table authenticator (
  user_id integer primary key references app_user on delete cascade,
  secret text not null,
  added_at timestamptz not null,
  -- The time step of the last code that was accepted: no code is accepted twice.
  last_step integer not null
);

-- Passkeys of local accounts (WebAuthn).
create table passkey (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  name text not null,
  -- In base64url.
  credential_id text not null unique,
  -- In the form of COSE.
  public_key bytea not null,
  -- Number of uses, as the authenticator counts them; 0 if it does not.
  counter bigint not null,
  -- How browsers reach it, such as 'internal' or 'usb'.
  transports text[] not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Codes for when the factors are out of reach. Each works once, and is deleted by its use.
create table recovery_code (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  code_hash text not null
);
create index recovery_code_user on recovery_code (user_id);

-- When an administrator removed the factors of an account, until its user is told so.
alter table app_user add column second_factor_removed_at timestamptz;

-- Began without a second factor although one was required: it must be added before anything else.
alter table session add column owes_second_factor boolean not null default false;
