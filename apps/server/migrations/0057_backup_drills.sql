-- Begin of a restore drill under way; its spare phone and the unit of stock are given back when it ends.
alter table backups add column drilling_since timestamptz;
create index backups_drilling on backups (drilling_since) where drilling_since is not null;
create index backups_drill_due on backups (drill_at nulls first, id) where state = 'complete' and drilling_since is null;
