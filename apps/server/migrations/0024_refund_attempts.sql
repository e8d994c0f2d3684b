-- Refunds that a provider has closed, or cannot bring to their buyer.

alter table refunds
  -- A closed refund is asked for again under a new number.
  add column attempt integer not null default 1 check (attempt > 0),
  -- When the provider is asked next; further and further apart.
  add column asks integer not null default 0 check (asks >= 0),
  add column ask_at timestamptz,
  -- The provider's word for why not.
  add column failure text check (length(failure) between 1 and 200),
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('waiting', 'refunded', 'manual'));

update refunds set ask_at = coalesce(asked_at, created_at) where state = 'waiting';

drop index refunds_waiting;
create index refunds_due on refunds (ask_at) where state = 'waiting';
create index refunds_manual on refunds (id) where state = 'manual';

-- Numbers that were given up: the provider may still tell of them.
create table refund_numbers (
  out_refund_no text primary key,
  refund_id bigint not null references refunds (id)
);
