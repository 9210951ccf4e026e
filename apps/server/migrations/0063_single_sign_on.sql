-- The person at the identity provider whose account this is (issuer and subject of OpenID Connect).
-- Null: a local account, with a password.
alter table app_user add column issuer text;
alter table app_user add column subject text;
-- When the provider last confirmed the account.
alter table app_user add column confirmed_at timestamptz;
alter table app_user add constraint app_user_provider
  check ((issuer is null) = (subject is null) and (issuer is null) = (confirmed_at is null));
create unique index app_user_identity on app_user (issuer, subject);

-- Sessions that began at the identity provider. Sign-out address (it contains the ID token) and refresh
-- token are sealed.
create table provider_session (
  token_hash bytea primary key references session on delete cascade,
  -- The provider's id of its session, if it has one.
  sid text,
  sign_out_url text,
  -- Null: the provider cannot be asked again, so the session ends with the access token.
  refresh_token text,
  checked_at timestamptz not null
);
create index provider_session_checked on provider_session (checked_at) where refresh_token is not null;

-- Memberships that follow from a group at the identity provider, and end with it.
alter table dataset_member add column by_provider boolean not null default false;
