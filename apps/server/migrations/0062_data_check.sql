-- Results of the command that checks the stored data; the page System shows the latest.
create table data_check (
  id integer generated always as identity primary key,
  checked_at timestamptz not null,
  files integer not null,
  files_missing integer not null,
  files_damaged integer not null,
  audit_entries bigint not null,
  audit_findings integer not null
);
