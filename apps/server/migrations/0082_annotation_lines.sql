-- Open lines of an annotation, such as the centre line of a vessel, each as flat coordinates. A line is
-- drawn, so an annotation with one is not empty; the rows that exist have none.
alter table annotation add column lines jsonb not null default '[]';
alter table annotation_history add column lines jsonb not null default '[]';

alter table annotation drop column is_empty;
alter table annotation add column is_empty boolean not null
  generated always as (area = 0 and not has_keypoint(keypoints) and lines = '[]'::jsonb) stored;
