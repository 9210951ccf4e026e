-- When an image was taken is what its camera's clock said, which is no instant.
alter table image
  -- ISO 8601 as the file has it: a day, or day and time, with the offset from UTC if the file states one.
  add column acquired_clock text,
  -- The offset of the site's time zone at that time, if the file states none.
  add column acquired_site_offset text,
  -- The time zone that this offset is of; '': none. Null: the file's attributes are to be read again.
  add column acquired_zone text,
  -- By which images are ordered: milliseconds, see orderMs.
  add column acquired_order bigint;

-- Clock times were kept as if the clocks stood at UTC.
update image set
  acquired_clock = to_char(acquired_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'),
  acquired_order = floor(extract(epoch from acquired_at) * 1000)
where acquired_at is not null;

drop index image_by_acquired;
drop index image_by_study_time;
drop function study_time(date, timestamptz);
alter table image drop column acquired_at;

-- The time of the image, or the day of the study at midnight.
create function study_time(study_date date, acquired_order bigint) returns bigint
  language sql immutable parallel safe
  return coalesce(acquired_order, extract(epoch from study_date)::bigint * 1000,
    '-9223372036854775808'::bigint);

create index image_by_acquired on image
  (dataset_id, coalesce(acquired_order, '-9223372036854775808'::bigint), id) where deleted_at is null;
create index image_by_study_time on image
  (dataset_id, study_time(study_date, acquired_order), id) where deleted_at is null;
