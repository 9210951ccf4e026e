-- How far the analysis of an image is; what people are told of it stands beside it as text.
alter table image add column analysis_state text not null default 'none'
  check (analysis_state in ('none', 'underWay', 'done', 'notGradable', 'failed'));

update image set analysis_state = case
  when prediction_status in ('Queued', 'Running') then 'underWay'
  when prediction_status in ('Done', 'Done in part') then 'done'
  when prediction_status like 'Not gradable%' then 'notGradable'
  when prediction_status like 'Failed%' then 'failed'
  else 'none' end
where prediction_status <> '';

create index image_by_analysis_state on image (dataset_id, analysis_state) where deleted_at is null;

-- The Patient of ours that a message was sent with; null where the server's own one was meant.
alter table fhir_message add column own_patient text;
update fhir_message set own_patient = jsonb_path_query_first(
  bundle::jsonb, '$.entry[*].resource ? (@.resourceType == "Patient").id') #>> '{}'
where push_state = 'sent';
create index fhir_message_own_patient on fhir_message (own_patient) where own_patient is not null;
