-- All payments of one round are asked at the same time: without the id, each page of the next round sorts all of them.
drop index payments_waiting;
create index payments_waiting on payments (coalesce(asked_at, created_at), id) where state = 'waiting';
