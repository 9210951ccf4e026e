-- Set by an administrator and not changed since: known to somebody else than the account's user.
alter table app_user add column has_temporary_password boolean not null default false;
