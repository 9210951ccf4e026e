-- DICOM's age ('066Y', '010M', '003W', '012D') in days; -1 where it is not known.
create function age_days(age text) returns integer
  language sql immutable strict parallel safe
  return case when age ~ '^\d{1,4}[YMWD]$'
    then left(age, -1)::integer
      * case right(age, 1) when 'Y' then 365 when 'M' then 30 when 'W' then 7 else 1 end
    else -1 end;

-- How far an image is on its way to the hospital: 1 at first, 5 at the end.
create function referral_step(state text) returns integer
  language sql immutable strict parallel safe
  return array_position(
    array['Unselected', 'Unreferred', 'Referred', 'Finished', 'FinishedTransmit'], state);

create function order_key(metadata jsonb, mics_meta jsonb) returns text
  language sql immutable parallel safe
  return natural_key(coalesce(metadata ->> 'ORD_SEQ', mics_meta ->> 'ORD_SEQ', ''));

-- The time of the image, or the day of the study at midnight.
create function study_time(study_date date, acquired_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return coalesce(acquired_at, timezone('UTC', study_date::timestamp), '-infinity'::timestamptz);

-- One index for each column that the table of images can be ordered by (image-order.ts).
drop index image_by_study;
drop index image_by_state;
create index image_by_study on image (dataset_id, coalesce(study_date, '-infinity'::date), id) where deleted_at is null;
create index image_by_acquired on image (dataset_id, coalesce(acquired_at, '-infinity'::timestamptz), id) where deleted_at is null;
create index image_by_study_time on image (dataset_id, study_time(study_date, acquired_at), id) where deleted_at is null;
create index image_by_state on image (dataset_id, referral_step(mics_state), id) where deleted_at is null;
create index image_by_order on image (dataset_id, order_key(metadata, mics_meta), id) where deleted_at is null;
create index image_by_sex on image (dataset_id, patient_sex, id) where deleted_at is null;
create index image_by_age on image (dataset_id, age_days(patient_age), id) where deleted_at is null;
create index image_by_prediction on image (dataset_id, prediction_status, id) where deleted_at is null;
create index image_patient_id_contains on image using gin (patient_id gin_trgm_ops);
