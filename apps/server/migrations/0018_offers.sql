-- What is sold to some: pieces of a seckill, and lists that were negotiated with one buyer.

alter table activity_products add column stock_total integer;
update activity_products set stock_total = stock_left;
alter table activity_products add constraint never_more_than_all check (stock_left <= stock_total);

-- Pieces that an order has taken. They vanish with an order that is not paid, and count against its buyer's limit till then.
create table seckill_claims (
  order_id bigint primary key references orders (id),
  activity_id bigint not null,
  product_id bigint not null,
  user_id bigint not null references users (id),
  quantity integer not null check (quantity > 0),
  foreign key (activity_id, product_id) references activity_products (activity_id, product_id)
);

create index seckill_claims_buyer on seckill_claims (activity_id, product_id, user_id);

create table big_user_lists (
  id bigint generated always as identity primary key,
  -- Only whoever was sent it can name it, and only its user is shown anything.
  link_code text not null unique check (link_code ~ '^[A-Za-z0-9_-]{8,64}$'),
  user_id bigint not null references users (id),
  title text not null check (length(title) between 1 and 64),
  maximum_phones integer not null check (maximum_phones between 1 and 10000),
  expires_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null
);

create index big_user_lists_user on big_user_lists (user_id);

create table big_user_prices (
  list_id bigint not null references big_user_lists (id),
  product_id bigint not null references billable_products (id),
  price_cents bigint not null check (price_cents between 1 and 10000000000),
  primary key (list_id, product_id)
);
