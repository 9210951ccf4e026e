-- Since when what a delivered letter told is known to be wrong, so that a person may send it again.
alter table outbox add column outdated_at timestamptz;

create index outbox_outdated on outbox (outdated_at desc) where outdated_at is not null;
