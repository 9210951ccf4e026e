-- Who may confirm or reject the analyses of a dataset's images, beside its owner, who names them.
create table dataset_clinician (
  dataset_id integer not null references dataset on delete cascade,
  user_id integer not null references app_user on delete cascade,
  primary key (dataset_id, user_id)
);
insert into dataset_clinician (dataset_id, user_id)
select distinct image.dataset_id, analysis_review.reviewer_id
from analysis_review
join analysis_result on analysis_result.id = analysis_review.analysis_id
join image on image.id = analysis_result.image_id
where analysis_review.decision = 'confirmed' and analysis_review.reviewer_id is not null;
