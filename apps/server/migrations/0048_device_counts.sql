-- Counts of devices that are not released, by what the device list filters. A change adds rows instead of updating one,
-- so that changes of one owner's devices never wait for each other; a periodic job merges the rows of an owner.
create table device_counts (
  id bigint generated always as identity primary key,
  owner_id bigint not null,
  group_id bigint not null,
  version text not null,
  state text not null,
  change integer not null,
  is_merged boolean not null default false
);
create index device_counts_owner on device_counts (owner_id);
create index device_counts_unmerged on device_counts (owner_id) where not is_merged;

create function count_added_devices() returns trigger language plpgsql as $$
begin
  insert into device_counts (owner_id, group_id, version, state, change)
  select owner_id, group_id, version, state, count(*) from added where state <> 'released'
  group by owner_id, group_id, version, state;
  return null;
end $$;

create function count_changed_device() returns trigger language plpgsql as $$
begin
  if old.state <> 'released' then
    insert into device_counts (owner_id, group_id, version, state, change)
    values (old.owner_id, old.group_id, old.version, old.state, -1);
  end if;
  if tg_op = 'UPDATE' and new.state <> 'released' then
    insert into device_counts (owner_id, group_id, version, state, change)
    values (new.owner_id, new.group_id, new.version, new.state, 1);
  end if;
  return null;
end $$;

create trigger devices_count_added after insert on devices
  referencing new table as added for each statement execute function count_added_devices();
create trigger devices_count_changed after update of owner_id, group_id, version, state on devices for each row
  when ((old.owner_id, old.group_id, old.version, old.state) is distinct from (new.owner_id, new.group_id, new.version, new.state))
  execute function count_changed_device();
create trigger devices_count_deleted after delete on devices for each row execute function count_changed_device();

insert into device_counts (owner_id, group_id, version, state, change, is_merged)
  select owner_id, group_id, version, state, count(*), true from devices where state <> 'released'
  group by owner_id, group_id, version, state;

-- Pages of one filter, in the order of the list.
create index devices_owner_state on devices (owner_id, state, id);
create index devices_owner_version on devices (owner_id, version, id) where state <> 'released';
create index devices_group_list on devices (group_id, id) where state <> 'released';

-- Renewals, and those that end soon: metered devices end with their paid hour, so all of them would count as ending.
drop index devices_owner_end;
create index devices_owner_end on devices (owner_id, is_metered, expires_at, id) where state <> 'released';
