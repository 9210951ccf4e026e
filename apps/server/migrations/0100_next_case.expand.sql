-- A reader's next case is found without sorting all of them.
create index assignment_item_next on assignment_item (reader_id, state, position);
