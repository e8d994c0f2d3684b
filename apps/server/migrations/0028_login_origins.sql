-- Wrong passwords by number and by where they came from: an address block with its kind of client, a device that the
-- number has logged in on, or a logged-in user. The empty origin counts those of all strangers. A try is pending while its
-- password is being checked: together they never pass the limit.
create table login_failures (
  mobile_phone text not null,
  origin bytea not null check (octet_length(origin) in (0, 16)),
  failures integer not null check (failures >= 0),
  pending integer not null check (pending >= 0),
  window_ends_at timestamptz not null,
  primary key (mobile_phone, origin)
);

create index login_failures_window on login_failures (window_ends_at);

drop table password_attempts;

-- Devices that an account has logged in on, by the hash of the token that they keep.
create table login_devices (
  user_id bigint not null references users (id),
  device bytea not null check (octet_length(device) = 16),
  last_login_at timestamptz not null,
  primary key (user_id, device)
);

create index login_devices_age on login_devices (last_login_at);

-- A known device and a logged-in user have codes of their own; everybody else shares the empty lane. The asker of a code
-- keeps its tries however many others guess.
alter table sms_codes
  add column lane bytea not null default '' check (octet_length(lane) in (0, 16)),
  add column asker bytea not null default '' check (octet_length(asker) in (0, 16)),
  add column tries_by jsonb not null default '{}',
  drop constraint sms_codes_pkey,
  add primary key (mobile_phone, purpose, lane);

-- A try is taken before the code is looked up, and given back when it was right.
alter table exchange_failures
  drop constraint exchange_failures_failures_check,
  add constraint exchange_failures_failures_check check (failures >= 0);
