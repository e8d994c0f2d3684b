-- Words that the owner keeps on a device; nobody else sees them.
alter table devices add column note text not null default '' check (length(note) <= 100);

create table device_tags (
  device_id bigint not null references devices (id),
  tag text not null check (length(tag) between 1 and 12),
  primary key (device_id, tag)
);
