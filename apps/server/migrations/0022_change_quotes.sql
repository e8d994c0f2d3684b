-- The new time of a change runs from the moment that its remaining value was counted at, not from the end of the work.

alter table device_changes add column quoted_at timestamptz;
update device_changes set quoted_at = coalesce(starts_at, created_at);
alter table device_changes alter column quoted_at set not null;
