-- Devices on their way to another owner, all of a transfer or none. The receiver is a number: it may have no account yet.
create table device_transfers (
  id bigint generated always as identity primary key,
  from_user_id bigint not null references users (id),
  -- Removed with the account of the number.
  to_phone text,
  -- The account of the number, as far as it was told of the transfer; after the end the one that took part in it.
  to_user_id bigint references users (id),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'rejected', 'cancelled', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check (state <> 'waiting' or to_phone is not null)
);

create index device_transfers_from on device_transfers (from_user_id, id);
create index device_transfers_to on device_transfers (to_user_id, id);
create index device_transfers_phone on device_transfers (to_phone) where state = 'waiting';
create index device_transfers_expiry on device_transfers (expires_at) where state = 'waiting';

create table device_transfer_items (
  transfer_id bigint not null references device_transfers (id) on delete cascade,
  device_id bigint not null references devices (id),
  -- As at the start: afterwards the device is another's.
  device_name text not null,
  goods_level smallint not null,
  is_open boolean not null default true,
  primary key (transfer_id, device_id)
);

create unique index device_transfer_items_open on device_transfer_items (device_id) where is_open;
