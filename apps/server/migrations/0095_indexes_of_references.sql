-- Deleting an image, an annotation, an analysis or a task looks for rows that refer to it. Without
-- these indexes it read whole tables, and so did counting what a patient has.
drop index annotation_image;
create index annotation_image on annotation (image_id, id);
create index image_patient on image (patient_id) where patient_id <> '';
create index task_image on task (image_id) where image_id is not null;
create index analysis_task on analysis (task_id) where task_id is not null;
create index export_task on export (task_id) where task_id is not null;
create index image_sent_analysis on image (mics_sent_analysis) where mics_sent_analysis is not null;
create index pacs_sending_analysis on pacs_sending (analysis_id) where analysis_id is not null;
create index fhir_message_analysis on fhir_message (analysis_id) where analysis_id is not null;
create index comment_notice_image on comment_notice (image_id) where image_id is not null;
create index dicom_arrival_image on dicom_arrival (image_id) where image_id is not null;
