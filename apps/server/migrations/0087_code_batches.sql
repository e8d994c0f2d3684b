-- Activation codes that operators give away, for a partner or a campaign. They have no order, no owner and no price.
create table activation_batches (
  id bigint generated always as identity primary key,
  -- Unique: a request that is sent again makes no second batch.
  name text not null unique check (length(name) between 1 and 64),
  note text not null default '' check (length(note) <= 200),
  product_id bigint not null references billable_products (id),
  quantity integer not null check (quantity between 1 and 5000),
  operator_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz
);

alter table activation_codes add column batch_id bigint references activation_batches (id);
alter table activation_codes alter column order_id drop not null;
alter table activation_codes alter column owner_id drop not null;
alter table activation_codes add constraint bought_or_given check (
  case when batch_id is null then order_id is not null and owner_id is not null
    else order_id is null and owner_id is null and paid_cents = 0 end
);

-- Counts of a batch come from the index alone.
create index activation_codes_batch on activation_codes (batch_id, state) where batch_id is not null;
