-- Whether the file says whose the images are: by names of files, patient IDs, UIDs and days.
alter table export add column identified boolean not null default false;

-- A dataset with such an image is exported under pseudonyms (images/pseudonyms.ts).
create index image_of_a_person on image (dataset_id)
  where deleted_at is null and (patient_id <> '' or patient_name <> '' or patient_name_korean <> ''
    or media_type = 'application/dicom');

-- Exports said everything until now; also those of images that have been deleted since.
update export set identified = true
where exists (
  select from image
  where image.dataset_id = export.dataset_id
    and (patient_id <> '' or patient_name <> '' or patient_name_korean <> ''
      or media_type = 'application/dicom'));
