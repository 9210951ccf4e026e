-- The patient that results were sent for: another one may be stated for the image later. Null for what
-- earlier versions sent.
alter table pacs_sending add column patient jsonb;
