-- The lengths of the queues are read at each scrape of the metrics.
create index task_open on task (kind, status, created_at) where status in ('queued', 'running');
