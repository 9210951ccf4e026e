-- As before, but its body is text: PostgreSQL before version 18 does not alter a table whose columns
-- the parsed body of a function uses, as later migrations do.
create or replace function fields_of_image(whose image) returns jsonb
  language sql stable as $$
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
      group by entry.key) as stated
$$;
