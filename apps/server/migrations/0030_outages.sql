-- When phones of a zone were last seen by any process: a zone that nobody sees is away, and nothing is decided about it.
create table zone_sightings (
  supplier_type smallint not null,
  zone_id bigint not null references zones (id),
  seen_at timestamptz not null,
  primary key (supplier_type, zone_id)
);

-- Since when the phone of a device has been missed, through every attempt to bring it back.
alter table devices add column faulty_since timestamptz;
update devices set faulty_since = state_deadline - interval '30 minutes' where state = 'faulty';

-- Phones that were replaced, with everything on them, until they are erased.
create table quarantined_phones (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  owner_id bigint not null references users (id),
  supplier_type smallint not null,
  phone_id text not null,
  zone_id bigint not null references zones (id),
  config_id bigint references goods_configurations (id),
  -- Whether it is counted among the rented phones of its zone.
  has_place boolean not null,
  quarantined_at timestamptz not null,
  erases_at timestamptz not null,
  unique (supplier_type, phone_id)
);
create index quarantined_phones_device on quarantined_phones (device_id);
create index quarantined_phones_owner on quarantined_phones (owner_id);
create index quarantined_phones_zone on quarantined_phones (zone_id, quarantined_at);
create index quarantined_phones_due on quarantined_phones (erases_at);
