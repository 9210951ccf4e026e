-- Values of fields that each reader states show on their images too: an agreed value if there is one,
-- else the value that all readers gave, else that they differ (contract/fields/value.ts).
create or replace function fields_of_image(whose image) returns jsonb
  language sql stable
  return (
    select coalesce(jsonb_object_agg(stated.key, stated.value), '{}')
    from (
      select entry.key, case
        when bool_or(record.is_agreed) then jsonb_agg(entry.value) filter (where record.is_agreed) -> 0
        when count(distinct case jsonb_typeof(entry.value)
          -- The order of several choices has no meaning.
          when 'array' then (select coalesce(jsonb_agg(choice order by choice), '[]')
            from jsonb_array_elements(entry.value) as choice)
          else entry.value end) < 2 then jsonb_agg(entry.value) -> 0
        else '{"differs": true}'::jsonb end as value
      from field_record as record, jsonb_each(record.values) as entry
      where record.dataset_id = (whose).dataset_id
        and (record.subject, record.subject_key) in (
          ('image', 'image:' || (whose).id),
          ('eye', eye_key((whose).id, (whose).patient_id, (whose).study_date, (whose).laterality)),
          ('visit', visit_key((whose).id, (whose).patient_id, (whose).study_date)))
      group by entry.key) as stated);

drop trigger field_record_spread on field_record;
create trigger field_record_spread after insert or update on field_record
  for each row execute function spread_fields();

-- As before, and the values of readers go along with an image too.
create or replace function move_fields() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select record.*, target.subject_key as target_key
    from field_record as record
      join (values
        ('eye', eye_key(old.id, old.patient_id, old.study_date, old.laterality),
          eye_key(new.id, new.patient_id, new.study_date, new.laterality)),
        ('visit', visit_key(old.id, old.patient_id, old.study_date),
          visit_key(new.id, new.patient_id, new.study_date))) as target (subject, former_key, subject_key)
        on target.subject = record.subject and target.former_key = record.subject_key
    where record.dataset_id = new.dataset_id
      and target.former_key = 'image:' || new.id and target.subject_key <> target.former_key
    order by record.id
  loop
    if moved.is_agreed then
      insert into field_record (dataset_id, subject, subject_key, is_agreed, author_id, values, versions)
      values (moved.dataset_id, moved.subject, moved.target_key, true, null, moved.values, moved.versions)
      on conflict (dataset_id, subject, subject_key) where is_agreed
      do update set values = excluded.values || field_record.values,
        versions = excluded.versions || field_record.versions;
    else
      insert into field_record (dataset_id, subject, subject_key, is_agreed, author_id, values, versions)
      values (moved.dataset_id, moved.subject, moved.target_key, false, moved.author_id, moved.values,
        moved.versions)
      on conflict (dataset_id, subject, subject_key, author_id) where not is_agreed
      do update set values = excluded.values || field_record.values,
        versions = excluded.versions || field_record.versions;
    end if;
  end loop;
  update image set fields = fields_of_image(image)
  where id = new.id and fields <> fields_of_image(image);
  return null;
end $$;
