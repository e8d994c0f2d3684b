-- Whoever keeps a copy of what is sold learns from one number whether it is still true. It changes in the transaction that
-- changes the goods. What is left of a seckill is no part of it: that changes with every order.

create table catalogue_version (
  only_one boolean primary key default true check (only_one),
  version bigint not null default 1
);
insert into catalogue_version default values;

create function count_catalogue_change() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end $$;

create trigger goods_version after insert or update or delete on goods
  for each statement execute function count_catalogue_change();
create trigger goods_configurations_version after insert or update or delete on goods_configurations
  for each statement execute function count_catalogue_change();
create trigger billable_products_version after insert or update or delete on billable_products
  for each statement execute function count_catalogue_change();
create trigger activities_version after insert or update or delete on activities
  for each statement execute function count_catalogue_change();
create trigger activity_products_version after insert or update of activity_id, product_id, price_cents or delete
  on activity_products for each statement execute function count_catalogue_change();
