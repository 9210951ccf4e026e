-- The accounts that somebody at an address tried in vain, until they sign in from there. An
-- address as a whole is not locked any more: a whole hospital may stand behind it.
create table sign_in_failure_from (
  address text not null,
  username text not null,
  last_failed_at timestamptz not null,
  primary key (address, username)
);
create index sign_in_failure_from_age on sign_in_failure_from (last_failed_at);
delete from sign_in_failure where subject like 'address:%';
