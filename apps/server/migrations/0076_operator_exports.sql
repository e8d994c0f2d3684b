-- Files that operators take with them; deleted with their row after seven days.
create table operator_exports (
  id bigint generated always as identity primary key,
  -- Null: the configured token.
  operator_id bigint references operators (id),
  operator_name text not null,
  list text not null check (list in ('users', 'orders', 'devices')),
  query text not null check (length(query) <= 1000),
  columns text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  row_count integer not null default 0 check (row_count >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index operator_exports_operator on operator_exports (operator_id, id);
create index operator_exports_expiry on operator_exports (expires_at, id);
