-- What orders became.

alter table devices add column config_id bigint references goods_configurations (id);
-- The product that it runs on, which renews it by itself and says whether it is metered.
alter table devices add column product_id bigint references billable_products (id);

create table order_devices (
  order_id bigint not null references orders (id),
  device_id bigint not null references devices (id),
  product_id bigint not null references billable_products (id),
  -- What was really paid for it, after coupon and credit: what it is still worth is a part of this.
  paid_cents bigint not null check (paid_cents >= 0),
  bought_seconds bigint not null check (bought_seconds > 0),
  -- From when the bought time runs.
  starts_at timestamptz not null,
  -- Set when its money has gone back.
  returned_at timestamptz,
  primary key (order_id, device_id)
);

create index order_devices_device on order_devices (device_id);
