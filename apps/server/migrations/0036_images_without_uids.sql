-- Images that have not been given UIDs yet: those that came as no DICOM, and DICOM files that lack some.
drop index image_without_uids;
create index image_without_uids on image (dataset_id, id)
  where (study_uid = '' or series_uid = '' or instance_uid = '') and deleted_at is null;
