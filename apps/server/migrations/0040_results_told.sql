-- The fields of an order as the order system wrote them, to be given back with its result.
alter table received_order add column as_written jsonb not null default '{}';

-- What the order system was last told of an image's result, or may have been: what is withdrawn is
-- withdrawn there, also if the image is another patient's or another order's by now.
create table told_result (
  image_id integer primary key references image on delete cascade,
  report jsonb not null,
  told_at timestamptz not null
);

-- Clinicians' words were not sent before: an image whose analysis was reviewed has not been sent as
-- it stands now.
update image set mics_state = 'Finished', mics_sent_result = null
where mics_state = 'FinishedTransmit'
  and exists (
    select from dataset where dataset.id = image.dataset_id
    and dataset.settings #>> '{MICS,REQUIRESEND}' = 'true')
  and exists (
    select from analysis_review
    join analysis_result on analysis_result.id = analysis_review.analysis_id
    where analysis_result.image_id = image.id and analysis_result.replaced_at is null);
