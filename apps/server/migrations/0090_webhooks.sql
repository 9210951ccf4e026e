-- Webhooks of a dataset (contract/webhooks.ts): programs that are told of its events.
create table webhook (
  id integer generated always as identity primary key,
  dataset_id integer not null references dataset on delete cascade,
  url text not null,
  events text[] not null,
  -- Sealed. The former secret also signs until then.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  is_on boolean not null,
  -- Why Fovea switched it off (a message); null if it did not.
  stopped jsonb,
  -- In whose name it works; null: of somebody at a server without login.
  maker_id integer references app_user,
  created_at timestamptz not null
);
create index webhook_dataset on webhook (dataset_id, id);
create index outbox_webhook on outbox (order_key, id desc) where kind = 'webhook';

-- The webhooks that are told of an event of a dataset. Nothing is told of made-up patients and of the
-- copies of blinded readers.
create function webhooks_for(of_dataset integer, event text) returns setof integer
language sql stable as $$
  select webhook.id from webhook join dataset on dataset.id = webhook.dataset_id
  where webhook.dataset_id = of_dataset and webhook.is_on and event = any(webhook.events)
    and dataset.deleted_at is null and dataset.reading_of is null and not dataset.is_example
$$;

-- Posts an event in the transaction of the change; like outbox.ts, it is given up after a day.
create function post_event(
  webhook integer, event text, dataset integer, subject jsonb, image integer, due timestamptz
) returns void language sql as $$
  insert into outbox (kind, key, order_key, image_id, payload, posted_at, due_at, gives_up_at)
  values ('webhook', 'evt_' || gen_random_uuid(), 'webhook ' || webhook, image,
    jsonb_build_object('webhookId', webhook, 'type', event, 'at', to_jsonb(now()),
      'data', jsonb_build_object('dataset_id', dataset) || subject),
    now(), due, now() + interval '1 day')
$$;

create function tell_event(event text, dataset integer, subject jsonb, image integer)
returns void language sql as $$
  select post_event(id, event, dataset, subject, image, now())
  from webhooks_for(dataset, event) as id
$$;

create function tell_of_image() returns trigger language plpgsql as $$
declare
  image record := coalesce(new, old);
  is_there boolean := tg_op <> 'DELETE' and image.deleted_at is null;
begin
  perform tell_event(case when is_there then 'image.added' else 'image.deleted' end,
    image.dataset_id, jsonb_build_object('image_id', image.id),
    case when tg_op <> 'DELETE' then image.id end);
  return null;
end $$;
create trigger webhook_image_added after insert on image
  for each row when (new.deleted_at is null) execute function tell_of_image();
create trigger webhook_image_deleted after update of deleted_at on image
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function tell_of_image();
create trigger webhook_image_erased after delete on image
  for each row when (old.deleted_at is null) execute function tell_of_image();

create function tell_of_analysis() returns trigger language plpgsql as $$
begin
  perform tell_event('analysis.finished', image.dataset_id,
    jsonb_build_object('image_id', image.id, 'analysis_id', new.id), image.id)
  from image where image.id = new.image_id;
  return null;
end $$;
create trigger webhook_analysis after insert on analysis
  for each row when (new.purpose = 'findings') execute function tell_of_analysis();

create function tell_of_review() returns trigger language plpgsql as $$
begin
  perform tell_event('result.' || new.decision, image.dataset_id,
    jsonb_build_object('image_id', image.id, 'analysis_id', analysis.id), image.id)
  from analysis join image on image.id = analysis.image_id where analysis.id = new.analysis_id;
  return null;
end $$;
create trigger webhook_review after insert on analysis_review
  for each row execute function tell_of_review();

create function tell_of_export() returns trigger language plpgsql as $$
begin
  perform tell_event('export.ready', new.dataset_id, jsonb_build_object('export_id', new.id), null);
  return null;
end $$;
create trigger webhook_export after insert on export
  for each row execute function tell_of_export();

create function tell_of_assignment() returns trigger language plpgsql as $$
begin
  perform tell_event('assignment.closed', new.dataset_id,
    jsonb_build_object('assignment_id', new.id), null);
  return null;
end $$;
create trigger webhook_assignment after update of closed_at on assignment
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function tell_of_assignment();

-- Changes of one image within half a minute are one event. One that waits and is locked here is
-- delivered after this transaction, and so covers its change; if another holds it, a second is posted.
create function tell_of_changes(image_ids integer[]) returns void language plpgsql as $$
declare
  told record;
begin
  for told in
    select webhook, image.id, image.dataset_id
    from image cross join lateral webhooks_for(image.dataset_id, 'annotation.changed') as webhook
    where image.id = any(image_ids) and image.deleted_at is null
  loop
    perform from outbox
    where kind = 'webhook' and order_key = 'webhook ' || told.webhook and image_id = told.id
      and payload ->> 'type' = 'annotation.changed' and lease is null
      and delivered_at is null and dead_at is null and cancelled_at is null
    limit 1 for update skip locked;
    continue when found;
    perform post_event(told.webhook, 'annotation.changed', told.dataset_id,
      jsonb_build_object('image_id', told.id), told.id, now() + interval '30 seconds');
  end loop;
end $$;

create function tell_of_changed_rows() returns trigger language plpgsql as $$
begin
  if exists (select from webhook where is_on) then
    perform tell_of_changes(array(select distinct image_id from changed));
  end if;
  return null;
end $$;
create trigger webhook_annotation_created after insert on annotation
  referencing new table as changed for each statement execute function tell_of_changed_rows();
create trigger webhook_annotation_changed after update on annotation
  referencing new table as changed for each statement execute function tell_of_changed_rows();
create trigger webhook_label_added after insert on image_category
  referencing new table as changed for each statement execute function tell_of_changed_rows();
create trigger webhook_label_removed after delete on image_category
  referencing old table as changed for each statement execute function tell_of_changed_rows();

create function tell_of_measurements() returns trigger language plpgsql as $$
begin
  perform tell_of_changes(array[new.id]);
  return null;
end $$;
create trigger webhook_measurements after update of measurements on image
  for each row when (old.measurements is distinct from new.measurements)
  execute function tell_of_measurements();
