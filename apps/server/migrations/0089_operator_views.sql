-- Views of the console's lists that operators have saved: search, filters and sort as a query string.
create table operator_views (
  operator_id bigint not null references operators (id),
  list text not null check (length(list) between 1 and 32),
  name text not null check (length(name) between 1 and 20),
  query text not null check (length(query) between 1 and 1000),
  saved_at timestamptz not null,
  primary key (operator_id, list, name)
);
