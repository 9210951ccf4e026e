-- How far an import is, changed together with each image, so that it goes on where it was.
create table coco_import (
  task_id integer primary key references task on delete cascade,
  -- The place in the file of the last image that is done.
  done_to bigint not null,
  tally jsonb not null
);
