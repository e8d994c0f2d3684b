-- Further devices of a message about several, in their order; device_id is the first of them.
alter table messages add column other_device_ids bigint[] not null default '{}';
