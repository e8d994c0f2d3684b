-- Titles that a customer keeps for invoices.
create table invoice_titles (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('personal', 'company')),
  name text not null check (length(name) between 1 and 100),
  tax_number text not null default '' check (length(tax_number) <= 18),
  address text not null default '' check (length(address) <= 100),
  phone text not null default '' check (length(phone) <= 20),
  bank_name text not null default '' check (length(bank_name) <= 100),
  bank_account text not null default '' check (length(bank_account) <= 40),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'company') = (tax_number <> ''))
);

create index invoice_titles_user on invoice_titles (user_id, id);
create unique index invoice_titles_default on invoice_titles (user_id) where is_default;

create table invoices (
  id bigint generated always as identity (start with 600000001) primary key,
  -- Null once the account is erased: the document is kept for the tax office.
  user_id bigint references users (id),
  state text not null check (state in ('pending', 'issued', 'rejected', 'cancelled', 'correcting', 'corrected')),
  amount_cents bigint not null check (amount_cents >= 0),
  -- As it stood when the invoice was requested.
  title jsonb not null,
  invoice_number text not null default '' check (length(invoice_number) <= 40),
  credit_number text not null default '' check (length(credit_number) <= 40),
  reason text not null default '' check (length(reason) <= 200),
  -- Size of the stored PDF; null without one.
  pdf_bytes integer check (pdf_bytes > 0),
  credit_pdf_bytes integer check (credit_pdf_bytes > 0),
  replaces_id bigint unique references invoices (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  issued_at timestamptz,
  constraint issued_with_number check (
    (state in ('issued', 'correcting', 'corrected')) = (issued_at is not null and invoice_number <> '')
  ),
  constraint corrected_with_number check ((state = 'corrected') = (credit_number <> ''))
);

create index invoices_user on invoices (user_id, id) where user_id is not null;
create index invoices_waiting on invoices (state, id) where state in ('pending', 'correcting');
create index invoices_ended on invoices (updated_at, id) where state not in ('pending', 'correcting');

create table invoice_orders (
  invoice_id bigint not null references invoices (id) on delete cascade,
  order_id bigint not null references orders (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- False once the invoice is rejected, cancelled or corrected.
  is_live boolean not null default true,
  primary key (invoice_id, order_id)
);

create unique index invoice_orders_once on invoice_orders (order_id) where is_live;
create index invoice_orders_order on invoice_orders (order_id);
