-- A gateway process, from its first open screen to its last. Whoever finds it expired deletes it, and its leases with it.
create table gateways (
  id uuid primary key,
  -- Number of its last renewal: a statement that arrives late changes nothing.
  round bigint not null,
  expires_at timestamptz not null
);

-- The gateway that owns the encoder of a device: its session alone sends input, for the holder of the controls. While that
-- gateway lives it alone hands the row on, to the next, who has asked for it.
create table screen_leases (
  device_id bigint primary key references devices (id) on delete cascade,
  gateway_id uuid not null references gateways (id) on delete cascade,
  holder_id bigint references users (id) on delete set null,
  holder_is_owner boolean not null,
  input_at timestamptz not null,
  next_gateway_id uuid references gateways (id) on delete set null,
  -- No reference: it lasts as long as one gateway takes to answer another.
  next_holder_id bigint,
  next_is_owner boolean not null default false
);

create index screen_leases_gateway on screen_leases (gateway_id);
create index screen_leases_next on screen_leases (next_gateway_id);

create function announce_screen_lease() returns trigger language plpgsql as $$
begin
  perform pg_notify('screen_leases', coalesce(new.device_id, old.device_id)::text);
  return null;
end $$;

create trigger screen_leases_changed after insert or delete on screen_leases
  for each row execute function announce_screen_lease();
create trigger screen_leases_moved after update on screen_leases for each row
  when ((old.gateway_id, old.holder_id, old.next_gateway_id, old.next_holder_id)
    is distinct from (new.gateway_id, new.holder_id, new.next_gateway_id, new.next_holder_id))
  execute function announce_screen_lease();
