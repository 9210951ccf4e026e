-- Categories can stand for arterioles and venules, so that a traced vessel gets the right one. Existing
-- categories get it by their names, as new ones do (contract/category-role.ts).
alter table category drop constraint category_role_check;
alter table category add constraint category_role_check
  check (role in ('disc', 'cup', 'fovea', 'arteriole', 'venule'));

update category set role = known.role
from (values
  ('arteriole', 'arteriole'), ('arterioles', 'arteriole'), ('artery', 'arteriole'), ('arteries', 'arteriole'),
  ('세동맥', 'arteriole'), ('동맥', 'arteriole'),
  ('venule', 'venule'), ('venules', 'venule'), ('vein', 'venule'), ('veins', 'venule'),
  ('세정맥', 'venule'), ('정맥', 'venule')) as known (name, role)
where category.role is null
  and regexp_replace(lower(normalize(category.name)), '[\s_-]+', '', 'g') = known.name;
