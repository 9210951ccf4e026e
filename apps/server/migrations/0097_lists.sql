-- The list of tasks reads the newest of each dataset and person; deleting an account looks for its tasks.
create index task_creator on task (creator_id, id desc);
create index task_without_dataset on task (creator_id, id desc) where dataset_id is null;
-- Filters of the audit trail.
create index audit_event_action on audit_event (action, at desc);
create index audit_event_refused on audit_event (at desc) where outcome >= 400;
