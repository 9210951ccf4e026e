-- The audit trail is narrowed to usernames by their beginning.
create index audit_event_username on audit_event (lower(username) text_pattern_ops, at desc);
