-- An image waits for its analysis from the start, unless the dataset asks for an order first.
alter table image alter column mics_state set default 'Unreferred';
update image set mics_state = case when predicted then 'Finished' else 'Unreferred' end
where mics_state = 'Unselected';
