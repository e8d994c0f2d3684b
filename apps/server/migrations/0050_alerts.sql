-- Alerts that a user has switched off or on again; who never chose has all of them.
create table alert_settings (
  user_id bigint not null references users (id),
  alert text not null check (length(alert) between 1 and 32),
  is_on boolean not null,
  primary key (user_id, alert)
);

-- Faults that an owner was told of. A device that breaks again soon after is not told again at once.
create table device_fault_alerts (
  device_id bigint primary key references devices (id),
  owner_id bigint not null references users (id),
  -- A replaced phone is told by its task.
  phone_id text not null,
  told_at timestamptz not null,
  -- Null while the device is still broken.
  back_at timestamptz
);

create index device_fault_alerts_owner on device_fault_alerts (owner_id, told_at);
create index device_fault_alerts_open on device_fault_alerts (owner_id, device_id) where back_at is null;
create index devices_faulty on devices (owner_id, id) where state = 'faulty';

-- Who wants to know when a configuration can be had again, in one zone or in any. Told once, then gone.
create table stock_waits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  config_id bigint not null references goods_configurations (id),
  zone_id bigint references zones (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique nulls not distinct (user_id, config_id, zone_id)
);

create index stock_waits_goods on stock_waits (config_id, zone_id, id);
create index stock_waits_expiry on stock_waits (expires_at);

-- How far the digest of a week has come; the week is the Monday it begins with, in China.
create table digest_runs (
  week text primary key check (week ~ '^\d{4}-\d{2}-\d{2}$'),
  reached_user_id bigint not null default 0,
  ended_at timestamptz
);
