-- What a phone's power switch was last set to, by us. It follows the state of the device: `modules/devices/fleet/apply-power.ts`.
-- Phones from before are taken for switched on, so that those of stopped and expired devices are switched off.
alter table devices add column is_power_on boolean not null default true;
create index devices_power_due on devices (id)
  where (state in ('stopped', 'expired')) = is_power_on and state not in ('creating', 'released');

-- A replaced phone keeps its data, and does not run its customer's apps beside the phone that took its place.
alter table quarantined_phones add column is_power_on boolean not null default true;
create index quarantined_phones_power_due on quarantined_phones (id) where is_power_on;
