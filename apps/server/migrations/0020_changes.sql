-- Phones that become others: of another configuration or another model, with what is on them.

-- Set when what it was still worth has gone into a change, which carries it from then on.
alter table order_devices add column carried_at timestamptz;

create table device_changes (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  user_id bigint not null references users (id),
  -- None where the remaining value covers the price.
  order_id bigint unique references orders (id),
  task_id bigint references tasks (id),
  from_config_id bigint not null references goods_configurations (id),
  to_config_id bigint not null references goods_configurations (id),
  product_id bigint not null references billable_products (id),
  -- What the device was still worth, and what was paid beside that: both together are what it has cost from then on.
  value_cents bigint not null check (value_cents >= 0),
  paid_cents bigint not null check (paid_cents >= 0),
  bought_seconds bigint not null check (bought_seconds > 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- From when the bought time runs; never where it did not succeed.
  starts_at timestamptz,
  carried_at timestamptz,
  constraint becomes_another check (from_config_id <> to_config_id),
  constraint runs_after_its_end check (starts_at is null or ended_at is not null)
);

create unique index device_changes_open on device_changes (device_id) where ended_at is null;
create index device_changes_device on device_changes (device_id);
