-- Lists of the operators' console: each filter and sort is served by an index.
create index users_name on users (name text_pattern_ops);
create index users_frozen on users (id) where frozen_at is not null;
create index users_company on users (id) where user_type = 2;
create index users_verified on users (id) where personal_check_status = 2 or company_check_status = 2;

alter table users add column frozen_reason text not null default '' check (length(frozen_reason) <= 200);

create index orders_created on orders (created_at, id);
create index orders_state on orders (state, created_at, id);
create index orders_state_kind on orders (state, kind, created_at, id);
create index orders_kind on orders (kind, created_at, id);
create index orders_pay_method on orders (pay_method, created_at, id) where pay_method is not null;
create index orders_payable on orders (payable_cents);
create index orders_paid on orders (paid_at) where paid_at is not null;
create index refunds_refunded on refunds (refunded_at) where refunded_at is not null;
create index payments_order on payments (order_id);

create index devices_state on devices (state, id);
create index devices_zone on devices (zone_id, supplier_type);
create index devices_end on devices (expires_at, id);
create index devices_name on devices (name text_pattern_ops);

-- Sums of past days in China.
create table order_days (
  day date primary key,
  created_orders integer not null check (created_orders >= 0),
  paid_orders integer not null check (paid_orders between 0 and created_orders),
  paid_cents bigint not null check (paid_cents >= 0),
  refunded_cents bigint not null check (refunded_cents >= 0)
);
