-- Tells the processes that deliver messages of this kind, when the transaction commits, that one
-- may have become due, or will at another time. The columns of a lease are not among those watched:
-- they change every two seconds while a message is delivered.
create function wake_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('fovea_outbox', new.kind);
  return null;
end $$;

create trigger outbox_wakes
  after insert or update of due_at, delivered_at, dead_at, cancelled_at on outbox
  for each row execute function wake_outbox();

-- Whose holder may have died.
create index outbox_leased on outbox (kind, leased_until) where leased_until is not null;
