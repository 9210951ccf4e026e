-- A trigger before updates makes PostgreSQL count every generated column as changed, and a changed
-- column of a unique index locks the row against all that refer to it: people who created
-- annotations on one image at once blocked each other. The predicate, which always holds and which
-- any comparison of the path implies, takes the path out of the columns that others can refer to.
drop index image_path;
create unique index image_path on image (dataset_id, path) where path is not null;
