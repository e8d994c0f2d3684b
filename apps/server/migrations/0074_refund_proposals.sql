-- Refunds that operators give. Above what one operator may refund alone, another one decides.
create table refund_proposals (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (reason in ('serviceFault', 'duplicate', 'mistaken', 'agreed', 'other')),
  state text not null check (state in ('waiting', 'done', 'rejected')),
  -- No operator: the configured token, which proposes only.
  proposer_id bigint references operators (id),
  proposer_name text not null,
  proposed_at timestamptz not null,
  decider_id bigint references operators (id),
  decider_name text,
  decided_at timestamptz,
  constraint decided_once check ((state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decider_name is null))
);

create unique index refund_proposals_waiting on refund_proposals (order_id) where state = 'waiting';
create index refund_proposals_order on refund_proposals (order_id);
-- Sum of what an operator has refunded alone lately.
create index refund_proposals_proposer on refund_proposals (proposer_name, proposed_at) where state = 'done';
