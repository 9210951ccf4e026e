-- The progress of a reader is counted from this index alone.
create index assignment_item_of_reader on assignment_item (reader_id, state, position) include (image_id);
drop index assignment_item_next;
-- The deleted images of a dataset, which are not counted.
create index image_deleted_of on image (dataset_id) where deleted_at is not null;
-- The images with a category are found in this index alone.
create index annotation_of_category on annotation (category_id, image_id) include (is_empty)
  where deleted_at is null;
drop index annotation_category;
