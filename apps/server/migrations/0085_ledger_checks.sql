-- Checks of the whole ledger, nightly or by an operator, with their results.
create table ledger_checks (
  id bigint generated always as identity primary key,
  -- Null: the nightly job.
  operator_name text,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  account_count bigint not null default 0,
  entry_count bigint not null default 0,
  order_count bigint not null default 0,
  -- Sum of each kind of account, of all users together for theirs.
  totals jsonb not null default '[]',
  difference_count integer not null default 0,
  -- The first of them.
  differences jsonb not null default '[]'
);

create unique index ledger_checks_running on ledger_checks ((true)) where state = 'running';

create index ledger_entries_time on ledger_entries (created_at, id);
