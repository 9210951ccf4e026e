-- Texts that were kept as English sentences become messages: the key of a text and its parameters.
-- Each is at first a message that is nothing but its sentence; read-stored-sentences.ts then finds
-- the texts that the sentences were written from.
create function stored_message(sentence text) returns jsonb
  language sql immutable
  return jsonb_build_object('key', 'stored.text', 'params', jsonb_build_object('text', sentence));

alter table task
  alter column name type jsonb using stored_message(name),
  alter column group_name type jsonb using stored_message(group_name);

alter table task_log alter column text type jsonb using stored_message(text);

drop index image_by_prediction;
alter table image
  alter column prediction_status drop default,
  alter column prediction_status drop not null,
  alter column prediction_status type jsonb
    using case when prediction_status <> '' then stored_message(prediction_status) end,
  alter column undecodable drop default,
  alter column undecodable drop not null,
  alter column undecodable type jsonb
    using case when undecodable <> '' then stored_message(undecodable) end;
create index image_by_prediction on image
  (dataset_id, coalesce(prediction_status ->> 'key', ''), id) where deleted_at is null;

drop function stored_message(text);
