-- Age in days on the day of the photograph: by birth date and the camera's clock or the study's day,
-- else as the file states it; -1 where it is not known. The table shows the same age.
create function age_days_on(born date, taken text, study_day date, age text) returns integer
  language sql immutable parallel safe
  return (
    select case when days between 0 and 47481 then days else age_days(age) end
    from (
      select coalesce(
        make_date(left(taken, 4)::integer, substr(taken, 6, 2)::integer, substr(taken, 9, 2)::integer),
        study_day) - born as days
    ) counted);

drop index image_by_age;
create index image_by_age on image
  (dataset_id, age_days_on(patient_birth_date, acquired_clock, study_date, patient_age), id)
  where deleted_at is null;
