-- The structure of the eye that a category stands for, which measures and scales are taken from.
-- Null: none. Existing categories get it by their names, as new ones do (contract/category-role.ts).
alter table category add column role text check (role in ('disc', 'cup', 'fovea'));

update category set role = known.role
from (values
  ('disc', 'disc'), ('disk', 'disc'), ('onh', 'disc'), ('opticdisc', 'disc'), ('opticdisk', 'disc'),
  ('opticnervehead', 'disc'), ('시신경유두', 'disc'),
  ('cup', 'cup'), ('opticcup', 'cup'), ('시신경유두함몰', 'cup'), ('유두함몰', 'cup'),
  ('fovea', 'fovea'), ('foveacentre', 'fovea'), ('foveacenter', 'fovea'), ('foveacentralis', 'fovea'),
  ('중심와', 'fovea')) as known (name, role)
where regexp_replace(lower(normalize(category.name)), '[\s_-]+', '', 'g') = known.name;

-- A fovea is marked by a point.
update category set keypoint_labels = array['fovea']
  where role = 'fovea' and cardinality(keypoint_labels) = 0;
