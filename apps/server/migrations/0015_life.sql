-- The life of a rented phone: what it ran on, what renews it by itself, and what keeps it from being released.

-- Charged in beans for each hour in advance; `expires_at` is the end of the paid one.
alter table devices add column is_metered boolean not null default false;
-- How long the phone has really been on, which an early return asks for.
alter table devices add column first_started_at timestamptz;
alter table devices add column running_since timestamptz;
alter table devices add column ran_ms bigint not null default 0 check (ran_ms >= 0);

update devices set is_metered = true
from billable_products p where p.id = devices.product_id and p.is_metered;
update devices set first_started_at = created_at where state <> 'creating';
update devices set running_since = created_at
where state not in ('creating', 'stopped', 'expired', 'released', 'faulty');

-- A metered phone that is stopped is kept, and costs nothing: it is in neither of these.
drop index devices_expiry;
create index devices_expiry on devices (expires_at) where state in ('running', 'stopped', 'faulty') and not is_metered;
create index devices_metering on devices (expires_at)
  where is_metered and state not in ('creating', 'stopped', 'expired', 'released', 'faulty');

-- A renewal order that may still be paid keeps its phones from being released; the rows vanish with it.
create table renewal_holds (
  order_id bigint not null references orders (id),
  device_id bigint not null references devices (id),
  primary key (order_id, device_id)
);

create index renewal_holds_device on renewal_holds (device_id);

create table auto_renewals (
  device_id bigint primary key references devices (id),
  user_id bigint not null references users (id),
  -- What is taken again.
  product_id bigint not null references billable_products (id),
  pay_method smallint not null check (pay_method in (3, 4)),
  next_try_at timestamptz not null,
  -- Why it did not succeed the last time.
  failure text not null default '' check (length(failure) <= 512),
  created_at timestamptz not null
);

create index auto_renewals_due on auto_renewals (next_try_at);
