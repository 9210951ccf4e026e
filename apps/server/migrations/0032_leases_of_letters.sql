-- The end of the lease, by the clock of the database; `due_at` is now the end of a pause alone.
alter table outbox add column leased_until timestamptz;
