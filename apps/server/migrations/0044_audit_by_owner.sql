-- The application may add rows to the audit trail and seal them once, nothing else: the owner's
-- role keeps the tables, and what removes rows is a function of the owner.

-- How long the trail is kept; set by the owner at every start.
create table audit_retention (
  only_one boolean primary key default true check (only_one),
  days integer not null check (days > 0)
);
insert into audit_retention (days) values (730);

-- In which form a row was sealed; null in rows that were sealed before there were forms.
alter table audit_event add column seal_version smallint;

create or replace function keep_audit_event() returns trigger language plpgsql as $$
declare
  seal constant text[] := '{seal_number,hash,seal_version}';
begin
  if tg_op = 'UPDATE' and old.hash is null and (to_jsonb(old) - seal) = (to_jsonb(new) - seal) then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('fovea.audit_retention', true) = 'over' then
    return old;
  end if;
  raise exception 'the audit trail is append-only';
end $$;

create trigger audit_event_not_emptied before truncate on audit_event
  for each statement execute function keep_audit_event();

-- The newest seal before the first row whose time is not over; null if no time is over.
create function expired_audit() returns bigint
  language sql stable set search_path = public, pg_temp as $$
  select max(seal_number) from audit_event
  where seal_number < coalesce(
    (
      select seal_number from audit_event
      where seal_number is not null
        and at >= now() - make_interval(days => (select days from audit_retention))
      order by seal_number limit 1
    ),
    9223372036854775807
  )
$$;

-- Removes expired rows up to a seal, and keeps where the chain goes on.
create function drop_expired_audit(up_to bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(7236014);
  select seal_number, hash into last from audit_event
  where seal_number <= least(up_to, expired_audit())
  order by seal_number desc limit 1;
  if not found then
    return;
  end if;
  perform set_config('fovea.audit_retention', 'over', true);
  delete from audit_event where seal_number <= last.seal_number;
  perform set_config('fovea.audit_retention', '', true);
  insert into audit_anchor (seal_number, hash) values (last.seal_number, last.hash)
  on conflict (only_one) do update set seal_number = excluded.seal_number, hash = excluded.hash;
end $$;
revoke execute on function drop_expired_audit(bigint) from public;
