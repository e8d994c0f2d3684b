-- A grant goes to a number, which may have no account yet, or to the guests of a share.
alter table device_grants
  alter column grantee_id drop not null,
  add column grantee_phone text,
  add column share_id bigint,
  add check (grantee_id is not null or grantee_phone is not null or state in ('revoked', 'expired'));

create unique index device_grants_waiting on device_grants (device_id, grantee_phone) where state = 'waiting';
create index device_grants_phone on device_grants (grantee_phone) where state = 'waiting';
create index device_grants_open on device_grants (device_id) where state in ('waiting', 'active');
create index device_grants_expiry on device_grants (expires_at) where state in ('waiting', 'active');

-- The guests of a share have an account without number, password or token: tickets, controls and rights work as for anybody.
alter table users add column is_guest boolean not null default false;

-- A link and a card code that open one device. Both are kept as keyed hashes; the right itself is the guest's grant.
create table device_shares (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  owner_id bigint not null references users (id),
  guest_id bigint not null references users (id),
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  pin_hash bytea check (octet_length(pin_hash) = 32),
  pin_failures integer not null default 0,
  maximum_uses integer check (maximum_uses > 0),
  uses integer not null default 0,
  created_at timestamptz not null,
  check (maximum_uses is null or uses <= maximum_uses)
);

alter table device_grants add foreign key (share_id) references device_shares (id);

create index device_shares_owner on device_shares (owner_id, id);
create index device_grants_share on device_grants (share_id) where share_id is not null;

-- What others did with a device, for the owner of that time.
create table device_uses (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  owner_id bigint not null references users (id),
  user_id bigint references users (id),
  device_name text not null,
  who text not null,
  action text not null check (action in ('open', 'control', 'command')),
  detail text not null default '',
  created_at timestamptz not null
);

create index device_uses_owner on device_uses (owner_id, id);
create index device_uses_user on device_uses (user_id);
create index device_uses_age on device_uses (created_at);
