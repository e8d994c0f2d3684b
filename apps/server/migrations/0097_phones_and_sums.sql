-- Beginning of the first failed try to erase a phone. When it goes on failing, its unit leaves the stock until it is empty.
alter table attached_phones add column unerased_since timestamptz;
alter table attached_phones add constraint unerased_while_erasing check (unerased_since is null or is_erasing);

-- What waits for a person is counted from these.
create index attached_phones_unerased on attached_phones (unerased_since) where unerased_since is not null;
create index attached_phones_away on attached_phones (unreachable_since) where unreachable_since is not null;

-- The refund of an order that was paid twice was counted, its second payment was not.
update order_days d set paid_cents = d.paid_cents + surplus.cents from (
  select (paid_at at time zone 'Asia/Shanghai')::date as day, sum(amount_cents) as cents
  from payments where paid_at is not null and not is_settling group by 1
) surplus where surplus.day = d.day;
