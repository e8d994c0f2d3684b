-- Daily bills of payment providers, compared with our own books.

create table bills (
  provider text not null check (provider in ('alipay', 'wechat')),
  -- In China.
  day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'read')),
  source text check (source in ('download', 'import')),
  payments integer not null default 0 check (payments >= 0),
  payment_cents bigint not null default 0 check (payment_cents >= 0),
  refunds integer not null default 0 check (refunds >= 0),
  refund_cents bigint not null default 0 check (refund_cents >= 0),
  fee_cents bigint not null default 0,
  read_at timestamptz,
  -- Compared again at this time, or downloaded; null: only by an operator.
  due_at timestamptz,
  -- Downloads that brought no bill.
  failures integer not null default 0,
  failure text not null default '' check (length(failure) <= 200),
  primary key (provider, day),
  constraint read_from_somewhere check ((state = 'read') = (source is not null and read_at is not null))
);

create index bills_due on bills (due_at) where due_at is not null;

create table bill_lines (
  provider text not null,
  subject text not null check (subject in ('payment', 'refund')),
  -- Our number of the payment or refund.
  number text not null check (length(number) <= 64),
  day date not null,
  transaction_id text not null check (length(transaction_id) <= 64),
  amount_cents bigint not null check (amount_cents >= 0),
  fee_cents bigint not null,
  is_settled boolean not null,
  primary key (provider, subject, number),
  foreign key (provider, day) references bills (provider, day)
);

create index bill_lines_day on bill_lines (provider, day);

create table bill_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  day date not null,
  subject text not null check (subject in ('payment', 'refund')),
  number text not null check (length(number) <= 64),
  transaction_id text not null check (length(transaction_id) <= 64),
  kind text not null check (kind in ('unknown', 'unconfirmed', 'amount', 'twice', 'unbilled')),
  our_cents bigint,
  their_cents bigint,
  order_id bigint references orders (id),
  found_at timestamptz not null,
  closed_at timestamptz,
  -- Null where the difference went away by itself.
  closed_by text,
  note text not null default '' check (length(note) <= 200),
  unique (provider, subject, number, kind),
  foreign key (provider, day) references bills (provider, day)
);

create index bill_differences_open on bill_differences (id) where closed_at is null;
create index bill_differences_day on bill_differences (provider, day);
create index bill_differences_order on bill_differences (order_id) where order_id is not null;

create index refund_numbers_refund on refund_numbers (refund_id);
create index payments_paid on payments (provider, paid_at) where paid_at is not null;
