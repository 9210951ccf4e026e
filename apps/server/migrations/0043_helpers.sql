-- Tries of a task that were used up by ends of processes, which are no fault of the task's own.
alter table task add column interruptions integer not null default 0;

-- Objects that were refused because the decoding process had ended: nothing was wrong with them, and
-- their bytes were kept. They are filed like any other that waits.
update dicom_arrival
set settled_at = null, refusal = null, leased_until = null
where image_id is null and refusal ->> 'key' = 'files.decodingFailed';
