-- Where an analysis measured the calibres, so that later photographs of the eye are measured at the same
-- places; null in analyses of earlier versions and without calibres.
alter table analysis add column places jsonb;
