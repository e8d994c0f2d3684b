-- Ways of paying orders through providers, and money that goes back through them.

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  provider text not null check (provider in ('alipay', 'wechat')),
  scene text not null check (scene in ('h5', 'desktop', 'messagingBrowser', 'miniProgram')),
  -- Our name of it at the provider.
  out_trade_no text not null unique check (length(out_trade_no) between 6 and 32),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'closed', 'refunding', 'refunded')),
  -- The provider's name of the money that came: the same money is never taken for two payments.
  transaction_id text check (length(transaction_id) between 1 and 64),
  -- It is what its order was paid with; money beyond that goes back.
  is_settling boolean not null default false,
  created_at timestamptz not null,
  -- The provider takes no money for it from then on.
  expires_at timestamptz not null,
  asked_at timestamptz,
  paid_at timestamptz,
  constraint paid_by_something check ((state in ('waiting', 'closed')) = (transaction_id is null)),
  constraint settles_when_paid check (not is_settling or transaction_id is not null),
  unique (provider, transaction_id)
);

create unique index payments_open on payments (order_id, provider, scene) where state = 'waiting';
create unique index payments_settling on payments (order_id) where is_settling;
create index payments_waiting on payments (coalesce(asked_at, created_at)) where state = 'waiting';

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  order_id bigint not null references orders (id),
  -- What it is for, in a form that cannot be written twice.
  key text not null unique check (length(key) between 3 and 128),
  out_refund_no text not null unique check (length(out_refund_no) between 6 and 32),
  amount_cents bigint not null check (amount_cents > 0),
  device_id bigint references devices (id),
  state text not null default 'waiting' check (state in ('waiting', 'refunded')),
  created_at timestamptz not null,
  asked_at timestamptz,
  refunded_at timestamptz,
  constraint ends_once check ((state = 'refunded') = (refunded_at is not null))
);

create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_waiting on refunds (coalesce(asked_at, created_at)) where state = 'waiting';
