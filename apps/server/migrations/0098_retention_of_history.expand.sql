-- How long rows of other tables that only grow are kept, as the owner of the database sets it. Without a
-- row here, they are kept for ever.
create table retention (
  parent text primary key check (parent in ('annotation_history', 'task_log')),
  days integer not null check (days > 0)
);

-- Drops the months of these tables whose retention is over. If somebody reads the table for long, they
-- are left for later.
create function drop_expired_months() returns void language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  part record;
begin
  perform pg_advisory_xact_lock(7236015);
  for part in
    select relname as name, days,
      to_date(right(relname, 7), 'YYYY_MM')
        + case when relname ~ '_until_' then interval '0' else interval '1 month' end as ending
    from retention
    join pg_inherits on inhparent = parent::regclass
    join pg_class on pg_class.oid = inhrelid
    where relname ~ '_\d{4}_\d\d$'
  loop
    continue when part.ending > now() - make_interval(days => part.days);
    execute format('drop table %I', part.name);
  end loop;
exception when lock_not_available then
  return;
end $$;
revoke execute on function drop_expired_months() from public;
