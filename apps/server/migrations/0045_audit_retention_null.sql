-- `least` ignores nulls: with nothing expired the function would have dropped what it was asked to.
create or replace function drop_expired_audit(up_to bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expired constant bigint := expired_audit();
  last record;
begin
  if expired is null or up_to is null then
    return;
  end if;
  perform pg_advisory_xact_lock(7236014);
  select seal_number, hash into last from audit_event
  where seal_number <= least(up_to, expired)
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
