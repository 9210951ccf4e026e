-- Backups that the command has completed; the page System shows the latest.
create table backup_made (
  made_at timestamptz primary key,
  files integer not null,
  files_missing integer not null,
  encrypted boolean not null
);
