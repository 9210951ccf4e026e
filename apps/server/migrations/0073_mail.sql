-- Where the mails of an account go; null: it gets none.
alter table app_user add column email text;

-- The outbox message that mails a link. Each try puts a new secret into the link, so that the
-- message need not contain one.
alter table password_link add column mail uuid;
