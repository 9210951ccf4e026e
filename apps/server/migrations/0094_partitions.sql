-- Tables that only grow are partitioned by month, so that they stay quick to write and to read at
-- their new end, and retention drops a month instead of deleting its rows. The rows until now become
-- the first partition as they are: they are read once, to prove that they are older than its end.
-- Unique constraints stay with each partition, because one across partitions would need the month.

create function partition_by_month(parent text, key text) returns void language plpgsql
  set timezone = 'UTC' as $$
declare
  beginning constant timestamptz := date_trunc('month', now()) + interval '1 month';
  old constant text := format('%s_until_%s', parent, to_char(beginning, 'YYYY_MM'));
  rest constant text := parent || '_other';
  has_identity constant boolean := exists (select from pg_attribute
    where attrelid = parent::regclass and attname = 'id' and attidentity <> '');
  newest bigint;
  each record;
begin
  execute format('alter table %I rename to %I', parent, old);
  if has_identity then
    execute format('select nextval(pg_get_serial_sequence(%L, ''id''))', old) into newest;
    execute format('alter table %I alter column id drop identity', old);
  end if;
  execute format('create table %I (like %I including defaults including constraints) partition by range (%I)',
    parent, old, key);
  if has_identity then
    execute format('alter table %I alter column id add generated always as identity (start %s)',
      parent, newest);
  end if;
  for each in
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = old::regclass and not indisunique
  loop
    execute format('alter index %I rename to %I', each.name, each.name || '_until');
    execute replace(each.definition, format(' ON public.%I ', old), format(' ON public.%I ', parent));
  end loop;
  for each in
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = old::regclass and contype = 'f'
  loop
    execute format('alter table %I add constraint %I %s', parent, each.name, each.definition);
  end loop;
  execute format('alter table %I add constraint until check (%I < %L)', old, key, beginning);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
    parent, old, beginning);
  execute format('alter table %I drop constraint until', old);
  execute format('create table %I partition of %I default', rest, parent);
  for each in
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = old::regclass and contype in ('p', 'u')
  loop
    execute format('alter table %I add %s', rest, each.definition);
  end loop;
end $$;

drop trigger audit_event_kept on audit_event;
select partition_by_month('audit_event', 'at');
create trigger audit_event_kept before update or delete on audit_event
  for each row execute function keep_audit_event();
create trigger audit_event_not_emptied before truncate on audit_event
  for each statement execute function keep_audit_event();
create trigger audit_event_not_emptied before truncate on audit_event_other
  for each statement execute function keep_audit_event();

select partition_by_month('annotation_history', 'changed_at');
select partition_by_month('task_log', 'at');
drop function partition_by_month(text, text);

-- Makes the partitions of this month and the next two, and gives them the rows that the partition for
-- all other times has taken meanwhile. If somebody reads the table for long, it is left for later.
create function make_partitions() returns void language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  kept record;
  beginning timestamptz;
  part text;
begin
  perform pg_advisory_xact_lock(7236015);
  for kept in
    select relname::text as parent, relname || '_other' as rest, attname as key
    from pg_partitioned_table
    join pg_class on pg_class.oid = partrelid
    join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where relnamespace = 'public'::regnamespace
  loop
    for ahead in 0..2 loop
      beginning := date_trunc('month', now()) + make_interval(months => ahead);
      part := format('%s_%s', kept.parent, to_char(beginning, 'YYYY_MM'));
      -- The first partition ends later, or this one is there.
      continue when to_regclass(part) is not null or exists (
        select from pg_class where relnamespace = 'public'::regnamespace
          and relname like kept.parent || '\_until\_%'
          and relname > format('%s_until_%s', kept.parent, to_char(beginning, 'YYYY_MM')));
      execute format('create table %I (like %I including defaults including constraints
        including indexes including storage)', part, kept.rest);
      perform set_config('fovea.audit_retention', 'over', true);
      execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)
        insert into %5$I select * from moved',
        kept.rest, kept.key, beginning, beginning + interval '1 month', part);
      perform set_config('fovea.audit_retention', '', true);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        kept.parent, part, beginning, beginning + interval '1 month');
      if kept.parent = 'audit_event' then
        execute format('create trigger audit_event_not_emptied before truncate on %I
          for each statement execute function keep_audit_event()', part);
      end if;
    end loop;
  end loop;
exception when lock_not_available then
  return;
end $$;
revoke execute on function make_partitions() from public;

-- The last seal that can be removed up to this one: the months that are over as a whole, and the
-- rows from before there were months. Null if there is none.
create function droppable_audit(up_to bigint) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  last constant bigint := case when up_to is null then null else least(up_to, expired_audit()) end;
  is_over boolean;
  newest bigint;
  found bigint;
  part regclass;
begin
  if last is null or expired_audit() is null then return null; end if;
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'audit_event'::regclass loop
    if part::text ~ '_\d{4}_\d\d$' and part::text !~ '_until_' then
      execute format('select not exists (select from %1$s where seal_number > $1)
        and not exists (select from %1$s where seal_number is null)',
        part) into is_over using last;
      continue when not is_over;
    end if;
    execute format('select max(seal_number) from %s where seal_number <= $1', part)
      into newest using last;
    found := greatest(found, newest);
  end loop;
  return found;
end $$;

revoke execute on function droppable_audit(bigint) from public;

-- Removes expired rows up to a seal, and keeps where the chain goes on. If somebody reads the trail
-- for long, it is left for later.
create or replace function drop_expired_audit(up_to bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  last record;
  part regclass;
  is_over boolean;
begin
  perform pg_advisory_xact_lock(7236014);
  select seal_number, hash into last from audit_event where seal_number = droppable_audit(up_to);
  if not found then
    return;
  end if;
  for part in
    select inhrelid::regclass from pg_inherits
    where inhparent = 'audit_event'::regclass
      and inhrelid::regclass::text ~ '_\d{4}_\d\d$'
      and inhrelid::regclass::text < 'audit_event_' || to_char(now() - interval '1 month', 'YYYY_MM')
  loop
    execute format('select not exists (select from %1$s where seal_number > $1)
        and not exists (select from %1$s where seal_number is null)',
      part) into is_over using last.seal_number;
    if is_over then
      execute format('drop table %s', part);
    end if;
  end loop;
  perform set_config('fovea.audit_retention', 'over', true);
  delete from audit_event where seal_number <= last.seal_number;
  perform set_config('fovea.audit_retention', '', true);
  insert into audit_anchor (seal_number, hash) values (last.seal_number, last.hash)
  on conflict (only_one) do update set seal_number = excluded.seal_number, hash = excluded.hash;
exception when lock_not_available then
  return;
end $$;

-- Walls of partitioned tables cover their partitions.
create or replace function raise_walls() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  leads constant text[][] := array[
    ['dataset_id', 'dataset'], ['image_id', 'image'], ['annotation_id', 'annotation'],
    ['analysis_id', 'analysis'], ['task_id', 'task'], ['group_id', 'user_group']];
  lead text[];
  walled record;
  rule text;
begin
  if not exists (select from site) then return; end if;
  for walled in
    select c.relname::text as name, c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not c.relrowsecurity
      and c.relname not in ('app_user', 'audit_event')
  loop
    rule := case
      when exists (select from pg_attribute a
        where a.attrelid = walled.oid and a.attname = 'site_id' and not a.attisdropped)
        then 'site_id is not distinct from (select own_site())'
      when walled.name = 'category' then '(select site_id from app_user where app_user.id = creator_id)
          is not distinct from (select own_site())
        or exists (select from dataset_category c where c.category_id = category.id)'
    end;
    if rule is null then
      foreach lead slice 1 in array leads loop
        if exists (select from pg_attribute a
            where a.attrelid = walled.oid and a.attname = lead[1] and not a.attisdropped) then
          rule := format('%1$I.%2$I is null or exists (select from %3$I it where it.id = %1$I.%2$I)',
            walled.name, lead[1], lead[2]);
          exit;
        end if;
      end loop;
    end if;
    continue when rule is null;
    execute format('create policy wall on %I using ((select wall_is_open()) or %s)',
      walled.name, rule);
    execute format('alter table %I enable row level security, force row level security',
      walled.name);
  end loop;
end $$;
select raise_walls();
