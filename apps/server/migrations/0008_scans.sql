-- The time that the file bore when its bytes were last seen to be the image's; null: not yet.
alter table image add column file_modified_at timestamptz;

-- How far a scan is, changed together with what it finds, so that it goes on where it was.
create table dataset_scan (
  task_id integer primary key references task on delete cascade,
  -- The last path that is done; null before the first.
  done_to text,
  -- Paths that another image bears, to be looked at again at the end.
  waiting text[] not null,
  warnings integer not null,
  tally jsonb not null
);
