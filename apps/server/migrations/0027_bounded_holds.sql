-- What an account without money could keep others from is counted, so that it has an end.

-- Devices that were given back early: so many an account and month.
create table early_returns (
  device_id bigint primary key references devices (id),
  user_id bigint not null references users (id),
  returned_at timestamptz not null
);

create index early_returns_user on early_returns (user_id, returned_at);

-- The one renewal order that holds an expired device for this end of its time.
create table renewal_hold_uses (
  device_id bigint not null references devices (id),
  expires_at timestamptz not null,
  order_id bigint not null references orders (id),
  primary key (device_id, expires_at)
);

-- Metered devices that their owner has stopped: kept for a while, and released.
create table metered_stops (
  device_id bigint primary key references devices (id),
  stopped_at timestamptz not null,
  reminded_at timestamptz
);

create index metered_stops_stopped on metered_stops (stopped_at);
