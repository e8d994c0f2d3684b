-- History of prices: a row for each change, written together with it.
create table price_changes (
  id bigint generated always as identity primary key,
  product_id bigint not null references billable_products (id),
  operator_name text not null check (length(operator_name) <= 64),
  valid_from timestamptz not null,
  -- Each {priceCents, oldPriceCents, firstPriceCents}; null before the first price.
  before jsonb,
  after jsonb not null
);

create index price_changes_product on price_changes (product_id, id);
