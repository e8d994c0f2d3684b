-- When the device entered its state; set by every transition.
alter table devices add column state_since timestamptz;

-- Zones that no process could see, once they are seen again.
create table zone_outages (
  id bigint generated always as identity primary key,
  supplier_type smallint not null,
  zone_id bigint not null references zones (id),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- The interruption of every device is written; null until then.
  recorded_at timestamptz,
  check (ended_at >= started_at)
);

create index zone_outages_open on zone_outages (id) where recorded_at is null;
create index zone_outages_ended on zone_outages (ended_at);

-- Work that was announced: an interruption inside it is nobody's fault.
create table maintenance_windows (
  id bigint generated always as identity primary key,
  zone_id bigint not null references zones (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null,
  check (ends_at > starts_at)
);

create index maintenance_windows_zone on maintenance_windows (zone_id, starts_at);

-- Times in which a customer could not use a phone.
create table device_interruptions (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  -- Owner at the time.
  owner_id bigint not null references users (id),
  zone_id bigint not null references zones (id),
  cause text not null check (length(cause) between 1 and 32),
  fault text not null check (fault in ('ours', 'customer', 'planned')),
  started_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz,
  outage_id bigint references zone_outages (id) on delete set null,
  -- Paid time that was put back by itself, because the rental ended meanwhile.
  restored_seconds integer not null default 0 check (restored_seconds >= 0),
  -- Length that counts, without announced work; null until it is settled.
  counted_seconds integer check (counted_seconds >= 0),
  credited_seconds integer not null default 0 check (credited_seconds >= 0),
  settled_at timestamptz,
  -- Words of the operator who corrected the fault.
  correction text not null default '' check (length(correction) <= 200),
  check (ended_at >= started_at)
);

create unique index device_interruptions_open on device_interruptions (device_id) where ended_at is null;
create unique index device_interruptions_outage on device_interruptions (device_id, outage_id) where outage_id is not null;
create index device_interruptions_device on device_interruptions (device_id, id);
create index device_interruptions_owner on device_interruptions (owner_id, id);
create index device_interruptions_ended on device_interruptions (ended_at);
create index device_interruptions_due on device_interruptions (owner_id, device_id)
  where ended_at is not null and settled_at is null and fault = 'ours';

-- Cause of a device's interruption by its state; null while it can be used or is not rented.
create function interruption_cause(state text, faulty_since timestamptz) returns text language sql immutable as $$
  select case
    when state in ('creating', 'running', 'expired', 'released') and faulty_since is null then null
    when state in ('expired', 'released') then null
    when faulty_since is not null then 'unreachable'
    else state
  end
$$;

-- In the transaction of the change itself: no job can miss an interruption or count it twice.
create function record_interruption() returns trigger language plpgsql as $$
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
    values (new.id, new.owner_id, new.zone_id, is_now, case when is_now = 'unreachable' then 'ours' else 'customer' end,
      case when is_now = 'unreachable' then least(at, new.faulty_since) else at end)
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger devices_interrupted after update of state, faulty_since on devices for each row
  when ((old.state, old.faulty_since) is distinct from (new.state, new.faulty_since))
  execute function record_interruption();
