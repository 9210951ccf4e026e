-- One run over an image: the analysis of its eye, or an assistant's search. Its results point to it.
create table analysis (
  id integer generated always as identity primary key,
  image_id integer not null references image on delete cascade,
  -- Findings are measured, reported and reviewed; proposals may become annotations.
  purpose text not null check (purpose in ('findings', 'proposals')),
  task_id integer references task on delete set null,
  pipeline text not null default '',
  -- Inputs by name; if any of them has changed since, the analysis is stale.
  made_from jsonb not null default '{}',
  -- The photograph as it was analysed.
  image_sha256 bytea not null,
  width integer not null,
  height integer not null,
  -- The person whose correction of areas was measured.
  corrected_by text,
  corrected_at timestamptz,
  created_at timestamptz not null,
  -- Null: this is the image's current analysis.
  replaced_at timestamptz
);

-- Results of one run were known by their time; all current ones of an image count as one run. An
-- analysis takes the id of its result of image quality, by which reviews and messages know it.
alter table analysis_result add column analysis_id integer;
update analysis_result set analysis_id = run.id
from (
  select id as result_id,
    coalesce(min(id) filter (where kind = 'quality') over same_run, min(id) over same_run) as id
  from analysis_result
  window same_run as (partition by image_id, kind = 'lesions', replaced_at,
    case when replaced_at is not null then created_at end)) as run
where run.result_id = analysis_result.id;

insert into analysis (id, image_id, purpose, task_id, pipeline, made_from, image_sha256, width, height,
  corrected_by, corrected_at, created_at, replaced_at)
overriding system value
select analysis_id, image_id, case when bool_and(kind = 'lesions') then 'proposals' else 'findings' end,
  max(task_id), max(pipeline), (array_agg(made_from order by id))[1],
  (array_agg(image_sha256 order by id))[1], max(width), max(height),
  max(corrected_by), max(corrected_at), max(created_at), max(replaced_at)
from analysis_result group by analysis_id, image_id;

-- No later analysis gets a number that stands for a result in a message or a key of before.
select setval(pg_get_serial_sequence('analysis', 'id'),
  coalesce((select max(id) from analysis_result), 0) + 1, false);

create unique index analysis_current on analysis (image_id, purpose) where replaced_at is null;
create index analysis_image on analysis (image_id, id);

alter table analysis_result add column is_corrected boolean not null default false;
update analysis_result set is_corrected = true where corrected_by is not null;

alter table analysis_review drop constraint analysis_review_analysis_id_fkey;
update analysis_review set analysis_id = result.analysis_id
from analysis_result as result where result.id = analysis_review.analysis_id;
alter table analysis_review
  add foreign key (analysis_id) references analysis on delete cascade;

alter table fhir_message add column analysis_id integer references analysis on delete cascade;
update fhir_message set analysis_id = result.analysis_id
from analysis_result as result where result.id = fhir_message.result_id;
alter table fhir_message drop column result_id, alter column analysis_id set not null;

alter table pacs_sending add column analysis_id integer references analysis on delete set null;
update pacs_sending set analysis_id = result.analysis_id
from analysis_result as result where result.id = pacs_sending.result_id;
alter table pacs_sending drop column result_id;

alter table image add column mics_sent_analysis integer references analysis on delete set null;
update image set mics_sent_analysis = result.analysis_id
from analysis_result as result where result.id = image.mics_sent_result;
alter table image drop column mics_sent_result;

-- Outbox messages name the analysis, also those that may be requeued.
update outbox
set payload = payload - 'resultId' || jsonb_build_object('analysisId', result.analysis_id)
from analysis_result as result
where outbox.kind in ('mics-result', 'fhir-result')
  and result.id = (outbox.payload ->> 'resultId')::integer;

-- These are the analysis's now.
alter table analysis_result
  alter column analysis_id set not null,
  add foreign key (analysis_id) references analysis on delete cascade,
  drop column image_id,
  drop column task_id,
  drop column image_sha256,
  drop column width,
  drop column height,
  drop column pipeline,
  drop column made_from,
  drop column corrected_by,
  drop column corrected_at,
  drop column created_at,
  drop column replaced_at;
create unique index analysis_result_kind on analysis_result (analysis_id, kind);

-- The result by which calls and messages name an analysis: image quality, which each eye's has.
create function naming_result(analysis integer) returns integer stable language sql
return (select id from analysis_result
  where analysis_id = analysis order by kind <> 'quality', id limit 1);
