-- Nothing was ever written into the first one.
drop table outbox;

-- What is to be handed to other systems, written in the transaction that it tells of.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  -- By which the receiver knows it again; posted once.
  key text not null,
  -- Letters of a kind with the same one are handed over in the order in which they were posted.
  order_key text not null,
  payload jsonb not null,
  posted_at timestamptz not null,
  -- Not before: the end of the pause after a failure, or of the lease of whoever delivers it.
  due_at timestamptz not null,
  -- Whose lease it is.
  lease uuid,
  -- Failures after this are final.
  gives_up_at timestamptz not null,
  tries integer not null default 0,
  -- Why the last try failed, as a message.
  failure jsonb,
  delivered_at timestamptz,
  -- Since when it is not tried any more.
  dead_at timestamptz
);
create unique index outbox_key on outbox (kind, key);
create index outbox_waiting on outbox (kind, order_key, id) where delivered_at is null and dead_at is null;
create index outbox_due on outbox (kind, due_at) where delivered_at is null and dead_at is null;
create index outbox_dead on outbox (dead_at) where dead_at is not null;
