-- What clinicians said of analyses, by the first result of each, which is that of kind quality.
-- Names are kept as they were: a review stands when its author's account is gone.
create table analysis_review (
  id integer generated always as identity primary key,
  analysis_id integer not null references analysis_result on delete cascade,
  decision text not null check (decision in ('confirmed', 'rejected')),
  note text not null,
  reviewer_id integer references app_user on delete set null,
  reviewer_username text not null,
  reviewer_name text not null,
  reviewed_at timestamptz not null
);
create index analysis_review_analysis on analysis_review (analysis_id, id desc);

-- Reviews stand for them; nothing was ever written into these.
alter table analysis_result drop column confirmed_at, drop column confirmed_by;
