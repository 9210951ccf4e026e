-- Why the order system did not do what the image needs, as a message; null where all is well.
alter table image add column mics_failure jsonb;
-- The result that the order system has acknowledged.
alter table image add column mics_sent_result integer;
-- When the image's order is looked for next; null: it is not.
alter table image add column order_due_at timestamptz;
alter table image add column order_tries integer not null default 0;
create index image_order_due on image (order_due_at) where order_due_at is not null and deleted_at is null;

-- By which the failed result of an image is found.
create index outbox_dead_image on outbox ((payload ->> 'imageId')) where dead_at is not null;

-- An image of a dataset that requires orders waits for its own, unless it comes with one.
create function await_order() returns trigger language plpgsql as $$
begin
  if order_key(new.metadata, new.mics_meta) = '' and exists (
    select from dataset where id = new.dataset_id and settings #>> '{MICS,REQUIRE}' = 'true')
  then
    new.mics_state := 'Unselected';
    new.order_due_at := now();
  end if;
  return new;
end $$;
create trigger image_await_order before insert on image for each row execute function await_order();

-- Orders that came in messages of HL7, to be found when an image needs one.
create table received_order (
  ord_seq text primary key,
  patient_id text not null,
  department text not null,
  -- YYYY-MM-DD, or empty.
  ordered_on text not null,
  is_cancelled boolean not null default false,
  received_at timestamptz not null
);
create index received_order_patient on received_order (patient_id);
