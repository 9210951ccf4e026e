-- Why an image that is kept cannot be shown, in English; '' where it can.
alter table image add column undecodable text not null default '';

-- The name's group in Hangul, where a DICOM file has one beside the alphabetic one.
alter table image add column patient_name_korean text not null default '';
create index image_patient_name_korean_contains
  on image using gin (patient_name_korean gin_trgm_ops) where patient_name_korean <> '';

-- UIDs of the DICOM objects that are written, so that writing them again gives the same ones.
create table dicom_uid (
  kind text not null,
  -- What the object is made from, such as 'image 7'.
  owner text not null,
  uid text not null,
  primary key (kind, owner)
);

-- Random numbers of this installation that never leave it, in hexadecimal.
create table site_secret (name text primary key, value text not null);
insert into site_secret (name, value)
values ('de-identification', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
