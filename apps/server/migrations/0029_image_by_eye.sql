-- The table of images can be ordered by the eye too (image-order.ts).
create index image_by_eye on image (dataset_id, coalesce(laterality, ''), id) where deleted_at is null;
