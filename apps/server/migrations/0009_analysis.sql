alter table analysis_result
  -- Of the network's file; empty where none took part.
  add column model_sha256 text not null default '',
  add column pipeline text not null default '',
  -- What it was made from, by name: where any of it is another now, the result is stale.
  add column made_from jsonb not null default '{}',
  -- Pictures of single areas: their names and their keys in the file store.
  add column parts jsonb not null default '{}',
  -- Whose correction of areas it was measured on.
  add column corrected_by text,
  add column corrected_at timestamptz;

-- Which network a dataset's images are analysed with; without a row that of the product.
create table dataset_model (
  dataset_id integer not null references dataset on delete cascade,
  role text not null,
  model_id text not null,
  primary key (dataset_id, role)
);

-- Annotations that stand for what the analysis of an image finds, by their categories.
create table analysis_correction (
  image_id integer primary key references image on delete cascade,
  arteriole_category_id integer references category on delete set null,
  venule_category_id integer references category on delete set null,
  disc_category_id integer references category on delete set null,
  set_by text not null,
  set_at timestamptz not null
);

-- How far the analysis of a dataset's images is, which goes through them by their ids.
create table bulk_analysis (
  task_id integer primary key references task on delete cascade,
  done_to integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0
);
