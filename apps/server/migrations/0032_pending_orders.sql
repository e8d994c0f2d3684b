-- Unpaid orders of an account that hold phones, read once the account's lock is held. A function, since each of its
-- statements sees what was committed before it; one statement with both would read as of before the lock.
create function lock_pending_orders(account bigint) returns table (id bigint, title text, phones integer)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pending orders', account));
  return query
    select o.id, o.title, (select sum(r.quantity)::int from stock_reservations r where r.order_id = o.id)
    from orders o where o.user_id = account and o.state = 'pending' and o.kind in ('buy', 'seckill', 'bigUser');
end $$;
