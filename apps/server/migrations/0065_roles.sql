-- The role of each member of a dataset. Members so far could do what a grader may do; those whom the
-- owner had named as clinicians could also confirm and reject results. So could, before they were named
-- one by one, everybody who has done it, unless the owner has named the clinicians anew since.
alter table dataset_member add column role text not null default 'grader'
  check (role in ('clinician', 'grader', 'viewer'));
alter table dataset_member alter column role drop default;

update dataset_member set role = 'clinician'
from dataset_clinician
where dataset_clinician.dataset_id = dataset_member.dataset_id
  and dataset_clinician.user_id = dataset_member.user_id;

update dataset_member set role = 'clinician'
from (
  select image.dataset_id, analysis_review.reviewer_id as user_id,
    max(analysis_review.reviewed_at) as last_at
  from analysis_review
  join analysis on analysis.id = analysis_review.analysis_id
  join image on image.id = analysis.image_id
  group by 1, 2) as review
where review.dataset_id = dataset_member.dataset_id and review.user_id = dataset_member.user_id
  and not exists (
    select from audit_event
    where audit_event.action = 'nameClinicians' and audit_event.outcome = 200
      and audit_event.dataset_id = review.dataset_id and audit_event.at > review.last_at);

-- Administrators could be named as clinicians without being members.
insert into dataset_member (dataset_id, user_id, role)
select dataset.id, app_user.id, 'clinician'
from dataset_clinician
join dataset on dataset.id = dataset_clinician.dataset_id
join app_user on app_user.id = dataset_clinician.user_id
where app_user.is_admin and dataset.owner_id is distinct from app_user.id
on conflict do nothing;

drop table dataset_clinician;
