-- The day of a study that is being retrieved, by which people are told which one it is.
alter table pacs_series add column study_day date;
