-- Since when it is not to be delivered any more, because what it tells was withdrawn or overtaken.
alter table outbox add column cancelled_at timestamptz;

create index outbox_delivered on outbox (delivered_at desc) where delivered_at is not null;
create index outbox_cancelled on outbox (cancelled_at desc) where cancelled_at is not null;
