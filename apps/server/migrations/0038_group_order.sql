-- The owner's own order of their groups; the default group is always first.
alter table device_groups add column position integer not null default 0;
