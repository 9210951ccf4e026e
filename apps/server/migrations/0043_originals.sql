-- When the original was found to have other bytes than were stored; the image counts as missing then.
alter table image add column damaged_at timestamptz;
