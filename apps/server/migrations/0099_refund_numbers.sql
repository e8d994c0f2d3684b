-- A refund's week without success begins anew with each number, and the number under which it was completed is kept.
alter table refunds
  -- Null: it still has its first number.
  add column numbered_at timestamptz,
  -- Empty: paid into the balance. Null: open, or completed before this was kept.
  add column settled_number text;
