-- What an access token allows a program. Tokens of earlier versions were good for DICOMweb alone, and
-- stay so.
alter table access_token
  add column scopes text[] not null default '{dicomweb}' check (cardinality(scopes) > 0),
  -- The only datasets that it reaches; null: all that its user reaches.
  add column dataset_ids integer[];
alter table access_token alter column scopes drop default;
