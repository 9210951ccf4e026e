-- Archives that are uploaded together are unpacked one after the other.
drop index task_open_dataset;
create unique index task_open_dataset on task (kind, dataset_id)
  where status in ('queued', 'running') and image_id is null
    and kind not in ('retrieve-from-pacs', 'add-archive');
