-- The list of tasks reads the newest of each dataset and person; deleting an account looks for its tasks.
create index task_creator on task (creator_id, id desc);
create index task_without_dataset on task (creator_id, id desc) where dataset_id is null;
