-- Webhooks are told of analyses that failed, too.
create function tell_of_failed_analysis() returns trigger language plpgsql as $$
begin
  perform tell_event('analysis.failed', new.dataset_id,
    jsonb_build_object('image_id', new.id), new.id);
  return null;
end $$;
create trigger webhook_analysis_failed after update of analysis_state on image
  for each row when (new.analysis_state = 'failed' and old.analysis_state <> 'failed')
  execute function tell_of_failed_analysis();
