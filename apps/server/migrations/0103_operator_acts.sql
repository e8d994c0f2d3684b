-- Devices that an operator stops, reboots or replaces are not interrupted by their owners.
alter table device_interruptions drop constraint device_interruptions_fault_check;
alter table device_interruptions add constraint device_interruptions_fault_check
  check (fault in ('ours', 'customer', 'support', 'planned'));

create or replace function record_interruption() returns trigger language plpgsql as $$
declare
  was text := interruption_cause(old.state, old.faulty_since);
  is_now text := interruption_cause(new.state, new.faulty_since);
  -- Every transition counts; two of them may fall on one instant.
  at timestamptz := case when new.state_count <> old.state_count then coalesce(new.state_since, now()) else now() end;
  is_refused boolean := was = 'unreachable' and old.adb_refused_since is not null;
begin
  if was is not distinct from is_now then
    if is_now = 'unreachable' then
      update device_interruptions set started_at = least(started_at, new.faulty_since)
      where device_id = new.id and ended_at is null;
    end if;
    return null;
  end if;
  if was is not null then
    update device_interruptions set
      ended_at = greatest(started_at, at),
      cause = case when is_refused then 'refused' else cause end,
      fault = case when is_refused then 'customer' else fault end,
      restored_seconds = case when was = 'unreachable'
        then least(greatest(0, extract(epoch from new.expires_at - old.expires_at)), 100000000)::integer else 0 end
    where device_id = new.id and ended_at is null;
  end if;
  -- Not for phones that were never handed over, nor for trials.
  if is_now is not null and not new.is_trial and new.first_started_at is not null then
    insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at)
    values (new.id, new.owner_id, new.zone_id, is_now, case
        when is_now = 'unreachable' then 'ours'
        when current_setting('yunji.actor', true) = 'operator' then 'support'
        else 'customer'
      end,
      case when is_now = 'unreachable' then least(at, new.faulty_since) else at end)
    on conflict do nothing;
  end if;
  return null;
end $$;
