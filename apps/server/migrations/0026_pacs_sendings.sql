-- What is to be stored in an archive (PACS), or was; a letter of the outbox takes it there.
create table pacs_sending (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  -- The image's own file, or what is known of it.
  kind text not null check (kind in ('image', 'results')),
  -- Of the report among the results.
  language text not null,
  asked_at timestamptz not null,
  asked_by integer references app_user on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  sent_at timestamptz,
  -- Of results: the first one of those that were sent.
  result_id integer,
  -- Whether the archive has committed itself to keep it; null where it was not asked.
  commitment text check (commitment in ('asked', 'committed', 'failed', 'unknown'))
);
create index pacs_sending_image on pacs_sending (image_id, id desc);

-- The objects that the archive has taken.
create table pacs_object (
  sending_id integer not null references pacs_sending on delete cascade,
  sop_instance_uid text not null,
  sop_class_uid text not null,
  -- Of the response to C-STORE.
  status integer not null,
  -- What the archive has reported; null where it has not.
  committed boolean,
  -- Why it did not commit itself (PS3.3 C.14.1.1).
  reason integer,
  primary key (sending_id, sop_instance_uid)
);

-- Requests for commitment: a report names one of them, and may come from where it was asked.
create table pacs_commitment (
  transaction_uid text primary key,
  sending_id integer not null references pacs_sending on delete cascade,
  asked_at timestamptz not null,
  address inet not null,
  -- What we called ourselves.
  ae_title text not null
);
create index pacs_commitment_sending on pacs_commitment (sending_id);
create index pacs_commitment_address on pacs_commitment (address, asked_at);

-- Sending was a task before; what had not gone is told so, and can be sent again.
with ended as (
  update task set status = 'failed', finished_at = now()
  where kind in ('send-to-pacs', 'send-results-to-pacs') and status in ('queued', 'running')
  returning id
)
insert into task_log (task_id, at, level, text)
select id, now(), 'ERROR', 'It was not sent before the server was updated. Send it again.'
from ended;
