-- Colour of a state on screen; only device states have one.
alter table dictionary_entries add column tone text check (tone in ('run', 'soon', 'dead', 'back', 'off'));
update dictionary_entries set tone = case
    when value = 'running' then 'run'
    when value = 'expired' then 'dead'
    when value in ('stopped', 'released', 'faulty') then 'off'
    else 'back'
  end
  where category = 'deviceStatus';
alter table dictionary_entries add check (category <> 'deviceStatus' or tone is not null);

-- Devices that end soon or have ended, whatever the size of the fleet.
create index devices_owner_end on devices (owner_id, expires_at) where state <> 'released';
