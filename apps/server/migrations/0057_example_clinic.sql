-- Datasets of made-up patients, which a newcomer loads and removes.
alter table dataset add column is_example boolean not null default false;

-- The second wall, behind the server's own refusals: nothing about a made-up patient goes anywhere.
create function refuse_example() returns trigger language plpgsql as $$
begin
  if exists (
    select from image join dataset on dataset.id = image.dataset_id
    where image.id = new.image_id and dataset.is_example
  ) then
    raise exception 'An image of an example clinic was to be sent to another system.';
  end if;
  return new;
end $$;
create trigger outbox_no_example before insert on outbox
  for each row when (new.image_id is not null) execute function refuse_example();
