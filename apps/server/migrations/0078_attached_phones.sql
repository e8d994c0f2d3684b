-- Phones that operators attach by address, in every process at once. A unit of stock belongs to each that is in stock; units
-- that are to leave while all of them are held are taken off as soon as one is free.

alter table zone_stock add column leaving integer not null default 0 check (leaving >= 0);

create function withdraw_units() returns trigger language plpgsql as $$
declare
  free integer := least(new.leaving, new.capacity - new.reserved - new.rented);
begin
  new.capacity := new.capacity - free;
  new.leaving := new.leaving - free;
  return new;
end $$;

create trigger zone_stock_leaves before update on zone_stock for each row
  when (new.leaving > 0 and new.capacity > new.reserved + new.rented) execute function withdraw_units();

create table attached_phones (
  id bigint generated always as identity primary key,
  host text not null check (host = lower(host) and length(host) between 1 and 253),
  -- Canonical address behind the host when it was attached.
  resolved_host text not null check (length(resolved_host) between 1 and 64),
  port integer not null check (port between 1 and 65535),
  note text not null default '' check (length(note) <= 64),
  stock_state text not null default 'attached' check (stock_state in ('attached', 'inStock', 'draining')),
  zone_id bigint references zones (id),
  config_id bigint references goods_configurations (id),
  is_counted boolean not null default false,
  -- Claim of a device, until the phone is erased.
  phone_id text unique check (length(phone_id) between 1 and 64),
  is_erasing boolean not null default false,
  probe jsonb,
  checked_at timestamptz not null,
  misses integer not null default 0,
  unreachable_since timestamptz,
  attached_at timestamptz not null,
  unique (host, port),
  unique (resolved_host, port),
  constraint stocked_somewhere check (stock_state = 'attached' or (zone_id is not null and config_id is not null)),
  constraint counted_in_stock check (not is_counted or stock_state <> 'attached'),
  constraint erased_while_claimed check (not is_erasing or phone_id is not null)
);

create index attached_phones_place on attached_phones (zone_id, config_id);
