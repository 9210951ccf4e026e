-- The place of an annotation in the order of its image, as the annotator that created it states it:
-- creations sent at the same time arrive in any order. Null: its id, as before.
alter table annotation
  add column position double precision,
  -- True if undo has taken its creation back: redo restores it, and the undo list leaves it out.
  add column taken_back boolean not null default false;
