-- Notices of payment providers. Equal ones are counted, so that neither a provider that repeats itself nor a stranger who
-- sends forged ones fills the table.
create table payment_notices (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('alipay', 'wechat')),
  about text not null check (about in ('payment', 'refund', 'unverified')),
  -- Our number of the payment or refund.
  number text not null check (length(number) <= 64),
  transaction_id text not null check (length(transaction_id) <= 64),
  amount_cents bigint not null check (amount_cents >= 0),
  outcome text not null check (outcome in ('taken', 'refused')),
  reason text not null check (length(reason) <= 100),
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  unique (provider, about, number, transaction_id, amount_cents, outcome, reason)
);

create index payment_notices_last on payment_notices (last_at desc, id desc);
create index payment_notices_number on payment_notices (number);
create index payment_notices_transaction on payment_notices (transaction_id);
create index payment_notices_open on payment_notices (id)
  where outcome = 'refused' and about <> 'unverified' and closed_at is null;
