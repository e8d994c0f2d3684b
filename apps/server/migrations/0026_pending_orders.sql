-- Unpaid orders that hold phones, by account: counted before each further one.
create index orders_pending_phones on orders (user_id) where state = 'pending' and kind in ('buy', 'seckill', 'bigUser');
