-- Clinics that share an installation and do not meet. An account without a site belongs to the
-- installation; so does a dataset that such an account owns.
create table site (
  id integer primary key generated always as identity,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index site_name on site (lower(name));

alter table app_user add column site_id integer references site;
create index app_user_site on app_user (site_id) where site_id is not null;
alter table dataset add column site_id integer references site;
create index dataset_site on dataset (site_id) where site_id is not null;

-- A dataset belongs to its owner's site.
create function take_owners_site() returns trigger language plpgsql as $$
begin
  new.site_id := (select site_id from app_user where id = new.owner_id);
  return new;
end $$;
create trigger dataset_site before insert or update of owner_id on dataset
  for each row execute function take_owners_site();

-- The second wall: row-level security. A connection sees the rows of the site in fovea.site: its id,
-- or 'none' for those of no site. Without the setting, as in jobs, it sees all rows.
create function wall_is_open() returns boolean language sql stable
  return coalesce(current_setting('fovea.site', true), '') = '';
create function own_site() returns integer language sql stable
  return nullif(nullif(current_setting('fovea.site', true), ''), 'none')::integer;

-- Raises the wall once there is a site; does nothing before, or where it stands already. Covers each
-- table by its site, or by the first of these columns that it has. Two are left out: accounts, because
-- people sign in before their site is known, and the audit trail, which takes rows about every site.
create function raise_walls() returns void language plpgsql security definer
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
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity
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
