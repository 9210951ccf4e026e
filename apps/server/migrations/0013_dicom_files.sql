-- Why an image that is kept cannot be shown, in English; '' where it can.
alter table image add column undecodable text not null default '';

-- The name's group in Hangul, where a DICOM file has one beside the alphabetic one.
alter table image add column patient_name_korean text not null default '';
create index image_patient_name_korean_contains
  on image using gin (patient_name_korean gin_trgm_ops) where patient_name_korean <> '';
