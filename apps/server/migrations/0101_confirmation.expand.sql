-- Whether the readers of an assignment confirm or reject the results of its images.
alter table assignment add column asks_confirmation boolean not null default false;
