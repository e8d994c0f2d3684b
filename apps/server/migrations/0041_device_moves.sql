-- Another phone for a device at its owner's request: of the same zone (replace) or of another (zone). While it is open, one unit
-- of the stock of `to_zone_id` is held for it. Kept for the next free change of zone, and for the books.
create table device_moves (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  user_id bigint not null references users (id),
  kind text not null check (kind in ('replace', 'zone')),
  from_zone_id bigint not null references zones (id),
  to_zone_id bigint not null references zones (id),
  config_id bigint not null references goods_configurations (id),
  keeps_data boolean not null,
  reason text not null default '' check (length(reason) <= 32),
  cost_beans integer not null check (cost_beans >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Null while it is open.
  has_moved boolean,
  check ((ended_at is null) = (has_moved is null))
);
create unique index device_moves_open on device_moves (device_id) where ended_at is null;
create index device_moves_by_device on device_moves (device_id, kind, created_at desc);

-- A phone that its owner has replaced says nothing about the health of its zone.
alter table quarantined_phones add column is_by_owner boolean not null default false;
