-- The frame of a file with several that stands for the image, counted from 1.
alter table image add column frame integer not null default 1 check (frame >= 1);

-- Files with more than 64 frames could not be shown; now a person chooses the frame.
update image set undecodable = ''
where undecodable like '%frames to 64%' and width <= 12000 and height <= 12000;
