-- Lengths and angles that people have measured on an image, by their names (contract/measurements.ts).
alter table image add column measurements jsonb not null default '{}';
-- As they were before a change; null if it left them as they were.
alter table image_history add column measurements jsonb;
