-- The image that a letter is about, for people who read that it was not delivered.
alter table outbox add column image_id integer references image on delete set null;
create index outbox_image on outbox (image_id);

update outbox set image_id = image.id
from image
where image.id = coalesce(
  (payload ->> 'imageId')::integer,
  (select image_id from pacs_sending where id = (payload ->> 'sendingId')::integer),
  (select image_id from fhir_message where id = (payload ->> 'messageId')::integer)
);
